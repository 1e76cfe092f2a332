import { findEntry } from '../../catalogue';
import { INTEGERS } from '../../configuration/bind';
import type { Value } from '../../evaluator';
import { equal, int } from '../../evaluator/value';
import { enumValueOf, type FieldType } from '../../schema/types';
import type { Scalar } from './message';

/** The value that a field stores after an assignment in Python; undefined if that is unknown or refused. */
export function storedScalar(field: FieldType, value: Value): Scalar | undefined {
  switch (field.kind) {
    case 'string':
      return value.kind === 'str' ? value.value : undefined;
    case 'bool':
      return value.kind === 'bool' ? value.value : undefined;
    case 'float':
    case 'double':
      if (value.kind !== 'int' && value.kind !== 'float') return undefined;
      return value.value === undefined ? undefined : Number(value.value);
    case 'enum':
      if (value.kind === 'reference') return enumNumber(field, enumNameOf(value.name));
      if (value.kind === 'str') return enumNumber(field, value.value);
      return value.kind === 'int' ? integer('int32', value.value) : undefined;
    case 'bytes':
    case 'message':
      return undefined;
    default:
      return value.kind === 'int' ? integer(field.kind, value.value) : undefined;
  }
}

/** The name of an enum value, from a dotted name. */
function enumNameOf(name: string): string | undefined {
  const entry = findEntry(name);
  return entry?.value && 'enum' in entry.value ? entry.name : undefined;
}

/** Whether two values are equal of which one is of an enum: messages hold these as numbers. */
export function comparedConstants(left: Value, operator: string, right: Value): boolean | undefined {
  const [one, other] = [left, right].map(plainConstant) as [Value, Value];
  if (!EQUALITY.has(operator) || (one === left && other === right)) return undefined;
  const areEqual = equal(one, other);
  return areEqual === undefined ? undefined : areEqual === (operator === '==');
}
const EQUALITY: ReadonlySet<string> = new Set(['==', '!=']);

function plainConstant(value: Value): Value {
  const entry = value.kind === 'reference' ? findEntry(value.name) : undefined;
  return entry?.value && 'enum' in entry.value ? int(value.node, BigInt(entry.value.number)) : value;
}

const enumNumber = (field: FieldType, name: string | undefined) =>
  field.enum && name !== undefined ? enumValueOf(field.enum, name)?.number : undefined;

/** As the binder stores it: 64-bit integers are bigints. */
function integer(kind: keyof typeof INTEGERS, value: bigint | undefined): Scalar | undefined {
  const { wide, low, high } = INTEGERS[kind];
  if (value === undefined || value < low || value > high) return undefined;
  return wide ? value : Number(value);
}
