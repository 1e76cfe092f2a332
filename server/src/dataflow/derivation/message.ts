import { fieldAt, setAt } from '../../configuration/json-paths';
import { isImplicitDefault, type JsonMessage, type JsonValue } from '../../configuration/to-json';
import { CONFIGURATION_TYPE } from '../../schema/builtin';
import type { DerivedField, Json } from './draft';

/** The known part of a configuration as ProtoJSON, with or without values that equal leaving the field out. */
export function messageOf(fields: readonly DerivedField[], keepsDefaults = false): JsonMessage {
  const message: JsonMessage = {};
  // A copy, as nested fields are written into it.
  for (const { path, value } of fields)
    if (value !== undefined && (keepsDefaults || !isDefault(path, value as JsonValue)))
      setAt(message, path, structuredClone(value) as JsonValue);
  return withoutHoles(message);
}

/**
 * Replaces unknown items of lists by empty messages, so that the others keep their indices. ProtoJSON does not allow null
 * there.
 */
export function withoutHoles<T extends Json>(json: T): T;
export function withoutHoles(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json))
    return Array.from(json, (item: Json | undefined) => withoutHoles(item === undefined ? {} : item));
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withoutHoles(value)]));
}

function isDefault(path: string, value: JsonValue): boolean {
  const field = fieldAt(CONFIGURATION_TYPE, path);
  return field !== undefined && isImplicitDefault(field, value);
}
