import { lazy } from '../basics/once';
import { LIBRARIES, type LibraryFacts } from './libraries';

const anyOf = (words: (facts: LibraryFacts) => string | readonly string[]): string =>
  Object.values(LIBRARIES).flatMap(words).join('|');

/**
 * The text that Python must contain to reach anything of the catalogue, whatever the aliases: a name can be renamed, but
 * the import or attribute that it comes from cannot.
 */
const traces = lazy(() => anyOf((facts) => facts.traces ?? []));

/** A single expression: it reads the text once, which is several times as fast as a search for each. */
const anyTrace = lazy(() => new RegExp(traces()));

/** Whether a Python text can use anything of the catalogue. Cheap, and wrong only in saying yes. */
export const relevant = (text: string): boolean => anyTrace().test(text);

const eachTrace = lazy(() => new RegExp(traces(), 'g'));

/** The same for its code alone, without comments and docstrings. Reads up to the first match in code. */
export function relevantCode(text: string): boolean {
  const remarks = remarksIn(text);
  let remark = remarks.next();
  for (const { index } of text.matchAll(eachTrace())) {
    while (!remark.done && remark.value.end <= index) remark = remarks.next();
    if (remark.done || index < remark.value.start) return true;
  }
  return false;
}

interface Remark {
  readonly start: number;
  readonly end: number;
}

/** Comments, and strings that are statements of their own, up to the first string without an end. */
function* remarksIn(text: string): Generator<Remark> {
  const marks = /[#"'()[\]{}]/g;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const { index: start } = mark;
    if (mark[0] === '#') {
      marks.lastIndex = endOfLine(text, start);
      yield { start, end: marks.lastIndex };
    } else if (mark[0] === '"' || mark[0] === "'") {
      const end = endOfString(text, start);
      if (end === undefined) return;
      marks.lastIndex = end;
      if (depth === 0 && isStatement(text, start, end)) yield { start, end };
    } else depth = Math.max(0, depth + ('([{'.includes(mark[0]) ? 1 : -1));
  }
}

const LINE_END = /[\r\n]|$/g;

function endOfLine(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)!.index;
}

/** The end of each kind of remark; a remark of one line ends with the line at the latest. */
const ENDS: Readonly<Record<string, RegExp>> = {
  '"': /\\[\s\S]|["\r\n]/g,
  "'": /\\[\s\S]|['\r\n]/g,
  '"""': /\\[\s\S]|"""/g,
  "'''": /\\[\s\S]|'''/g,
};

function endOfString(text: string, start: number): number | undefined {
  const quote = text[start]!;
  const opening = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  const ends = ENDS[opening]!;
  ends.lastIndex = start + opening.length;
  for (let end = ends.exec(text); end; end = ends.exec(text)) if (end[0][0] !== '\\') return ends.lastIndex;
  return undefined;
}

const AFTER_STATEMENT = /[ \t\f]*(?:[#\r\n]|$)/y;

/** Whether the lines of a string contain nothing else. */
function isStatement(text: string, start: number, end: number): boolean {
  AFTER_STATEMENT.lastIndex = end;
  if (!AFTER_STATEMENT.test(text)) return false;
  let before = start;
  while (/[rbu]/i.test(text.charAt(before - 1))) before--;
  while (/[ \t\f]/.test(text.charAt(before - 1))) before--;
  return (
    before === 0 ||
    (/[\r\n]/.test(text.charAt(before - 1)) &&
      !/\\\r?$/.test(text.slice(Math.max(0, before - 3), before - 1)))
  );
}

/** An import that is one name away from the catalogue: completion helps with it before the text is relevant. */
const beginning = lazy(() => new RegExp(anyOf((facts) => facts.beginning ?? [])));

/** Whether a Python text, or the part that is being typed, needs the language server. */
export const needsServer = (text: string): boolean => relevant(text) || beginning().test(text);
