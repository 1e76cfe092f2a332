// What layers and operations of Keras that work on one tensor do not take: the dict that a layer for many features gives.
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { entriesOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { isPlain } from '../calls/structure';

const LAYERS =
  /^keras\.layers\.(?:Dense|EinsumDense|Embedding|Flatten|ReLU|Softmax|Reshape|(?:Batch|Layer|Unit)?Normalization|GlobalAveragePooling1D|LSTM|MultiHeadAttention|Add|Multiply|Concatenate|Dot)$/;

const OPERATIONS =
  /^keras\.ops\.(?:concatenate|stack|sum|mean|matmul|dot|multiply|add|reshape|shape|expand_dims|cast|convert_to_tensor|relu|sigmoid|softmax)$/;

/** Notices a layer that is called with a dict of tensors. */
export function checkInput(object: Value, name: string, given: Arguments, node: Node, ev: Evaluator): void {
  if (name !== '__call__' || object.kind !== 'made' || !LAYERS.test(object.callee)) return;
  const [input] = given.positional;
  const count = input ? entriesIn(input) : 0;
  // Some take the only tensor of a dict.
  if (count > 1 || (count === 1 && object.callee.endsWith('.Dense'))) refuse(object.callee, node, ev);
  else if (input?.kind === 'view') refuse(object.callee, node, ev, 'a view of a dict');
}

/** Notices an operation on a dict of tensors. */
export function checkOperation(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  if (OPERATIONS.test(name) && given.positional.slice(0, 2).some((value) => entriesIn(value) > 1))
    refuse(name, node, ev);
  else if (JOINING.test(name) && given.positional[0]?.kind === 'view')
    refuse(name, node, ev, 'a view of a dict');
}

const JOINING = /^keras\.ops\.(?:concatenate|stack)$/;

/** How many entries a dict has. */
const entriesIn = (value: Value): number =>
  value.kind === 'dict' && isPlain(value) ? (entriesOf(value)?.length ?? 0) : 0;

function refuse(callee: string, node: Node, ev: Evaluator, what = 'a dict'): void {
  if (!isJudged(ev)) return;
  const name = callee.slice(callee.lastIndexOf('.') + 1);
  const reason = `\`${name}\` gets ${what} with the tensors of several features. Take one of them by its key, or join them: \`keras.ops.concatenate(list(embedded.values()), axis=-1)\``;
  fails(ev, node, refused(reason, 'ValueError'));
}
