// What tensors do not have or allow, whatever their shapes.
import { excerpt } from '../../basics/excerpt';
import { isWithin } from '../../basics/range';
import { ARRAY_ATTRIBUTES, JAX_ATTRIBUTES } from '../../catalogue/numpy';
import type { Around, Evaluator, Failure, Value } from '../../evaluator';
import { fails, isCertain } from '../../evaluator/failures';
import { attributesSetOutside } from '../../evaluator/overrides';
import { refused } from '../../evaluator/refusals';
import { functionOf } from '../../python/surroundings';
import { textMatches } from '../../python/text-matches';
import type { Expression, Node } from '../../python/tree';
import { tensorFacts } from '../calls/types';
import { factsOf, isArrayOfNumPy } from './numpy';
import { mayBePartial } from './op-outputs';
import { isGraphMade, isInGraphBlock, isInOwnGraph, RUNS_EAGERLY } from './strategies';
import { isKerasTensor } from './tensor-shapes';

function refuse(object: Value, reason: string, raises: string, node: Node, ev: Evaluator): void {
  if ((tensorFacts(object) || isKerasTensor(object)) && isCertain(ev, object))
    fails(ev, node, refused(reason, raises));
}

/** Whether a value is an array of numbers: the elements of one without a known dtype may have names. */
export const isArray = (value: Value): boolean => {
  const facts = factsOf(value);
  return (
    facts !== undefined && value.kind === 'made' && (facts.dtype !== undefined || OF_JAX.test(value.callee))
  );
};

const OF_JAX = /^jax\./;

function refuseArray(object: Value, reason: string, raises: string, node: Node, ev: Evaluator): void {
  if (isArray(object) && isCertain(ev, object)) fails(ev, node, refused(reason, raises));
}

/** Notes `tensor['name']`. */
export function checkTensorIndex(object: Value, index: Value, node: Node, ev: Evaluator): void {
  if (index.kind !== 'str') return;
  refuse(object, 'A tensor is read by numbers and slices, not by name', 'TypeError', node, ev);
  const isOfJax = object.kind === 'made' && OF_JAX.test(object.callee);
  const raises = isOfJax ? 'TypeError' : 'IndexError';
  refuseArray(object, 'An array is read by numbers and slices, not by name', raises, node, ev);
}

/** Notes `tensor[index] = value`. */
export const checkTensorItem = (object: Value, node: Node, ev: Evaluator): void =>
  refuse(
    object,
    'The elements of a tensor cannot be assigned: make another one, as by `tf.tensor_scatter_nd_update`',
    'TypeError',
    node,
    ev,
  );

/** What tensors of any kind have, and arrays, whose attributes tensors get if a program asks for it. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'T all any argmax argmin argpartition argsort astype backing_device base bounding_shape byteswap cast choose clip close ' +
    'compress concat conj conjugate constraint consumers copy cpu ctypes cumprod cumsum data dense_shape device diagonal dot ' +
    'dtype dump dumps dynamic_size element_shape eval experimental_ref fill flags flat flat_values flatten flow gather ' +
    'gather_nd get get_shape getfield gpu grad graph handle identity imag indices initial_value initializer ' +
    'is_compatible_with item itemsize load mT max mean merge_dims min name nbytes ndim nested_row_lengths nested_row_splits ' +
    'nested_value_rowids nonzero nrows numpy op partition path prod put ragged_rank ravel read read_value real ref ' +
    'regularizer repeat reshape resize round row_lengths row_limits row_splits row_splits_dtype row_starts scatter ' +
    'searchsorted set_shape setfield setflags shape size sort sparse_read split squeeze stack std strides sum swapaxes take ' +
    'to_device to_list to_sparse to_tensor tobytes tofile tolist trace trainable transpose uniform_row_length unstack value ' +
    'value_index value_rowids values var view with_flat_values with_row_splits_dtype with_values write'
  ).split(' '),
);

/** Variables have many classes. */
const OF_VARIABLES = /^(?:assign|batch_|count_|is_|scatter_|sparse_)|variable/i;

