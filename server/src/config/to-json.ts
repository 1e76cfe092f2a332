import { camelCase } from '../optimizers';
import { enumValueOf, type FieldType, type MessageType } from '../schema/types';
import { once } from '../text/once';
import type { BoundField, BoundMessage, Scalar } from './bind';
import { isMessage } from './configuration';
import { shortestFloat32 } from './float32';

/** A message as protobuf's JSON has it. */
export interface JsonMessage {
  [name: string]: JsonValue;
}

export type JsonValue = number | string | boolean | JsonMessage | JsonValue[];

/** A message's JSON, and the paths of what is written but cannot be read. */
export interface ReadJson {
  readonly json: JsonMessage;
  readonly unreadable: readonly string[];
}

/** A bound message as JSON: the fields written, enums by name. Of a singular field the last one counts. */
export function toJson(message: BoundMessage): ReadJson {
  const unreadable: string[] = [];
  return { json: messageJson(message, '', unreadable), unreadable };
}

function messageJson(message: BoundMessage, path: string, unreadable: string[]): JsonMessage {
  const json: JsonMessage = {};
  for (const field of message.fields) {
    const { type } = field;
    const name = jsonName(type);
    // Each replaces the other members of its oneof.
    if (type.oneof !== undefined)
      for (const other of message.type.fields) if (other.oneof === type.oneof) delete json[jsonName(other)];
    const value = fieldJson(field, path + name, unreadable);
    if (value === undefined) unreadable.push(path + name);
    else if (type.repeated && Array.isArray(json[name]))
      // One by one: a call takes only so many arguments.
      for (const item of value as JsonValue[]) json[name].push(item);
    else json[name] = value;
  }
  return json;
}

/** Undefined where the value cannot be read; of a list, items that cannot be read are left out. */
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

/** A scalar as JSON has it; undefined for bytes, which are not decoded. */
export function scalarJson(value: Scalar, { kind, enum: enumType }: FieldType): JsonValue | undefined {
  // Their bytes are not decoded.
  if (kind === 'bytes') return undefined;
  if (enumType) return enumValueOf(enumType, Number(value))?.name ?? Number(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'number') return value;
  if (kind === 'float') return floatJson(value);
  return Number.isFinite(value) ? value : String(value);
}

/**
 * A float32 as JSON has it: by its shortest digits, or a word where it is not finite. The largest comes in full, as Python's
 * reader refuses digits that are more, even if they round to it.
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

/** Whether a value is its field's default, and nothing tells whether that is written. */
export const isAsGoodAsNothing = (field: FieldType, value: JsonValue): boolean =>
  !field.presence &&
  !field.repeated &&
  (field.kind === 'string'
    ? value === ''
    : // Negative zero is written.
      (ZEROS.has(value) && !Object.is(value, -0)) ||
      field.enum?.values.find(({ name }) => name === value)?.number === 0);

/** Integers of 64 bits are strings. */
const ZEROS: ReadonlySet<JsonValue> = new Set<JsonValue>([0, '0', false]);
