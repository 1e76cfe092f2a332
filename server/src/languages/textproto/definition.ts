import { readHeader } from '../../schema/resolve';
import { findMessage } from '../../schema/types';
import type { Definition } from '../answers';
import { declarationAt, declaredAt } from '../name-answers';
import type { Snapshot } from '../snapshot';
import { contextAt } from './cursor-context';
import { namesIn } from './names';

/** A field leads to its declaration, an enum value to its own, a table_id to the table. */
export function definition(snapshot: Snapshot, offset: number): Definition | undefined {
  const { place, field, fieldType, value, base } = contextAt(snapshot, offset);
  if (place === 'comment') return headerDefinition(snapshot, offset);
  if (!field || !fieldType) return undefined;
  if (place === 'name')
    return declaredAt(fieldType.location, { start: base + field.start, end: base + field.nameEnd });
  if (value?.kind !== 'scalar') return undefined;
  const start = base + value.start;
  const end = base + value.end;
  const written = snapshot.text.slice(start, end);
  if (fieldType.enum) {
    const named = fieldType.enum.values.find((v) => v.name === written || String(v.number) === written);
    return declaredAt(named?.location, { start, end });
  }
  const isName = fieldType.name === 'name' || fieldType.name === 'table_id';
  return isName ? declarationAt(namesIn(snapshot), start) : undefined;
}

function headerDefinition({ text, schema }: Snapshot, offset: number): Definition | undefined {
  const header = readHeader(text);
  if (!header || offset < header.start || offset > header.end) return undefined;
  return declaredAt(findMessage(schema, header.name)?.location, header);
}
