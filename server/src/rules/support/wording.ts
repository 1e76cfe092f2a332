import { excerpt } from '../../basics/excerpt';
import type { Table } from '../../configuration/configuration';
import { type FieldType, type MessageType, meaningfulNames } from '../../schema/types';

/** The kind of value that a field takes, such as `a whole number of rows`. */
export function expected(field: FieldType): string {
  switch (field.kind) {
    case 'message':
      return 'a block';
    case 'enum':
      return `one of ${meaningfulNames(field.enum!).join(', ')}`;
    case 'bool':
      return 'true or false';
    case 'string':
    case 'bytes':
      return 'a string in quotes';
    case 'float':
    case 'double':
      return 'a number';
  }
  return field.unit === undefined ? 'a whole number' : `a whole number of ${field.unit}`;
}

/** The last part of a message's name, as people call it. */
export function shortName(message: MessageType): string {
  return message.name.slice(message.name.lastIndexOf('.') + 1);
}

/** A table as messages call it: by its name, or by its id if it has none. */
export function tableTitle({ id, name }: Table): string {
  return name ? `table "${excerpt(name)}"` : `table ${id}`;
}

/** `a, b and c`. */
export function listing(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
