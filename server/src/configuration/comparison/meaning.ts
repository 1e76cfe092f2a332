import { type EnumType, enumValueOf, type FieldType, type MessageType } from '../../schema/types';
import { floatJson, isWrapper, type JsonMessage, type JsonValue, jsonName } from '../to-json';

/** Stands in a message for a value that is not known. */
export const UNKNOWN: JsonMessage = Object.freeze({});

/** The name under which a message keeps, as texts, the fields that its schema does not declare. */
export const UNDECLARED = '*';

/**
 * A message as JSON that is the same for messages of one meaning: without what is as good as not written, fields in the
 * order of the schema. Of 64-bit integers those are numbers that a number can hold.
 */
export function meaningOf(type: MessageType, message: JsonMessage): JsonMessage {
  const meaning: JsonMessage = {};
  for (const field of type.fields) {
    const name = jsonName(field);
    const value = message[name];
    const meant = value === undefined ? undefined : meaningOfField(field, value);
    if (meant !== undefined) meaning[name] = meant;
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
  const meant = meaningOfValue(field, value);
  return isSaidByNothing(field, meant) ? undefined : meant;
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
 * Whether a value means what leaving it out means: a default, and a message that says nothing. Members of a oneof choose by
 * being there, and an empty FloatValue is 0.
 */
function isSaidByNothing(field: FieldType, meant: JsonValue): boolean {
  if (field.oneof !== undefined || isWrapper(field) || meant === UNKNOWN) return false;
  return field.message ? Object.keys(meant).length === 0 : meant === absentOf(field);
}

/** What a singular field means that is not written; null where that is nothing. */
export function absentOf(field: FieldType): JsonValue | null {
  if (field.message || field.oneof !== undefined) return null;
  if (field.enum) return enumOf(field.enum, 0);
  if (field.kind === 'bool') return false;
  return field.kind === 'string' || field.kind === 'bytes' ? '' : 0;
}

/** Whether something in a value is not known. */
export function hasUnknown(value: JsonValue): boolean {
  if (value === UNKNOWN) return true;
  return typeof value === 'object' && Object.values(value).some(hasUnknown);
}

/** A value without what is not known of it. */
export function knownPart(value: JsonValue): JsonValue {
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.filter((item) => item !== UNKNOWN).map(knownPart);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (part === UNKNOWN ? [] : [[name, knownPart(part)]])),
  );
}
