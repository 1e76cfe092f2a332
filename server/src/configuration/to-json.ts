import { once } from '../basics/once';
import { camelCase } from '../optimizers';
import { enumValueOf, type FieldType, type MessageType } from '../schema/types';
import type { BoundField, BoundMessage, Scalar } from './bind';
import { isMessage } from './configuration';
import { shortestFloat32 } from './float32';

/** A message in protobuf's JSON format. */
export interface JsonMessage {
  [name: string]: JsonValue;
}

export type JsonValue = number | string | boolean | JsonMessage | JsonValue[];

/** A message as JSON, and the paths of values that are written but unreadable. */
interface ReadJson {
  readonly json: JsonMessage;
  readonly unreadable: readonly string[];
}

/** A bound message as JSON: the written fields, enums by name. The last occurrence of a singular field counts. */
export function toJson(message: BoundMessage): ReadJson {
  const unreadable: string[] = [];
  return { json: messageJson(message, '', unreadable), unreadable };
}

function messageJson(message: BoundMessage, path: string, unreadable: string[]): JsonMessage {
  const json: JsonMessage = {};
  for (const field of message.fields) {
    const { type } = field;
    const name = jsonName(type);
    // Each member of a oneof replaces the others.
    if (type.oneof !== undefined)
      for (const other of message.type.fields) if (other.oneof === type.oneof) delete json[jsonName(other)];
    const value = fieldJson(field, path + name, unreadable);
    if (value === undefined) unreadable.push(path + name);
    else if (type.repeated && Array.isArray(json[name]))
      // One by one, as a call accepts only a limited number of arguments.
      for (const item of value as JsonValue[]) json[name].push(item);
    else json[name] = value;
  }
  return json;
}

/** Undefined if the value is unreadable; unreadable items of a list are left out. */
function fieldJson(field: BoundField, path: string, unreadable: string[]): JsonValue | undefined {
  const { type, value } = field;
  const read = (item: Scalar | BoundMessage | undefined): JsonValue | undefined => {
    if (item === undefined) return undefined;
    if (!isMessage(item)) return scalarJson(item, type);
    if (!isWrapper(type)) return messageJson(item, `${path}.`, unreadable);
    const { value: wrapped = 0 } = messageJson(item, '', []);
    return item.fields.every((inner) => inner.value !== undefined) ? wrapped : undefined;
  };
  if (!type.repeated) return read(value);
  return field.values.flatMap((item) => read(item.value) ?? []);
}

/** A scalar in JSON; undefined for bytes, which are not decoded. */
export function scalarJson(value: Scalar, { kind, enum: enumType }: FieldType): JsonValue | undefined {
  if (kind === 'bytes') return undefined;
  if (enumType) return enumValueOf(enumType, Number(value))?.name ?? Number(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'number') return value;
  if (kind === 'float') return floatJson(value);
  return Number.isFinite(value) ? value : String(value);
}

/**
 * A float32 in JSON: its shortest digits, or a word if it is not finite. The largest one is written in full, as Python's
 * reader refuses a larger number even if it would round to that value.
 */
export function floatJson(value: number): number | string {
  const rounded = Math.fround(value);
  if (!Number.isFinite(rounded)) return String(rounded);
  return Math.abs(rounded) === LARGEST_FLOAT ? rounded : shortestFloat32(rounded);
}

const LARGEST_FLOAT = 2 ** 128 - 2 ** 104;

export const jsonName = once(({ name }: Pick<FieldType, 'name'>): string => camelCase(name));

export function fieldByJsonName(type: MessageType, name: string): FieldType | undefined {
  return type.fields.find((field) => jsonName(field) === name);
}

/** Whether a field is a FloatValue, which JSON writes as its number. */
export const isWrapper = ({ message }: FieldType): boolean => message?.name === 'google.protobuf.FloatValue';

/** Whether a value is its field's default, and presence is not tracked. */
export const isImplicitDefault = (field: FieldType, value: JsonValue): boolean =>
  !field.presence &&
  !field.repeated &&
  (field.kind === 'string'
    ? value === ''
    : // Negative zero is written.
      (ZEROS.has(value) && !Object.is(value, -0)) ||
      field.enum?.values.find(({ name }) => name === value)?.number === 0);

/** Integers of 64 bits are strings in JSON. */
const ZEROS: ReadonlySet<JsonValue> = new Set<JsonValue>([0, '0', false]);
