// Tensors that are computed in a replica, which the host does not have.
import { pathInTensorFlow } from '../../catalogue/names';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { entriesOf, itemsOf } from '../../evaluator/value';
import { runAround } from './strategies';

/** The arguments of the ops that a replica runs. */
const ofReplica = new WeakSet<Arguments>();

/** Functions each call of which makes an op, whatever they get. */
const OPS: ReadonlySet<string> = new Set(
  [
    'abs add boolean_mask clip_by_value concat constant expand_dims fill gather maximum minimum multiply one_hot ones',
    'ones_like pad range repeat reshape reverse squeeze stack subtract tile transpose where zeros zeros_like',
    'math.abs math.add math.floordiv math.floormod math.maximum math.minimum math.mod math.multiply math.subtract',
    'random.uniform sparse.from_dense strings.to_hash_bucket strings.to_hash_bucket_fast strings.to_number',
  ].flatMap((names) => names.split(' ')),
);

/** Notes a call of a function that makes an op, if a replica runs it. */
export function noteInReplica(name: string, given: Arguments, { around }: Evaluator): void {
  if (OPS.has(pathInTensorFlow(name) ?? '') && runAround(around)) ofReplica.add(given);
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
