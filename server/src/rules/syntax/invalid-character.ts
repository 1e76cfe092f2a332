import { excerpt } from '../../basics/excerpt';
import type { FindingRule, FindingSource, Fix } from '../rule';
import { fix } from '../support/fixes';

export const invalidCharacter: FindingRule = {
  code: 'invalid-character',
  severity: 'error',
  summary: 'A character is used where only ASCII is allowed.',
  details:
    'Outside strings and comments, text format is ASCII without control characters. No-break spaces, curly quotes ' +
    'and long dashes come with text that is copied from web pages and documents. C++ rejects all of them, Python all ' +
    'except the blanks. Replace them with plain ASCII characters.',
  messages: {
    'Interpreting non ascii codepoint':
      'A character outside of ASCII is used outside of quotes, such as a dash or a quotation mark of a word processor.',
    'Invalid control characters encountered in text':
      'The file holds a control character, as where it is no text, or is UTF-16.',
  },
  bad: 'num_hosts:\u00A08',
  good: 'num_hosts: 8',
  explain: ({ start, end, detail }, source) => ({
    message: `${describe(detail)} is allowed only in strings and comments.${advise(detail)}`,
    fixes: () => plainFixes(source, start, end),
  }),
};

const BLANK = /^\s$/;
const PLAIN: ReadonlyMap<string, string> = new Map([
  ...[...'\u00AD\u200B\u200C\u200D\u2060\uFEFF'].map((character) => [character, ''] as const),
  ...[...'“”„‟«»″'].map((character) => [character, '"'] as const),
  ...[...'‘’‚‛′'].map((character) => [character, "'"] as const),
  ...[...'‐‑‒–—―−'].map((character) => [character, '-'] as const),
]);

const FULL_WIDTH = 0xfee0;

/** The ASCII text that a character was most likely meant as. */
function plain(character: string): string | undefined {
  if (BLANK.test(character)) return ' ';
  const code = character.codePointAt(0)!;
  if (code > 0xff00 && code < 0xff5f) return String.fromCharCode(code - FULL_WIDTH);
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return '';
  return code < 0x7f ? character : PLAIN.get(character);
}

function describe(detail: string): string {
  const [character = ''] = detail;
  const point = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  const meant = plain(character);
  if (meant === '') return `The invisible character ${point}`;
  return meant === ' ' ? `The blank ${point}` : `"${character}" (${point})`;
}

function advise(detail: string): string {
  const [character = ''] = detail;
  const meant = plain(character);
  if (meant === undefined) return '';
  if (meant === '') return ' Remove it.';
  return meant === ' ' ? ' Write an ordinary space.' : ` Write ${meant} instead.`;
}

function plainFixes(source: FindingSource, from: number, to: number): Fix[] {
  const quoted = quotedAround(source, from);
  const [start, stop] = quoted ?? [from, to];
  const characters = [...source.text(start, stop)];
  const newText = characters.map((c, i) => (quoted && i > 0 && i < characters.length - 1 ? c : plain(c)));
  if (newText.includes(undefined)) return [];
  const invisible = newText.every((c) => c === '' || c === ' ');
  const title = invisible ? 'Remove the invisible characters' : `Replace with ${excerpt(newText.join(''))}`;
  const edit = { span: source.span(start, stop), newText: newText.join('') };
  return [fix(title, edit, { preferred: true, safe: invisible })];
}

/** The range of the string in curly quotes whose opening or closing quote stands at an offset. */
function quotedAround(source: FindingSource, offset: number): readonly [number, number] | undefined {
  const before = source.text(Math.max(0, offset - LONGEST), offset);
  const from = offset - before.length + before.lastIndexOf('\n') + 1;
  for (const { 0: quoted, index } of source.text(from, offset + LONGEST).matchAll(CURLY)) {
    const start = from + index;
    const stop = start + quoted.length;
    if (offset === start || offset === stop - 1) return [start, stop];
  }
  return undefined;
}

const CURLY = /[“”„‘’][^"'“”‘’\n]*[“”"‘’']/g;
/** Longer strings are fixed quote by quote. */
const LONGEST = 200;