const SETS_BY_NAME = /\bsetattr\(/;

/** Notes an attribute that no tensor has, unless the program gives it to some object. */
function checkMissing(object: Value, name: string, node: Node, ev: Evaluator): void {
  const isOwn = object.kind === 'made' && object.callee.startsWith('tensorflow.');
  if (!isOwn || node.kind !== 'attribute' || name.startsWith('_') || ATTRIBUTES.has(name)) return;
  if (isVariable(object) || OF_VARIABLES.test(name)) return;
  if (attributesSetOutside(ev.tree).has(name) || textMatches(ev.tree, SETS_BY_NAME)) return;
  refuse(object, `A tensor has no \`${excerpt(name)}\``, 'AttributeError', node, ev);
}

/** What scalars of NumPy have, as numbers of Python do. */
const OF_SCALARS: ReadonlySet<string> = new Set([
  ...[
    'as_integer_ratio',
    'bit_count',
    'bit_length',
    'denominator',
    'fromhex',
    'hex',
    'is_integer',
    'numerator',
    'to_bytes',
  ],
]);

/** Notes an attribute that an array does not have, such as `array.numpy`. */
function checkMissingOfArray(object: Value, name: string, node: Node, ev: Evaluator): void {
  const isOfJaxAlone = JAX_ATTRIBUTES.has(name);
  if (node.kind !== 'attribute' || name.startsWith('_') || OF_SCALARS.has(name)) return;
  if ((ARRAY_ATTRIBUTES.has(name) && !isOfJaxAlone) || !isArray(object)) return;
  const isOfNumPy = isArrayOfNumPy(object, ev);
  const isOfJax = object.kind === 'made' && OF_JAX.test(object.callee);
  // What a function gets or gives may be a tensor there, or an array of JAX.
  if ((isOfJaxAlone && !isOfNumPy) || !(isOfJax || functionOf(object.node) === functionOf(node))) return;
  const array = isOfNumPy ? 'An array of NumPy' : 'An array';
  const reason = `${array} has no \`${excerpt(name)}\`${instead(name, isOfNumPy)}`;
  refuseArray(object, reason, 'AttributeError', node, ev);
}

function instead(name: string, isOfNumPy: boolean): string {
  if (JAX_ATTRIBUTES.has(name)) return ': `jnp.asarray(…)` makes one of JAX, which has it';
  if (name !== 'numpy') return '';
  return isOfNumPy ? ': this is one of NumPy already' : ': `np.asarray(…)` makes one of NumPy';
}

/** Notes what a tensor does not have: most of all `tensor.numpy` in a graph, where tensors have no values yet. */
export function checkTensorAttribute(object: Value, name: string, node: Node, ev: Evaluator): void {
  checkMissing(object, name, node, ev);
  checkMissingOfArray(object, name, node, ev);
  // `getattr` may have a default.
  if (name === 'numpy' && node.kind === 'attribute' && hasNoValueYet(object, node.object, ev))
    refuse(
      object,
      'In a `tf.function`, tensors have no values yet, and no `numpy`: print them by `tf.print`, or leave the function before',
      'AttributeError',
      node,
      ev,
    );
}

/** Whether a tensor belongs to the graph that is made where an expression reads it. */
export const hasNoValueYet = (
  tensor: Value,
  read: Expression,
  { around, tree }: Pick<Evaluator, 'around' | 'tree'>,
): boolean => isInOwnGraph(around) && isOfGraph(tensor, read, around) && !textMatches(tree, RUNS_EAGERLY);

/** Whether a tensor was made in the graph that is being made, or is given to it. Others have their values there, too. */
function isOfGraph(tensor: Value, read: Expression, around: Around): boolean {
  let name = read.kind === 'name' ? read.name : undefined;
  for (let at = around; 'outer' in at; at = at.outer) {
    const definition = at.kind === 'function' ? at.definition : undefined;
    if (definition && isWithin(tensor.node, definition)) return true;
    const isWhole = isGraphMade(at) || (at.outer.kind === 'with' && isGraphMade(at.outer));
    if (isWhole) return definition?.parameters.some((parameter) => parameter.name === name) ?? false;
    // The names of a function that others call are not those that the graph begins with.
    if (definition) name = undefined;
  }
  return false;
}

/** Why the elements of a tensor cannot be taken in a graph. */
export function refusedIteration(object: Value, node: Node, ev: Evaluator): Failure | undefined {
  const isOwn = object.kind === 'made' && object.callee.startsWith('tensorflow.');
  const isTensor = isOwn && tensorFacts(object) && !isVariable(object) && !mayBePartial(object);
  // AutoGraph replaces loops in a `tf.function`, and some of Python's own functions.
  const isReplaced = (node.kind === 'call' && node !== object.node) || node.parent?.kind === 'block';
  return isTensor && isCertain(ev, object) && isInAnyGraph(ev, isReplaced)
    ? refused(
        'A tensor in a graph has no elements to take one by one (`tf.unstack` gives a list of them)',
        'OperatorNotAllowedInGraphError',
      )
    : undefined;
}

const isInAnyGraph = ({ around, tree }: Evaluator, isReplaced: boolean): boolean =>
  isInOwnGraph(around) ? !isReplaced && !textMatches(tree, RUNS_EAGERLY) : isInGraphBlock(around);

const isVariable = ({ callee }: Extract<Value, { kind: 'made' }>): boolean => /variable/i.test(callee);
