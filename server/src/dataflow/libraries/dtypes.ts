// What the dtypes of tensors tell of themselves, and tensors of their dtypes.
import { oncePerName } from '../../basics/once';
import { dtypeNamed } from '../../catalogue/dtypes';
import type { Value } from '../../evaluator';
import { bool, str } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { tensorFacts } from '../calls/types';
import { dtypeOf, SPEC } from './specs';

/** A constant, and a member of it. */
const CONSTANT = /^tensorflow\.(?:dtypes\.)?(?!float$)(\w+)(?:\.(\w+))?$/;

/** The members that are questions, by the names of the dtypes that answer yes. */
const QUESTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['is_bool', /^bool$/],
  ['is_complex', /^complex/],
  ['is_floating', /float/],
  ['is_integer', /^u?int/],
  ['is_unsigned', /^uint/],
]);

/** The dtype that a constant is or is a member of, and the name of the member. */
const constantNamed = oncePerName((name) => {
  const [, named = '', member] = CONSTANT.exec(name) ?? [];
  const dtype = dtypeNamed(named);
  const isTold = member === undefined || member === 'name' || QUESTIONS.has(member);
  return dtype !== undefined && isTold ? { dtype, member } : undefined;
});

export const isOfDtype = (name: string): boolean => constantNamed(name) !== undefined;

/** A dtype, which has several names, or what it tells. */
export function constantOfDtype(name: string, node: Node): Value | undefined {
  const found = constantNamed(name);
  if (!found) return undefined;
  const { dtype, member } = found;
  if (member === undefined) return { kind: 'reference', name, constant: dtype, node };
  return member === 'name' ? str(node, dtype) : bool(node, QUESTIONS.get(member)!.test(dtype));
}

/** `tensor.dtype`, and that of a `TensorSpec`. */
export function dtypeOfTensor(object: Value, name: string, node: Node): Value | undefined {
  if (name !== 'dtype' || object.kind !== 'made' || !OF_TENSORFLOW.test(object.callee)) return undefined;
  const isSpec = SPEC.exec(object.callee)?.[1] === '' && !object.given.hasUnknownArguments;
  const { positional, keywords } = object.given;
  const dtype = isSpec ? dtypeOf(positional[1] ?? keywords.get('dtype')) : tensorFacts(object)?.dtype;
  return dtype === undefined ? undefined : constantOfDtype(`tensorflow.${dtype}`, node);
}

/** Keras has names of dtypes, and variables of TensorFlow 1 have dtypes of their own. */
const OF_TENSORFLOW = /^tensorflow\.(?!keras\.|compat\.v1\.)/;
