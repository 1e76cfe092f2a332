import { fieldAt, setAt } from '../config/json-paths';
import type { JsonMessage, JsonValue } from '../config/to-json';
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
  return message;
}

/** Where presence is not tracked, the default is as good as nothing. */
function isDefault(path: string, value: JsonValue): boolean {
  const field = fieldAt(CONFIGURATION_TYPE, path);
  if (!field || field.presence || field.repeated) return false;
  return DEFAULTS.has(value) || field.enum?.values.find(({ name }) => name === value)?.number === 0;
}

const DEFAULTS: ReadonlySet<JsonValue> = new Set<JsonValue>([0, '0', '', false]);
