import type { OfCall, Value } from '../../evaluator';
import { listOf } from '../../evaluator/containers';
import { record } from '../../evaluator/records';
import { str } from '../../evaluator/value';
import type { Inferred } from '../calls/types';

const LISTING =
  /^tensorflow\.(?:compat\.v[12]\.)?config\.(?:experimental\.)?list_(logical|physical)_devices$/;

const OF_JAX = /^jax\.(?:local_)?devices$/;
const DEVICES: Inferred = { kind: 'list', length: undefined, elements: undefined };

/** The CPUs that TensorFlow lists: how many there are is not known. */
export const devicesListed: OfCall<Value> = (
  name,
  { positional, keywords, hasUnknownArguments },
  node,
  ev,
) => {
  if (OF_JAX.test(name))
    return {
      kind: 'made',
      callee: name,
      given: { positional, keywords, hasUnknownArguments },
      facts: DEVICES,
      node,
    };
  const [whole, kind] = LISTING.exec(name) ?? [];
  const [type = keywords.get('device_type')] = positional;
  const isCpu = type?.kind === 'str' && type.value === 'CPU';
  if (whole === undefined || hasUnknownArguments || !isCpu) return undefined;
  const [of, place] =
    kind === 'logical' ? ['LogicalDevice', '/device:CPU:0'] : ['PhysicalDevice', '/physical_device:CPU:0'];
  const each = () => record(ev, of!, ['name', 'device_type'], [str(node, place), str(node, 'CPU')], node);
  return { ...listOf(ev, undefined, node), each };
};
