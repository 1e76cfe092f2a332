// Symbolic tensors of Keras stand for those that a model gets later, and have no numbers.
import { LACKED_BY_SYMBOLIC } from '../../catalogue/keras-operations';
import { NUMPY_CONVERTING } from '../../catalogue/numpy';
import type { Evaluator, Failure, OfCall, Value } from '../../evaluator';
import { fails, isCertain } from '../../evaluator/failures';
import { refused, refusedValue } from '../../evaluator/refusals';
import { itemsOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { symbolicOf } from './tensor-shapes';

const WITHOUT_NUMBERS = 'A symbolic tensor, such as `keras.Input` makes, has no numbers yet';
const INSTEAD = 'compute with `keras.ops`, or call a model with arrays';

const isSymbolic = (value: Value): boolean => symbolicOf(value) === 'certainly';

/** Notes an attribute that only tensors with numbers have. */
export function checkSymbolicAttribute(object: Value, name: string, node: Node, ev: Evaluator): void {
  const isRead = node.kind === 'attribute' && LACKED_BY_SYMBOLIC.has(name) && isSymbolic(object);
  if (isRead && isCertain(ev, object))
    fails(ev, node, refused(`${WITHOUT_NUMBERS}, and no \`${name}\`: ${INSTEAD}`, 'AttributeError'));
}

/** A function of NumPy that gets a symbolic tensor. */
export const conversionFailure: OfCall<Failure> = (name, { positional: [first] }) => {
  if (!first || !NUMPY_CONVERTING.has(name)) return undefined;
  return isSymbolic(first) || itemsOf(first)?.some(isSymbolic)
    ? refusedValue(`${WITHOUT_NUMBERS}, so NumPy cannot make an array of it: ${INSTEAD}`)
    : undefined;
};
