import { fieldAt, setAt } from '../config/json-paths';
import { isAsGoodAsNothing, type JsonMessage, type JsonValue } from '../config/to-json';
import { builtin, CONFIGURATION } from '../schema/builtin';
import type { DerivedField } from './draft';

export const CONFIGURATION_TYPE = builtin.message(CONFIGURATION)!;

/** What is known of a configuration, as ProtoJSON; with all that the program says, or without what is as good as nothing. */
export function messageOf(fields: readonly DerivedField[], keepsDefaults = false): JsonMessage {
  const message: JsonMessage = {};
  // Fields within are put into a copy.
  for (const { path, value } of fields)
    if (value !== undefined && (keepsDefaults || !isDefault(path, value)))
      setAt(message, path, structuredClone(value));
  return withoutHoles(message) as JsonMessage;
}

/** In a list an empty message stands for one that is not known: the others keep their places, and null is none of ProtoJSON. */
function withoutHoles(json: JsonValue): JsonValue {
  if (typeof json !== 'object') return json;
  if (Array.isArray(json)) return Array.from(json, (item) => withoutHoles(item ?? {}));
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withoutHoles(value)]));
}

function isDefault(path: string, value: JsonValue): boolean {
  const field = fieldAt(CONFIGURATION_TYPE, path);
  return field !== undefined && isAsGoodAsNothing(field, value);
}
