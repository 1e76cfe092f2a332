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
  return message;
}

function isDefault(path: string, value: JsonValue): boolean {
  const field = fieldAt(CONFIGURATION_TYPE, path);
  return field !== undefined && isAsGoodAsNothing(field, value);
}
