import { utf16Of } from '../../basics/decode';
import { builtin } from '../../schema/builtin';
import type { FoundConfiguration, Tell } from './collector';
import { configurationInText } from './is-configuration';
import type { ByteSource } from './source';

const BEGIN = 'Beginning log of TPUEmbeddingConfiguration.';
const END = 'Done with log of TPUEmbeddingConfiguration.';

/** Lines of a configuration that is being logged. */
interface Section {
  /** The number of its first line, from 1. */
  readonly number: number;
  /** The text that the logger writes before its message. */
  readonly prefix: string;
  /** Match the start of a line of the same logger and, read backwards, its end; numbers may differ. */
  readonly begins: RegExp;
  readonly ends: RegExp | undefined;
  readonly lines: string[];
  /** The length of all lines. */
  length: number;
}

/** No program's log has more open configurations at a time, or a longer prefix. */
const MAX_OPEN = 100;
const MAX_PREFIX = 1000;
/** More characters than tens of thousands of tables take. */
const MAX_LENGTH = 32 * 1024 * 1024;

/**
 * Finds the configurations that TensorFlow logged line by line, and returns whether there are any. Lines of other loggers may
 * come between, even of processes that log a configuration at the same time; lines of one process have a similar prefix.
 */
export function readLog(source: ByteSource, give: (found: FoundConfiguration) => void, tell: Tell): boolean {
  const open: Section[] = [];
  let number = 0;
  let isLogged = false;
  for (const line of linesOf(source)) {
    number++;
    const at = line.indexOf(BEGIN);
    if (at >= 0 && at <= MAX_PREFIX) {
      isLogged = true;
      open.push(sectionOf(line.slice(0, at), line.slice(at + BEGIN.length), number));
      if (open.length > MAX_OPEN) tell(endless(open.shift()!));
      continue;
    }
    const section = open.length > 0 ? sectionIn(open, line) : undefined;
    if (!section) continue;
    const logged = textOfLine(line, section);
    if (isField(logged)) {
      section.lines.push(logged);
      section.length += logged.length;
    }
    const isWhole = logged === END;
    if (!isWhole && section.length <= MAX_LENGTH) continue;
    open.splice(open.indexOf(section), 1);
    const content = isWhole ? configurationInText(section.lines.join('\n')) : undefined;
    if (content) give({ node: `line ${section.number}`, content });
    else if (!isWhole) tell(endless(section));
    else tell(`What is logged from line ${section.number} on is no TPUEmbeddingConfiguration as a whole.`);
  }
  for (const section of open) tell(endless(section));
  return isLogged;
}

const endless = ({ number }: Section) =>
  `The TPUEmbeddingConfiguration logged from line ${number} on does not end.`;

function sectionOf(prefix: string, suffix: string, number: number): Section {
  const begins = new RegExp(`^${patternOf(prefix)}`);
  const ends = suffix ? new RegExp(`^${patternOf(backwards(suffix.slice(0, MAX_PREFIX)))}`) : undefined;
  return { number, prefix, begins, ends, lines: [], length: 0 };
}

/** Numbers may be padded with blanks on either side. */
const patternOf = (text: string): string =>
  text
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
    .replaceAll(/( *)\d+( *)/g, (_, before, after) => `${before && ' +'}\\d+${after && ' +'}`);

const backwards = (text: string): string => text.split('').reverse().join('');

/** The text of a line between the logger's prefix and suffix; undefined for a line of another logger. */
function loggedIn(line: string, { begins, ends }: Section): string | undefined {
  const start = begins.exec(line)?.[0].length;
  if (start === undefined) return undefined;
  const rest = line.slice(start);
  if (!ends) return rest;
  // Compared from the end: a search could take quadratic time in the length of the line.
  const end = ends.exec(backwards(rest.slice(-2 * MAX_PREFIX)))?.[0].length;
  return end === undefined ? undefined : rest.slice(0, rest.length - end);
}

/** Of the sections that a line may belong to, the one with the most similar prefix: each process has its number. */
function sectionIn(open: readonly Section[], line: string): Section | undefined {
  const fitting = open.filter((section) => loggedIn(line, section) !== undefined);
  if (fitting.length < 2) return fitting[0];
  const numbers = line.slice(0, MAX_PREFIX).match(/\d+/g) ?? [];
  const likeness = ({ prefix }: Section) =>
    (prefix.match(/\d+/g) ?? []).filter((number, i) => number === numbers[i]).length;
  return fitting.reduce((best, section) => (likeness(section) >= likeness(best) ? section : best));
}

/** The text that a line logs; a logger that writes JSON has it as a string. */
function textOfLine(line: string, section: Section): string {
  const logged = loggedIn(line, section) ?? '';
  if (!section.prefix.endsWith('"')) return logged;
  try {
    return String(JSON.parse(`"${logged}"`));
  } catch {
    return logged;
  }
}

const NAMES = new Set(
  [...builtin.messageNames].flatMap((name) => [...builtin.message(name)!.fieldsByName.keys()]),
);

/** Whether a line may be part of the logged configuration, and not the output of another logger. */
function isField(line: string): boolean {
  const name = /^ *(\w+) *[:{]/.exec(line)?.[1];
  return name === undefined ? /^ *}$/.test(line) : NAMES.has(name);
}

/** The number of bytes that are decoded at once. */
const CHUNK = 1024 * 1024;
/** The rest of a longer line is left out: no field of a configuration is that long. */
const MAX_LINE = 1024 * 1024;

/** The lines of a text, without their ends. */
function* linesOf(source: ByteSource): Generator<string> {
  // Windows' shell writes the output of a program as UTF-16.
  const decoder = new TextDecoder(utf16Of(source.read(0, 2)) ?? 'utf-8');
  let rest = '';
  for (let offset = 0; offset < source.size; ) {
    const bytes = source.read(offset, CHUNK);
    if (bytes.length === 0) break;
    offset += bytes.length;
    const text = rest + decoder.decode(bytes, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
      start = end + 1;
    }
    rest = text.slice(start, start + MAX_LINE);
  }
  if (rest !== '') yield rest;
}
