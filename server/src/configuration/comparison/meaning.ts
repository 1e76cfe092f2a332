import { type EnumType, enumValueOf, type FieldType, type MessageType } from '../../schema/types';
import { floatJson, isWrapper, type JsonMessage, type JsonValue, jsonName } from '../to-json';

/** Stands in a message for a value that is not known. */
export const UNKNOWN: JsonMessage = Object.freeze({});

/** The member that lists, as texts, the fields that the schema does not declare. */
export const UNDECLARED = '*';

/**
 * A message as JSON that is equal for messages of the same meaning: without values that mean the same as an unset field, and
 * with fields in the order of the schema. 64-bit integers are numbers if these are exact.
 */
export function meaningOf(type: MessageType, message: JsonMessage): JsonMessage {
  const meaning: JsonMessage = {};
  for (const field of type.fields) {
    const name = jsonName(field);
    const value = message[name];
    const valueMeaning = value === undefined ? undefined : meaningOfField(field, value);
    if (valueMeaning !== undefined) meaning[name] = valueMeaning;
  }
  if (message[UNDECLARED]) meaning[UNDECLARED] = message[UNDECLARED];
  return meaning;
}

function meaningOfField(field: FieldType, value: JsonValue): JsonValue | undefined {
  if (value === UNKNOWN) return value;
  if (field.repeated) {
    const items = (value as JsonValue[]).map((item) => meaningOfValue(field, item));
    return items.length > 0 ? items : undefined;
  }
  const valueMeaning = meaningOfValue(field, value);
  return isSameAsUnset(field, valueMeaning) ? undefined : valueMeaning;
}

function meaningOfValue(field: FieldType, value: JsonValue): JsonValue {
  if (value === UNKNOWN) return value;
  if (isWrapper(field)) return floatOf(value);
  if (field.message) return meaningOf(field.message, value as JsonMessage);
  if (field.enum) return enumOf(field.enum, value);
  if (field.kind === 'float') return floatOf(value);
  return typeof value === 'string' && /64$/.test(field.kind) ? integerOf(value) : value;
}

/** To a float32, -0 is 0. */
const floatOf = (value: JsonValue): JsonValue => {
  const float = floatJson(Number(value));
  return float === 0 ? 0 : float;
};

const integerOf = (digits: string): JsonValue => {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : String(BigInt(digits));
};

function enumOf(type: EnumType, written: JsonValue): JsonValue {
  const { name = written, means = name } = enumValueOf(type, written as string | number) ?? {};
  return means;
}

/**
 * Whether a value means the same as an unset field: a default or an empty message. A member of a oneof counts by its
 * presence, and an empty FloatValue is 0.
 */
function isSameAsUnset(field: FieldType, meaning: JsonValue): boolean {
  if (field.oneof !== undefined || isWrapper(field) || meaning === UNKNOWN) return false;
  return field.message ? Object.keys(meaning).length === 0 : meaning === absentOf(field);
}

/** The meaning of a singular field that is not set; null if it has none. */
export function absentOf(field: FieldType): JsonValue | null {
  if (field.message || field.oneof !== undefined) return null;
  if (field.enum) return enumOf(field.enum, 0);
  if (field.kind === 'bool') return false;
  return field.kind === 'string' || field.kind === 'bytes' ? '' : 0;
}

/** Whether any part of a value is unknown. */
export function hasUnknown(value: JsonValue): boolean {
  if (value === UNKNOWN) return true;
  return typeof value === 'object' && Object.values(value).some(hasUnknown);
}

/** A value without its unknown parts. */
export function knownPart(value: JsonValue): JsonValue {
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.filter((item) => item !== UNKNOWN).map(knownPart);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (part === UNKNOWN ? [] : [[name, knownPart(part)]])),
  );
}
