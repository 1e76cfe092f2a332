import { fieldAt, setAt } from '../../configuration/json-paths';
import { isImplicitDefault, type JsonMessage, type JsonValue } from '../../configuration/to-json';
import { CONFIGURATION_TYPE } from '../../schema/builtin';
import type { DerivedField } from './draft';

/** The known part of a configuration as ProtoJSON, with or without values that equal leaving the field out. */
export function messageOf(fields: readonly DerivedField[], keepsDefaults = false): JsonMessage {
  const message: JsonMessage = {};
  // A copy, as nested fields are written into it.
  for (const { path, value } of fields)
    if (value !== undefined && (keepsDefaults || !isDefault(path, value)))
      setAt(message, path, structuredClone(value));
  return withoutHoles(message) as JsonMessage;
}

/**
 * Replaces unknown items of lists by empty messages, so that the others keep their indices. ProtoJSON does not allow null
 * there.
 */
function withoutHoles(json: JsonValue): JsonValue {
  if (typeof json !== 'object') return json;
  if (Array.isArray(json)) return Array.from(json, (item) => withoutHoles(item ?? {}));
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withoutHoles(value)]));
}

function isDefault(path: string, value: JsonValue): boolean {
  const field = fieldAt(CONFIGURATION_TYPE, path);
  return field !== undefined && isImplicitDefault(field, value);
}
