import type { FieldType, MessageType } from '../schema/types';
import { fieldByJsonName, type JsonMessage, type JsonValue } from './to-json';

/** The field at a path such as `tableDescriptor[0].dimension`, relative to a message. */
export function fieldAt(type: MessageType, path: string): FieldType | undefined {
  let field: FieldType | undefined;
  let message: MessageType | undefined = type;
  for (const name of path.split('.')) {
    field = message && fieldByJsonName(message, name.replace(INDEX, ''));
    message = field?.message;
  }
  return field;
}

const INDEX = /\[\d+\]$/;

/** Sets the value at a path; creates the messages and lists on the way. */
export function setAt(json: JsonMessage, path: string, value: JsonValue): void {
  const { holder, last } = holderAt(json, path);
  holder[last] = value;
}

/** Creates the messages and lists on the way to a path. */
export function createPath(json: JsonMessage, path: string): void {
  holderAt(json, path);
}

function holderAt(json: JsonMessage, path: string) {
  const steps = path
    .split(/\.|(?=\[)/)
    .map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step));
  const last = steps.pop()!;
  let holder = json as Record<string | number, JsonValue>;
  for (const [i, step] of steps.entries()) {
    holder[step] ??= typeof (steps[i + 1] ?? last) === 'number' ? [] : {};
    holder = holder[step] as Record<string | number, JsonValue>;
  }
  return { holder, last };
}
