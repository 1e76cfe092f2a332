// Symbolic tensors of Keras stand for those that a model gets later, and have no numbers.
import type { Evaluator, Failure, OfCall, Value } from '../../evaluator';
import { fails, isCertain } from '../../evaluator/failures';
import { refused, refusedValue } from '../../evaluator/refusals';
import { itemsOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { symbolicOf } from './tensor-shapes';

/** What arrays or tensors with numbers have, and no symbolic one of any release. */
const OF_ARRAYS: ReadonlySet<string> = new Set(
  (
    'T all any argmax argmin argsort astype clip copy cumsum detach dot fill flatten item max mean min nbytes numpy prod ravel ' +
    'repeat round size sort std sum swapaxes take tolist transpose var'
  ).split(' '),
);

const WITHOUT_NUMBERS = 'A symbolic tensor, such as `keras.Input` makes, has no numbers yet';
const INSTEAD = 'compute with `keras.ops`, or call a model with arrays';

const isSymbolic = (value: Value): boolean => symbolicOf(value) === 'certainly';

/** Notes an attribute that only tensors with numbers have. */
export function checkSymbolicAttribute(object: Value, name: string, node: Node, ev: Evaluator): void {
  const isRead = node.kind === 'attribute' && OF_ARRAYS.has(name) && isSymbolic(object);
  if (isRead && isCertain(ev, object))
    fails(ev, node, refused(`${WITHOUT_NUMBERS}, and no \`${name}\`: ${INSTEAD}`, 'AttributeError'));
}

const NUMPY = 'numpy.';

/** Functions of NumPy that make an array of what they get. */
const CONVERTING: ReadonlySet<string> = new Set(
  (
    'abs allclose argmax argsort array asarray clip concatenate copy dot exp hstack isfinite isnan log matmul max mean min ' +
    'reshape round sort sqrt stack sum transpose unique vstack'
  ).split(' '),
);

/** A function of NumPy that gets a symbolic tensor. */
export const conversionFailure: OfCall<Failure> = (name, { positional: [first] }) => {
  if (!first || !name.startsWith(NUMPY) || !CONVERTING.has(name.slice(NUMPY.length))) return undefined;
  return isSymbolic(first) || itemsOf(first)?.some(isSymbolic)
    ? refusedValue(`${WITHOUT_NUMBERS}, so NumPy cannot make an array of it: ${INSTEAD}`)
    : undefined;
};
