import type { Arguments, OfMethod, Value } from '../../evaluator';
import { listOf } from '../../evaluator/containers';
import { record } from '../../evaluator/records';
import { passing, str } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import type { Inferred } from '../calls/types';
import { about } from './by-package';
import { strategyIn } from './strategies';

const LISTING =
  /^tensorflow\.(?:compat\.v[12]\.)?config\.(?:experimental\.)?list_(logical|physical)_devices$/;

const OF_JAX = /^jax\.(?:local_)?devices$/;
const DEVICES: Inferred = { kind: 'list', length: undefined, elements: undefined };

/** What stands for the devices of a strategy, for the name of one, and for the parts of such a name. */
const OF_STRATEGY = 'tensorflow.distribute.StrategyExtended.worker_devices';
const NAME = 'tensorflow.device.name';
const SPEC = 'tensorflow.DeviceSpec.of';
const DESCRIBED: ReadonlySet<string> = new Set([NAME, SPEC]);

const SPEC_CLASS = /^tensorflow\.(?:compat\.v2\.)?DeviceSpec(\.from_string)?$/;
const ASSIGNING = /^tensorflow\.(?:compat\.v[12]\.)?tpu\.experimental\.DeviceAssignment(?:\.build)?$/;

/** The kinds of devices that the methods of a `DeviceAssignment` name. */
const ASSIGNED: ReadonlyMap<string, string> = new Map([
  ['tpu_device', 'TPU'],
  ['host_device', 'CPU'],
]);

/** The name of some device of a kind, or its parts: of which job and how many is not known. */
function deviceOf(callee: typeof NAME | typeof SPEC, kind: string, node: Node): Value {
  const facts: Inferred =
    callee === NAME
      ? { kind: 'str', value: undefined, device: kind }
      : { kind: 'object', name: 'DeviceSpec' };
  return { kind: 'made', callee, given: passing(str(node, kind)), facts, node };
}

/** The kind of a device by its name, its parts, or what says its kind. */
function kindOf(value: Value | undefined): string | undefined {
  if (value?.kind === 'str') return kindNamed(value.value ?? '');
  const [kind] = value?.kind === 'made' && DESCRIBED.has(value.callee) ? value.given.positional : [];
  return kind?.kind === 'str' ? kind.value : undefined;
}

const KIND = /^[CGT]PU$/;

/** The kind of device in a name such as `/job:worker/device:TPU:0`. */
export const kindNamed = (name: string): string | undefined =>
  /(?:^|\/)(?:device:)?([CGT]PU)(?::|$)/i.exec(name)?.[1]?.toUpperCase();

const LISTINGS = [OF_JAX, SPEC_CLASS, LISTING];

/** The devices that TensorFlow lists, of which how many there are is not known, and parts of names. */
export const devicesListed = about<Value>(
  (name) => LISTINGS.some((each) => each.test(name)),
  (name, given, node, ev) => {
    const { positional, keywords, hasUnknownArguments } = given;
    if (OF_JAX.test(name))
      return {
        kind: 'made',
        callee: name,
        given: { positional, keywords, hasUnknownArguments },
        facts: DEVICES,
        node,
      };
    const [isSpec, isRead] = SPEC_CLASS.exec(name) ?? [];
    if (isSpec !== undefined) return specOf(isRead ? kindOf(positional[0]) : kindGiven(given, 3), node);
    const [whole, kind] = LISTING.exec(name) ?? [];
    const [type = keywords.get('device_type')] = positional;
    const isCpu = type?.kind === 'str' && type.value === 'CPU';
    if (whole === undefined || hasUnknownArguments || !isCpu) return undefined;
    const [of, place] =
      kind === 'logical' ? ['LogicalDevice', '/device:CPU:0'] : ['PhysicalDevice', '/physical_device:CPU:0'];
    const each = () => record(ev, of!, ['name', 'device_type'], [str(node, place), str(node, 'CPU')], node);
    return { ...listOf(ev, undefined, node), each };
  },
);

const specOf = (kind: string | undefined, node: Node) => (kind ? deviceOf(SPEC, kind, node) : undefined);

/** The kind of device that arguments name as `device_type`. */
function kindGiven(given: Arguments, position?: number): string | undefined {
  const type =
    given.keywords.get('device_type') ?? (position === undefined ? undefined : given.positional[position]);
  const name = type?.kind === 'str' ? type.value?.toUpperCase() : undefined;
  return name !== undefined && KIND.test(name) && !given.hasUnknownArguments ? name : undefined;
}

/** The devices of a TPU strategy, and the kind of device that a `DeviceSpec` is of. */
export function attributeOfDevice(object: Value, name: string, node: Node): Value | undefined {
  if (name === 'worker_devices' && object.kind === 'method' && object.name === 'extended')
    return strategyIn(object.object) === 'tpu'
      ? {
          kind: 'made',
          callee: OF_STRATEGY,
          given: passing(object.object),
          facts: { kind: 'tuple', length: undefined, elements: undefined } as Inferred,
          node,
        }
      : undefined;
  const isType = name === 'device_type' && object.kind === 'made' && object.callee === SPEC;
  return isType ? str(node, kindOf(object)) : undefined;
}

/** Any of the devices of a strategy. */
export const elementOfDevices = (over: Value, node: Node): Value | undefined =>
  holdsDevices(over) ? deviceOf(NAME, 'TPU', node) : undefined;

/** Whether a value is the devices of a strategy, of which there is one at least. */
export const holdsDevices = (over: Value): boolean => over.kind === 'made' && over.callee === OF_STRATEGY;

/** Methods of names of devices and of their parts. */
export const methodOfDevice: OfMethod<Value> = (object, name, given, node) => {
  if (object.kind !== 'made') return undefined;
  const assigned = ASSIGNING.test(object.callee) ? ASSIGNED.get(name) : undefined;
  if (assigned !== undefined) return deviceOf(NAME, assigned, node);
  const kind = kindOf(object);
  if (kind === undefined) return undefined;
  if (object.callee === NAME) return name === 'replace' ? renamed(kind, given, node) : undefined;
  if (name === 'to_string') return deviceOf(NAME, kind, node);
  if (name !== 'replace' || given.hasUnknownArguments) return undefined;
  return specOf(given.keywords.has('device_type') ? kindGiven(given) : kind, node);
};

/** `name.replace(old, new)`, where it turns the kind of device into another, whatever the rest of the name. */
function renamed(kind: string, { positional: [from, to], hasUnknownArguments }: Arguments, node: Node) {
  const [old, next] = [from, to].map((each) => (each?.kind === 'str' ? each.value : undefined));
  const part = `/device:${kind}:`;
  if (!old || next === undefined || hasUnknownArguments || !part.includes(old)) return undefined;
  const after = kindNamed(part.replaceAll(old, next));
  return after === undefined ? undefined : deviceOf(NAME, after, node);
}
