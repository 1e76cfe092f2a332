import { inOctal, isSameBytes } from '../../basics/bytes';
import { utf8Text } from '../../basics/decode';
import { float32Text } from '../../configuration/float32';
import { enumValueOf, type FieldType, type MessageType } from '../../schema/types';
import { readFields } from './binary-reader';
import { writeFields } from './binary-writer';
import { type Content, type ContentField, isContent, type UnknownField } from './content';
import { quotedBytes, quotedText } from './shared-escapes';

/**
 * A message in text format, its fields in order. Unknown fields are written by number: numbers of four and eight bytes in
 * hexadecimal, groups in angle brackets, so that a reader can tell the wire types apart.
 */
export function writeText(content: Content): string {
  const blocks = blocksOf(content).map((lines) => lines.join('\n'));
  const { heading = [] } = content;
  let text = headerOf(content.type);
  if (heading.length > 0) text += `\n${heading.join('\n')}\n`;
  for (const [i, block] of blocks.entries()) {
    const isApart = i === 0 || block.includes('\n') || blocks[i - 1]!.includes('\n');
    text += `${isApart ? '\n' : ''}${block}\n`;
  }
  return text;
}

/** The header that names the message for every reader. */
function headerOf({ name, location }: MessageType): string {
  return `${location ? `# proto-file: ${location.file}\n` : ''}# proto-message: ${name}\n`;
}

/** The lines of each field of a message, and of the comments at its end. */
function blocksOf({ fields, unknown, remarks = [] }: Content): string[][] {
  const blocks: string[][] = [];
  for (let i = 0; i < fields.length; ) {
    const { field } = fields[i]!;
    let end = i + 1;
    // A list on one line has no place for the comments of an item.
    if (isPlainList(field))
      while (end < fields.length && fields[end]!.field === field && !fields[end]!.comments) end++;
    blocks.push(linesOf(fields.slice(i, end)));
    i = end;
  }
  for (const field of unknown) blocks.push(unknownLines(field, 0));
  if (remarks.length > 0) blocks.push([...remarks]);
  return blocks;
}

const isPlainList = ({ repeated, kind }: FieldType) => repeated && kind !== 'message';

/** The lines of one value, or of several values as a list. */
function linesOf(values: readonly ContentField[]): string[] {
  const [first] = values as [ContentField];
  const { field, value, comments } = first;
  const { before = [], behind } = comments ?? {};
  const lines = isContent(value)
    ? inBrackets(field.name, blocksOf(value).flat(), isShort(value))
    : [`${field.name}: ${values.length > 1 ? `[${values.map(scalarText).join(', ')}]` : scalarText(first)}`];
  if (behind !== undefined) lines[0] += `  ${behind}`;
  return [...before, ...lines];
}

function inBrackets(
  name: string,
  inner: readonly string[],
  isShort: boolean,
  [open, close] = '{}',
): string[] {
  if (inner.length === 0) return [`${name} ${open}${close}`];
  const [line] = inner as [string];
  if (isShort && inner.length === 1 && line.length <= MAX_SHORT) return [`${name} ${open} ${line} ${close}`];
  return [`${name} ${open}`, ...inner.map((each) => `  ${each}`), close!];
}

/** Longer lines get brackets on lines of their own. */
const MAX_SHORT = 60;

/** Whether a message fits on one line: it has no comment, which would hide the closing bracket. */
const isShort = ({ fields, unknown, remarks = [] }: Content) =>
  fields.length + unknown.length === 1 && remarks.length === 0 && fields.every(({ comments }) => !comments);

function scalarText({ field, value }: ContentField): string {
  if (value instanceof Uint8Array) return quotedOctets(value);
  if (typeof value === 'string') return quoted(value);
  if (field.enum) return enumValueOf(field.enum, Number(value))?.name ?? String(value);
  if (typeof value !== 'number') return String(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  if (field.kind === 'float') return float32Text(value);
  return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
}

const encoder = new TextEncoder();

const quoted = (text: string) => quotedText(text, (character) => inOctal(encoder.encode(character)));
const quotedOctets = (bytes: Uint8Array) => quotedBytes(bytes, (byte) => inOctal([byte]));

/** Below this depth, the bytes of unknown fields are not read as messages. */
const MAX_DEPTH = 10;

function unknownLines(field: UnknownField, depth: number): string[] {
  const { number } = field;
  switch (field.wire) {
    case 'varint':
      return [`${number}: ${field.value}`];
    case 'fixed32':
      return [`${number}: 0x${field.value.toString(16).padStart(8, '0')}`];
    case 'fixed64':
      return [`${number}: 0x${field.value.toString(16).padStart(16, '0')}`];
    case 'group':
      return inBrackets(String(number), innerLines(field.value, depth), false, '<>');
    case 'bytes': {
      const text = textIn(field.value);
      if (text !== undefined) return [`${number}: ${quoted(text)}`];
      const inner = depth < MAX_DEPTH ? messageIn(field.value) : undefined;
      if (!inner) return [`${number}: ${quotedOctets(field.value)}`];
      return inBrackets(String(number), innerLines(inner, depth), inner.length === 1);
    }
  }
}

const innerLines = (fields: readonly UnknownField[], depth: number): string[] =>
  fields.flatMap((inner) => unknownLines(inner, depth + 1));

/** The text of bytes that people can read. */
function textIn(bytes: Uint8Array): string | undefined {
  const text = utf8Text(bytes);
  return text === undefined || /[\p{Cc}\p{Cn}]/u.test(text) ? undefined : text;
}

/** The fields in bytes, if writing them again gives the same bytes. */
function messageIn(bytes: Uint8Array): readonly UnknownField[] | undefined {
  const fields = readFields(bytes);
  return fields && isSameBytes(writeFields(fields), bytes) ? fields : undefined;
}
