// Tensors that are computed in a replica, which the host does not have.
import { oncePerName } from '../../basics/once';
import { pathInTensorFlow } from '../../catalogue/names';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { argumentAt, entriesOf, itemsOf } from '../../evaluator/value';
import { tensorFacts } from '../calls/types';
import { dtypeOf } from './specs';
import { runAround } from './strategies';

/** The arguments of the ops that a replica runs. */
const ofReplica = new WeakSet<Arguments>();

/** Functions each call of which makes an op, whatever they get. */
const OPS: ReadonlySet<string> = new Set(
  [
    'abs add bitcast boolean_mask clip_by_value concat constant ensure_shape expand_dims fill gather identity maximum minimum',
    'multiply negative one_hot ones ones_like pad range repeat reshape reverse squeeze stack stop_gradient subtract tile',
    'transpose where zeros zeros_like math.abs math.add math.floordiv math.floormod math.maximum math.minimum math.mod',
    'math.multiply math.negative math.subtract',
    'random.uniform sparse.from_dense strings.to_hash_bucket strings.to_hash_bucket_fast strings.to_number',
  ].flatMap((names) => names.split(' ')),
);

/** Functions that give a tensor of the wanted dtype as it is. */
const CASTS: ReadonlySet<string> = new Set(['cast', 'dtypes.cast']);

/** Whether a function may make an op. */
export const mayMakeOp = oncePerName((name) => {
  const path = pathInTensorFlow(name) ?? '';
  return OPS.has(path) || CASTS.has(path);
});

/** Notes a call of such a function, if a replica runs it. */
export function noteInReplica(name: string, given: Arguments, { around }: Evaluator): void {
  const isCast = CASTS.has(pathInTensorFlow(name) ?? '');
  if ((!isCast || isChanging(given)) && runAround(around)) ofReplica.add(given);
}

/** Whether a cast certainly is to another dtype. */
function isChanging(given: Arguments): boolean {
  const wanted = argumentAt(given, 1, 'dtype');
  const [from, to] = [tensorFacts(argumentAt(given, 0, 'x'))?.dtype, wanted && dtypeOf(wanted)];
  return from !== undefined && to !== undefined && from !== to;
}

/** A tensor in a nesting of tensors that an op of a replica certainly gives. */
export function computedInReplica(value: Value | undefined, depth = 0): Value | undefined {
  if (value?.kind === 'made') return ofReplica.has(value.given) ? value : undefined;
  const parts =
    value?.kind === 'dict' ? entriesOf(value)?.map((entry) => entry.value) : value && itemsOf(value);
  if (depth > MAX_DEPTH) return undefined;
  for (const part of parts ?? []) {
    const found = computedInReplica(part, depth + 1);
    if (found) return found;
  }
  return undefined;
}

const MAX_DEPTH = 16;
