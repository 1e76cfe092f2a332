// What the dtypes of tensors tell of themselves, and tensors of their dtypes.
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

export const isOfDtype = (name: string): boolean => {
  const [, dtype = '', member] = CONSTANT.exec(name) ?? [];
  return (
    dtypeNamed(dtype) !== undefined && (member === undefined || member === 'name' || QUESTIONS.has(member))
  );
};

/** A dtype, which has several names, or what it tells. */
export function constantOfDtype(name: string, node: Node): Value | undefined {
  const [, named = '', member] = CONSTANT.exec(name) ?? [];
  const dtype = dtypeNamed(named);
  if (dtype === undefined) return undefined;
  if (member === undefined) return { kind: 'reference', name, constant: dtype, node };
  const question = QUESTIONS.get(member);
  return question ? bool(node, question.test(dtype)) : member === 'name' ? str(node, dtype) : undefined;
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
