/** Whether a path matches a glob. */
export type Glob = (path: string) => boolean;

/** No person writes a pattern with more alternatives. */
const MAX_ALTERNATIVES = 1000;
const MAX_LENGTH = 1000;

const ANY = Symbol('any number');
type Pattern<P> = readonly (P | typeof ANY)[];
type Character = (char: string) => boolean;
type Name = (name: string) => boolean;

/**
 * Reads a glob as editors do, ignoring case: `*` and `?` within one path segment, `**` for any folders, `{a,b}` and
 * `[a-z]`. Undefined if its brackets are invalid.
 */
export function readGlob(text: string): Glob | undefined {
  const fits = readExactGlob(text.toLowerCase());
  return fits && ((path) => fits(path.toLowerCase().replaceAll('\\', '/')));
}

/**
 * The same for paths with slashes, respecting case. Not a regular expression: an untrusted workspace could contain a
 * pattern that backtracks for hours.
 */
export function readExactGlob(text: string): Glob | undefined {
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  const alternatives = expand(text)?.map(readPath);
  if (!alternatives?.every((pattern) => pattern !== undefined)) return undefined;
  return (path) => {
    const names = path.split('/');
    return alternatives.some((pattern) => fits(pattern, names, (part, name) => part(name)));
  };
}

/** Of several stars, only the last one is tried again: parts before it match at their first possible place. */
function fits<P, T>(pattern: Pattern<P>, items: readonly T[], fit: (part: P, item: T) => boolean): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let i = 0; i < items.length; ) {
    const part = pattern[at];
    if (part === ANY) {
      star = at++;
      resume = i;
    } else if (part !== undefined && fit(part, items[i]!)) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++resume;
    } else return false;
  }
  return pattern.slice(at).every((part) => part === ANY);
}

/** The patterns that the braces of a glob expand to. */
function expand(text: string): readonly string[] | undefined {
  const open = find(text, '{', 0);
  if (open < 0) return [text];
  const options: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let i = open; i < text.length; i = next(text, i)) {
    const char = text[i];
    if (char === '{') depth++;
    if (char === '}') depth--;
    if (depth > 0 && !(depth === 1 && char === ',')) continue;
    options.push(text.slice(start, i));
    start = i + 1;
    if (depth === 0) break;
  }
  if (depth > 0) return undefined;
  const inner = options.map(expand);
  const tails = expand(text.slice(start));
  if (!tails || !inner.every((texts) => texts !== undefined)) return undefined;
  const middles = inner.flat();
  if (middles.length * tails.length > MAX_ALTERNATIVES) return undefined;
  const head = text.slice(0, open);
  return middles.flatMap((middle) => tails.map((tail) => head + middle + tail));
}

function find(text: string, wanted: string, from: number): number {
  for (let i = from; i < text.length; i = next(text, i)) if (text[i] === wanted) return i;
  return -1;
}

/** The index after a character; a backslash also skips the character that it escapes. */
const next = (text: string, i: number) => i + (text[i] === '\\' ? 2 : 1);

function readPath(text: string): Pattern<Name> | undefined {
  const parts = text.split('/').map((name) => (name === '**' ? ANY : readName(name)));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function readName(text: string): Name | undefined {
  // Fast path: most names are plain.
  if (!/[*?[\\]/.test(text)) return (name) => name === text;
  const pattern = readCharacters(text);
  return pattern && ((name) => fits(pattern, [...name], (character, char) => character(char)));
}

const SET = /^\[([!^]?)(\]?(?:\\.|\[:\w+:\]|[^\]\\])*)\]/s;

function readCharacters(text: string): Pattern<Character> | undefined {
  const pattern: (Character | typeof ANY)[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    const set = char === '[' ? SET.exec(text.slice(i)) : undefined;
    if (char === '*') pattern.push(ANY);
    else if (char === '?') pattern.push(() => true);
    else if (set) {
      const inSet = readSet(set[2]!);
      if (!inSet) return undefined;
      pattern.push(set[1] === '' ? inSet : (other) => !inSet(other));
      i += set[0].length - 1;
    } else {
      const literal = char === '\\' ? text[++i] : char;
      if (literal === undefined) return undefined;
      pattern.push((other) => other === literal);
    }
  }
  return pattern;
}

/** Named classes between the brackets. */
const CLASSES = new Map([
  ['alnum', /[A-Za-z0-9]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[ \t]/],
  ['digit', /\d/],
  ['lower', /[a-z]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /\s/],
  ['upper', /[A-Z]/],
  ['xdigit', /[A-Fa-f0-9]/],
]);

/** Undefined for a reversed range or an unknown class. */
function readSet(text: string): Character | undefined {
  const parts = Array.from(text.matchAll(PART), ([whole, name, first, last]) => {
    if (name !== undefined) return CLASSES.get(name);
    const from = unescaped(first ?? whole);
    const to = unescaped(last ?? whole);
    return from <= to ? { test: (char: string) => from <= char && char <= to } : undefined;
  });
  if (!parts.every((part) => part !== undefined)) return undefined;
  return (char) => parts.some((part) => part.test(char));
}

/** A class, a range or a character. */
const PART = /\[:(\w+):\]|(\\.|[^\\])-(\\.|[^\\])|\\.|./gs;

const unescaped = (char: string) => (char.length > 1 ? char.slice(1) : char);
