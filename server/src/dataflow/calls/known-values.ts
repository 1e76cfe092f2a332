// What a value is worth, as far as it is known.
import type { Inferred } from './types';

/** The value as a number, with truth values as 0 and 1. */
export function numberOf(value: Inferred): number | undefined {
  if (value.kind === 'int') return value.value === undefined ? undefined : Number(value.value);
  if (value.kind === 'float' || value.kind === 'array') return value.value;
  return value.kind === 'bool' && value.value !== undefined ? Number(value.value) : undefined;
}

/** The number that a value stands for, one of Python's own classes of numbers included. */
export const worthOf = (value: Inferred): number | undefined =>
  value.kind === 'object' ? value.number : numberOf(value);

/** The value as an integer, with truth values as 0 and 1. */
export function wholeNumber(value: Inferred): bigint | undefined {
  if (value.kind === 'int') return value.value;
  return value.kind === 'bool' && value.value !== undefined ? BigInt(value.value) : undefined;
}

/** Whether a value is true in Python's sense. */
export function truth(value: Inferred): boolean | undefined {
  switch (value.kind) {
    case 'none':
      return false;
    case 'int':
    case 'float':
    case 'bool':
      return value.value === undefined
        ? undefined
        : Boolean(Number(value.value) || Number.isNaN(Number(value.value)));
    case 'str':
    case 'bytes':
      return value.value === undefined ? undefined : value.value !== '';
    case 'set':
      return value.elements && value.elements.length > 0;
    case 'dict':
      return value.entries && value.entries.length > 0;
    case 'list':
    case 'tuple':
    case 'range':
      return value.length === undefined ? undefined : value.length > 0;
    case 'function':
    case 'routine':
    case 'class':
    case 'instance':
      return true;
    default:
      return undefined;
  }
}
