import { Kind } from '../../server/src/textproto/lexer';
import {
  type FieldNode,
  type Section,
  type Tree,
  tokensOf,
  type ValueNode,
} from '../../server/src/textproto/tree';

/** A tree as plain data, without parent links and data for incremental parsing. */
export function shapeOf(tree: Tree): unknown[] {
  return tree.sections.map(({ length, errors, field, strayCloser }) => ({
    length,
    errors,
    field: field && fieldShape(field),
    strayCloser,
  }));
}

function fieldShape({ parent, value, ...rest }: FieldNode): unknown {
  return { ...rest, value: value && valueShape(value) };
}

function valueShape(value: ValueNode): unknown {
  const { parent, ...rest } = value;
  if (value.kind === 'message') return { ...rest, fields: value.fields.map(fieldShape) };
  return value.kind === 'list' ? { ...rest, items: value.items.map(valueShape) } : rest;
}

/** What violates the lossless tree of a text, or undefined. */
export function flaw(tree: Tree): string | undefined {
  let position = 0;
  for (const [i, section] of tree.sections.entries()) {
    if (tree.starts[i] !== position) return `section ${i} starts at ${tree.starts[i]}, not at ${position}`;
    const found = sectionFlaw(tree, section);
    if (found !== undefined) return `section ${i}: ${found}`;
    position += section.length;
  }
  return position === tree.text.length ? undefined : `sections end at ${position} of ${tree.text.length}`;
}

function sectionFlaw(tree: Tree, section: Section): string | undefined {
  let last = 0;
  const ends = new Set([0]);
  for (const { kind, end } of tokensOf(tree, section)) {
    if (end <= last) return `token ends at ${end}, behind ${last}`;
    if (kind === Kind.End) return 'holds an end token';
    last = end;
    ends.add(end);
  }
  if (last !== section.length) return `tokens end at ${last} of ${section.length}`;
  for (const { code, start, end } of section.errors) {
    if (!(0 <= start && start <= end && end <= section.length)) return `${code} at ${start}…${end}`;
  }
  return section.field && fieldFlaw(section.field, section, 0, section.length, ends);
}

function fieldFlaw(
  field: FieldNode,
  parent: unknown,
  from: number,
  to: number,
  ends: ReadonlySet<number>,
): string | undefined {
  const { start, end, nameEnd, colon, separator, value } = field;
  if (field.parent !== parent) return `field at ${start} has another parent`;
  if (!(from <= start && start < nameEnd && nameEnd <= end && end <= to)) return `field at ${start}…${end}`;
  if (colon >= 0 && !(nameEnd <= colon && colon < end)) return `colon at ${colon}`;
  if (separator >= 0 && !(end <= separator && separator < to)) return `separator at ${separator}`;
  if (!ends.has(nameEnd) || !ends.has(end)) return `field at ${start} ends inside a token`;
  return value && valueFlaw(value, field, nameEnd, end, ends);
}

function valueFlaw(
  value: ValueNode,
  parent: unknown,
  from: number,
  to: number,
  ends: ReadonlySet<number>,
): string | undefined {
  const { start, end } = value;
  if (value.parent !== parent) return `value at ${start} has another parent`;
  if (!(from <= start && start < end && end <= to)) return `value at ${start}…${end}, not in ${from}…${to}`;
  if (!ends.has(start) || !ends.has(end)) return `value at ${start}…${end} cuts a token`;
  if (value.kind === 'scalar') return undefined;
  if (value.close >= 0 && value.close !== end - 1)
    return `bracket closes at ${value.close}, not at ${end - 1}`;
  let last = start + 1;
  for (const child of value.kind === 'list' ? value.items : value.fields) {
    const limit = value.close >= 0 ? value.close : end;
    const found =
      child.kind === 'field'
        ? fieldFlaw(child, value, last, limit, ends)
        : valueFlaw(child, value, last, limit, ends);
    if (found !== undefined) return found;
    last = child.end;
  }
  return undefined;
}
