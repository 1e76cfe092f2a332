// Of which of TensorFlow's classes of tensors a value is.
import { findEntry } from '../../catalogue';
import type { Value } from '../../evaluator';
import { kinds } from '../../evaluator/value';
import { inferredOf, tensorFacts } from '../calls/types';
import { mayBePartial, partialKind } from './op-outputs';

const CLASS = /^tensorflow\.(?:compat\.v[12]\.)?(?:sparse\.|ragged\.)?(Tensor|SparseTensor|RaggedTensor)$/;

/** Whether a value is of a class of tensors; undefined for another class, or where that is not known. */
export function isOfTensors(value: Value, cls: string): boolean | undefined {
  const [, wanted] = CLASS.exec(cls) ?? [];
  if (wanted === undefined) return undefined;
  if (PLAIN.has(value.kind) || isArray(value)) return false;
  const partial = partialKind(value);
  if (partial !== undefined) return partial === wanted;
  if (!tensorFacts(value) || mayBePartial(value)) return undefined;
  return wanted === 'Tensor' ? isDense(value) || undefined : false;
}

const PLAIN = kinds('none', 'bool', 'int', 'float', 'str', 'bytes', 'list', 'tuple', 'dict', 'set', 'range');

const isArray = (value: Value): boolean =>
  value.kind === 'made' && value.callee.startsWith('numpy.') && inferredOf(value)?.kind === 'array';

/** Whether it is made neither as a variable nor as a gradient, which may be slices, nor by what may return a function. */
function isDense(value: Value): boolean {
  const makes = value.kind === 'made' ? findEntry(value.callee)?.makes : undefined;
  return (
    makes !== undefined &&
    typeof makes.trainable !== 'object' &&
    makes.list !== 'each' &&
    Object.keys(makes).length > 0
  );
}
