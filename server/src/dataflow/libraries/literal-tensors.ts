import { findEntry } from '../../catalogue';
import type { Value } from '../../evaluator';

/** Parameters of functions whose tensors hold the numbers that they are given, zeros perhaps left out, by the ids of the functions. */
const NUMBERS: { readonly [id: string]: { readonly name: string; readonly index: number } } = {
  'tensorflow.constant': { name: 'value', index: 0 },
  'tensorflow.convert_to_tensor': { name: 'value', index: 0 },
  'tensorflow.expand_dims': { name: 'input', index: 0 },
  'tensorflow.ragged.constant': { name: 'pylist', index: 0 },
  'tensorflow.reshape': { name: 'tensor', index: 0 },
  'tensorflow.sparse.from_dense': { name: 'tensor', index: 0 },
  'tensorflow.SparseTensor': { name: 'values', index: 1 },
};

/** More numbers are not read. */
const MAX_NUMBERS = 1000;

/** The whole numbers that a tensor is made of, if they are all written out. */
export function integersIn(value: Value): readonly number[] | undefined {
  const found: number[] = [];
  return addIntegers(value, found, 0) ? found : undefined;
}

function addIntegers(value: Value, found: number[], depth: number): boolean {
  if (depth > 8 || found.length > MAX_NUMBERS) return false;
  switch (value.kind) {
    case 'int':
      return value.value !== undefined && found.push(Number(value.value)) > 0;
    case 'list':
      return value.cell.content?.every((each) => addIntegers(each, found, depth + 1)) ?? false;
    case 'tuple':
      return value.elements?.every((each) => addIntegers(each, found, depth + 1)) ?? false;
    case 'made': {
      const source = NUMBERS[findEntry(value.callee)?.id ?? value.callee];
      const { positional, keywords } = value.given;
      const numbers = source && (positional[source.index] ?? keywords.get(source.name));
      return numbers !== undefined && addIntegers(numbers, found, depth + 1);
    }
    default:
      return false;
  }
}
