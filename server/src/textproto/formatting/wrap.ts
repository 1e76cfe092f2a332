import type { Directives } from './directives';
import type { Item, Literal, Scalar } from './layout';

/** Breaks long strings into several literals, as the directives ask. Values stay the same. */
export function wrap(items: readonly Item[], directives: Directives, depth = 0): readonly Item[] {
  const { wrapColumn, switches } = directives;
  if (wrapColumn === 0 && !switches.has('wrap_strings_after_newlines')) return items;
  return items.map((item) => {
    const { value } = item;
    if (value?.kind === 'scalar') return { ...item, value: wrapScalar(value, item.name, directives, depth) };
    if ((value?.kind !== 'message' && value?.kind !== 'messages') || value.oneLine) return item;
    return { ...item, value: { ...value, items: wrap(value.items, directives, depth + 1) } };
  });
}

function wrapScalar(value: Scalar, name: string, directives: Directives, depth: number): Scalar {
  const { wrapColumn, switches } = directives;
  let wrapped = value;
  if (wrapColumn > 0) wrapped = wrapAtColumn(wrapped, name, directives, wrapColumn - 2 * depth);
  if (switches.has('wrap_strings_after_newlines')) wrapped = wrapAfterNewlines(wrapped);
  return wrapped;
}

const isString = ({ text }: Literal) => /^(?!"""|''')["']/.test(text);

/** A string's content and the quotes for all of it: those of the first literal, if they need no backslash in the others. */
function contentOf(parts: readonly Literal[]): { content: string; quote: string } | undefined {
  const quote = parts[0]!.text[0]!;
  const fits = ({ text }: Literal) => text[0] === quote || !text.slice(1, -1).includes(quote);
  return parts.every((part) => isString(part) && fits(part))
    ? { content: parts.map(({ text }) => text.slice(1, -1)).join(''), quote }
    : undefined;
}

/** `columns` count from the indentation of the name. */
function wrapAtColumn(value: Scalar, name: string, { switches }: Directives, columns: number): Scalar {
  const anywhere = switches.has('wrap_strings_without_wordwrap');
  const { parts } = value;
  const isLong = parts.some((part) => isString(part) && (anywhere || byteLength(part.text) > columns - 2));
  const isMarkup = !switches.has('wrap_html_strings') && parts.some(({ text }) => /<.*>/.test(text));
  const whole = isLong && !isMarkup ? contentOf(parts) : undefined;
  if (!whole) return value;
  const width = columns - 4;
  const lines = anywhere ? cut(whole.content, width) : wrapWords(whole.content, width - 1);
  if (lines.join('') !== whole.content) return value;
  const wrapped = withLines(value, lines, whole.quote);
  return anywhere ? withoutLongLines(wrapped, name, lines, width) : wrapped;
}

const ESCAPE_OR_CHARACTER =
  /\\[abfnrtv?\\'"]|\\[0-7]{1,3}|\\x[0-9a-fA-F]{1,2}|\\u[0-9a-fA-F]{4}|\\U000[0-9a-fA-F]{5}|\\U0010[0-9a-fA-F]{4}|./gu;

function cut(content: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let length = 0;
  for (const [piece] of content.matchAll(ESCAPE_OR_CHARACTER)) {
    const added = byteLength(piece);
    if (length + added > width) {
      lines.push(line);
      line = '';
      length = 0;
    }
    line += piece;
    length += added;
  }
  return [...lines, line];
}

const SPACES =
  /([\t\v\f\r \u0085\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*)([^\t\v\f\r \u0085\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*)/gu;

/** Lines that end in a space, but for the last one. A word that is longer than a line stays whole. */
function wrapWords(content: string, width: number): string[] {
  const limit = width < 0 ? Infinity : width;
  const lines: string[] = [];
  let line = '';
  let length = 0;
  for (const [, spaces, word] of content.matchAll(SPACES)) {
    const [blank, wide] = [countCharacters(spaces!), countCharacters(word!)];
    if (wide > 0 && length + blank + wide > limit && breaksBefore(length + blank, wide, limit)) {
      lines.push(`${line} `);
      line = word!;
      length = wide;
    } else {
      line += spaces! + word!;
      length += blank + wide;
    }
  }
  return [...lines, line];
}

/** Whether a line breaks before a word that does not fit; `before` are the columns before the word, `wide` its characters. */
function breaksBefore(before: number, wide: number, limit: number): boolean {
  // The line breaks only if the part of the word that is read is shorter than a line.
  const seen = Math.max(1, limit - before + 1);
  return seen < limit && seen <= wide;
}

/** The literals for some lines. Comments stay at the literals that have them, or go after the last one. */
function withLines(value: Scalar, lines: readonly string[], quote: string): Scalar {
  const { parts } = value;
  return {
    ...value,
    parts: lines.map((line, i) => ({
      ...(parts[i] ?? { before: [], comment: '' }),
      text: quote + line + quote,
    })),
    after: [
      ...value.after,
      ...parts
        .slice(lines.length)
        .flatMap(({ before, comment }) => (comment === '' ? before : [...before, comment])),
    ],
  };
}

/** A comment that makes its line too long goes above the line; an only line that is still too long goes below the name. */
function withoutLongLines(value: Scalar, name: string, lines: readonly string[], width: number): Scalar {
  let below = false;
  const parts = value.parts.map((part, i) => {
    const length =
      byteLength(lines[i]!) +
      (part.comment === '' ? 0 : 2 + byteLength(part.comment)) +
      (lines.length === 1 ? byteLength(name) : 0);
    if (length <= width) return part;
    if (part.comment !== '') return { ...part, before: [...part.before, part.comment], comment: '' };
    below ||= i === 0 && part.before.length === 0;
    return part;
  });
  return { ...value, parts, below };
}

function wrapAfterNewlines(value: Scalar): Scalar {
  const { parts } = value;
  // The first literal that is no string, is binary or has a newline decides whether to break.
  const decisive = parts.find(
    (part) => !isString(part) || isBinary(part.text) || /\\n[\s\S]{2}/.test(part.text),
  );
  const breaks = decisive !== undefined && isString(decisive) && !isBinary(decisive.text);
  const whole = breaks ? contentOf(parts) : undefined;
  if (!whole) return value;
  return withLines(value, whole.content.split(/(?<=\\n)(?=[\s\S])/), whole.quote);
}

/** Whether more than a tenth of a literal are bytes. */
const isBinary = (literal: string) => literal.split('\\x').length - 1 > byteLength(literal) * 0.1;

const countCharacters = (text: string) =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/** The length in UTF-8. */
function byteLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) length += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return length;
}
