// Tensors that are only described.
import { dtypeNamed } from '../../catalogue/dtypes';
import type { Evaluator, Value } from '../../evaluator';
import { dictLike, listOf, tupleOf } from '../../evaluator/containers';
import { int, itemsOf, kinds, NO_ARGUMENTS, none, numberOf, passing, unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { isPlain } from '../calls/structure';
import { type Inferred, type InferredArray, inferredOf, type Shape, tensorFacts } from '../calls/types';
import { about } from './by-package';

/** A tensor of a dtype and a shape. */
export const tensor = (
  dtype: string | undefined,
  shape: Shape | undefined,
  node: Node,
  isOpen = false,
): Value => {
  const facts: Inferred = { kind: 'tensor', dtype, shape, ...(isOpen && { isOpen }) };
  return { kind: 'made', callee: 'tensorflow.convert_to_tensor', given: { ...NO_ARGUMENTS }, facts, node };
};

/** The specification of a dense tensor. A first size that is left open is None; others that are not known may be numbers. */
export function specOf(value: Value, node: Node): Value {
  const facts = tensorFacts(value);
  const open = unknown(node, 'call');
  if (!facts?.shape) return open;
  const sizes = facts.shape.map((size) => (size === undefined ? open : int(node, BigInt(size))));
  if (facts.isOpen) sizes[0] = none(node);
  const dtype: Value = facts.dtype ? { kind: 'reference', name: `tensorflow.${facts.dtype}`, node } : open;
  return { kind: 'made', callee: 'tensorflow.TensorSpec', given: passing(tupleOf(sizes, node), dtype), node };
}

const MAX_DEPTH = 8;

/** What a nesting of specifications describes. */
export function describedBy(spec: Value, node: Node, ev: Evaluator, depth = 0): Value {
  if (depth > MAX_DEPTH) return unknown(node, 'limit');
  if (OF_PYTHON.has(spec.kind)) return spec;
  const inner = (each: Value) => describedBy(each, node, ev, depth + 1);
  if (spec.kind === 'tuple') return tupleOf(spec.elements?.map(inner), node);
  if (spec.kind === 'list') return listOf(ev, spec.cell.content?.map(inner), node);
  if (spec.kind !== 'dict' || !isPlain(spec)) return tensorOfSpec(spec, node);
  return dictLike(ev, spec, inner, node);
}

/** Values that a function gets as they are where it is traced with them. */
const OF_PYTHON = kinds('none', 'bool', 'int', 'float', 'str', 'bytes');

export const SPEC = /^tensorflow\.(?:compat\.v[12]\.)?(Ragged|Sparse|)TensorSpec$/;

/** A tensor of the numbers of an array. */
export const tensorOfArray = ({ dtype, shape }: InferredArray, node: Node): Value =>
  tensor(dtype === PLATFORM_INT ? undefined : dtype, shape, node);

/** NumPy's type whose size is that of the platform. */
const PLATFORM_INT = 'int';

/** A tensor as another tensor, an array, a `TensorSpec`, a `RaggedTensorSpec` or a `SparseTensorSpec` describes it. */
export function tensorOfSpec(spec: Value, node: Node): Value {
  const facts = isVariable(spec) ? undefined : inferredOf(spec);
  if (facts?.kind === 'tensor') return tensor(facts.dtype, facts.shape, node);
  if (facts?.kind === 'array') return tensorOfArray(facts, node);
  const [, kind] = (spec.kind === 'made' && SPEC.exec(spec.callee)) || [];
  if (spec.kind !== 'made' || kind === undefined || spec.given.hasUnknownArguments)
    return unknown(node, 'call');
  const { positional, keywords } = spec.given;
  const shape = positional[0] ?? keywords.get('shape');
  const dtype = positional[1] ?? keywords.get('dtype');
  const sizes = itemsOf(shape)?.map(numberOf);
  if (kind === '') return tensor(dtypeOf(dtype), sizes, node, itemsOf(shape)?.[0]?.kind === 'none');
  const described: Inferred = { kind: 'object', name: `${kind}Tensor`, sizes, dtype: dtypeOf(dtype) };
  return {
    kind: 'made',
    callee: 'tensorflow.convert_to_tensor',
    given: { ...NO_ARGUMENTS },
    facts: described,
    node,
  };
}

/** A variable is itself what a function gets where it is traced with one. */
const isVariable = (value: Value): boolean => value.kind === 'made' && value.callee.endsWith('.Variable');

const DTYPE = /^tensorflow\.(?:dtypes\.)?(?!float$)(\w+)$/;

/** The dtype that a description of tensors gets. */
export const dtypeOf = (given: Value | undefined): string | undefined =>
  given === undefined
    ? 'float32'
    : given.kind === 'str'
      ? dtypeNamed(given.value ?? '')
      : dtypeOfConstant(given);

/** The dtype that a constant of TensorFlow stands for. */
export const dtypeOfConstant = (value: Value | undefined): string | undefined =>
  value?.kind === 'reference' ? dtypeNamed(DTYPE.exec(value.name)?.[1] ?? '') : undefined;

/** The dtype that `tf.as_dtype` finds for its name. */
export const dtypeByName = about<Value>(
  (name) => AS_DTYPE.test(name),
  (_name, given, node) => {
    if (given.hasUnknownArguments) return undefined;
    const [value] = given.positional;
    if (dtypeOfConstant(value) !== undefined) return value;
    const named = value?.kind === 'str' ? dtypeNamed(value.value ?? '') : undefined;
    return named === undefined ? undefined : { kind: 'reference', name: `tensorflow.${named}`, node };
  },
);

const AS_DTYPE = /^tensorflow\.(?:dtypes\.)?as_dtype$/;
