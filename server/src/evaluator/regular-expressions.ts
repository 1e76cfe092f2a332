import type { Node } from '../python/tree';
import type { Builtin } from './builtins';
import { dictOf, listOf, putEntry, tupleOf } from './containers';
import type { Evaluator } from './evaluator';
import { type Arguments, int, kinds, MATCH, none, passing, str, unknown, type Value } from './value';

const CALLABLE = kinds('function', 'partial', 'instance');

/** Longer patterns and texts are not searched. */
const MAX_LENGTH = 1000;
/** What a search may cost at most, by the length of its text and the number of repetitions in its pattern. */
const MAX_COST = 1e7;

/** Escapes that mean the same in Python and JavaScript, for texts of ASCII. */
const ESCAPE = /^\\(?:[dDwWsSbBntr]|[^\w])/;
const GROUP = /^\((?:\?P<([a-z_]\w*)>|\?[:=!]|\?<[=!](?=[^()|*+?{]*\))|(?!\?))/i;
const CLASS = /^\[\^?(?!\])(?:[^\\\][]|\\(?:[dDwWsSntr]|[^\w]))+\]/;
const REPETITION = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??(?![+*?{])/;

/** A pattern in JavaScript's words, if it means the same there and is searched in little time. */
function translated(pattern: string, length: number): string | undefined {
  let result = '';
  let repetitions = 1;
  for (let rest = pattern; rest !== ''; ) {
    const [group, name] = GROUP.exec(rest) ?? [];
    const [same] = ESCAPE.exec(rest) ?? CLASS.exec(rest) ?? /^[^\\[({*+?.$\]}]/.exec(rest) ?? [];
    const [repetition] = REPETITION.exec(rest) ?? [];
    const taken = group ?? same ?? repetition ?? (rest[0] === '.' || rest[0] === '$' ? rest[0] : undefined);
    if (taken === undefined) return undefined;
    if (repetition !== undefined && !repetition.startsWith('?')) {
      // A repeated group may be searched in more ways than can be tried.
      if (result.endsWith(')')) return undefined;
      repetitions++;
    }
    if (name !== undefined) result += `(?<${name}>`;
    else if (taken === '.') result += '[^\\n]';
    else if (taken === '$') result += '(?=\\n?(?![\\s\\S]))';
    else result += taken;
    rest = rest.slice(taken.length);
  }
  return length ** repetitions <= MAX_COST ? result : undefined;
}

const isAscii = (text: string) => /^[ -~\t\n\r]*$/.test(text);

const textIn = (value: Value | undefined): string | undefined =>
  value?.kind === 'str' &&
  value.value !== undefined &&
  value.value.length <= MAX_LENGTH &&
  isAscii(value.value)
    ? value.value
    : undefined;

interface Search {
  readonly regex: RegExp;
  readonly text: string;
}

const IGNORING_CASE = /^re\.(?:I|IGNORECASE)$/;

/** The search that a call makes in its last argument, if it has no other arguments than a pattern, a text and these. */
function searchOf(
  pattern: Value | undefined,
  flags: Value | undefined,
  text: Value | undefined,
): Search | undefined {
  const [source, subject] = [textIn(pattern), textIn(text)];
  const ignoresCase = flags?.kind === 'reference' && IGNORING_CASE.test(flags.name);
  if (source === undefined || subject === undefined || (flags && !ignoresCase)) return undefined;
  const words = translated(source, subject.length);
  try {
    return words === undefined
      ? undefined
      : { regex: new RegExp(words, ignoresCase ? 'dgi' : 'dg'), text: subject };
  } catch {
    return undefined;
  }
}

/** Makes the result of a search; `by` is what `sub` puts in place of what is found. */
type Finder = (ev: Evaluator, search: Search, node: Node, by: Value | undefined) => Value | undefined;

const textOrNone = (node: Node, text: string | undefined): Value =>
  text === undefined ? none(node) : str(node, text);

/** The object of a match: its groups by number and by name. */
function matchOf(found: RegExpExecArray | null, node: Node): Value {
  if (!found) return none(node);
  const names = Object.entries(found.groups ?? {}).map(
    ([name, text]) => [name, textOrNone(node, text)] as const,
  );
  const given: Arguments = {
    positional: [...found].map((text) => textOrNone(node, text)),
    keywords: new Map(names),
    hasUnknownArguments: false,
  };
  return { kind: 'made', callee: MATCH, given, node };
}

const matching =
  (wraps: (regex: string) => string): Finder =>
  (_ev, { regex, text }, node) =>
    matchOf(new RegExp(wraps(regex.source), regex.flags.replace('g', '')).exec(text), node);

/** Whether a pattern also finds nothing; Python and JavaScript place such matches differently. */
const findsNothing = ({ regex }: Search) => new RegExp(regex.source, regex.flags).test('');

const FINDERS: { readonly [name: string]: Finder } = {
  match: matching((regex) => `^(?:${regex})`),
  search: matching((regex) => regex),
  fullmatch: matching((regex) => `^(?:${regex})$`),
  findall: (ev, search, node) => {
    if (findsNothing(search)) return undefined;
    const found = [...search.text.matchAll(search.regex)].map(([whole, ...groups]) => {
      const [only = whole, ...others] = groups.map((group = '') => group);
      return others.length === 0
        ? str(node, only)
        : tupleOf(
            [only, ...others].map((group) => str(node, group)),
            node,
          );
    });
    return listOf(ev, found, node);
  },
  split: (ev, search, node) => {
    if (findsNothing(search)) return undefined;
    return listOf(
      ev,
      search.text.split(search.regex).map((part) => textOrNone(node, part)),
      node,
    );
  },
  sub: (ev, search, node, by) => {
    const found = [...search.text.matchAll(search.regex)];
    // Python's versions differ in where they find nothing next to something.
    const isPlaced = found.every(([text]) => text === '') || !findsNothing(search);
    const parts = isPlaced ? found.map((match) => replacementOf(ev, match, by, node)) : [undefined];
    let [result, end]: [string | undefined, number] = ['', 0];
    for (const [i, { 0: text, index }] of found.entries()) {
      const part = parts[i];
      result =
        part === undefined || result === undefined
          ? undefined
          : result + search.text.slice(end, index) + part;
      end = index + text.length;
    }
    return str(node, result === undefined || !isPlaced ? undefined : result + search.text.slice(end));
  },
};

/** What is put in place of a match: a text, perhaps with groups, or what a function gives. */
function replacementOf(
  ev: Evaluator,
  match: RegExpExecArray,
  by: Value | undefined,
  node: Node,
): string | undefined {
  if (by && CALLABLE.has(by.kind)) return textIn(ev.call(by, passing(matchOf(match, node)), node));
  const template = textIn(by);
  const parts = template?.match(/\\(?:[1-9](?!\d)|g<\w+>|\\)|[^\\]+|\\/g) ?? [];
  const texts = parts.map((part) => {
    const group = /^\\(?:(\d)|g<(\w+)>)$/.exec(part);
    if (!group) return part === '\\' ? undefined : part === '\\\\' ? '\\' : part;
    const name = group[1] ?? group[2]!;
    if (!/^\d+$/.test(name))
      return match.groups && name in match.groups ? (match.groups[name] ?? '') : undefined;
    return Number(name) < match.length ? (match[Number(name)] ?? '') : undefined;
  });
  return template !== undefined && texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

/** `re.match(pattern, text)`, or `re.compile(pattern).match(text)` */
const searching =
  (find: Finder, name: string, isMethod: boolean): Builtin =>
  (ev, { positional: [first, ...given], keywords, hasUnknownArguments }, node) => {
    const compiled = isMethod && first?.kind === 'made' ? first.given : undefined;
    const [by, text, ...more] = name === 'sub' ? given : [undefined, ...given];
    const flags = compiled
      ? (compiled.positional[1] ?? compiled.keywords.get('flags'))
      : keywords.get('flags');
    const isPlain =
      !hasUnknownArguments && more.length === 0 && keywords.size === (!compiled && flags ? 1 : 0);
    const search = isPlain ? searchOf(compiled ? compiled.positional[0] : first, flags, text) : undefined;
    return search && find(ev, search, node, by);
  };

/** A group of a match. */
const groupOf = (match: Value, index: Value, node: Node): Value => {
  const found =
    match.kind !== 'made'
      ? undefined
      : index.kind === 'int' && index.value !== undefined
        ? match.given.positional[Number(index.value)]
        : index.kind === 'str' && index.value !== undefined
          ? match.given.keywords.get(index.value)
          : undefined;
  return found ?? unknown(node, 'unbound');
};

/** A method of a match. */
const ofMatch =
  (
    read: (ev: Evaluator, match: Value & { kind: 'made' }, given: readonly Value[], node: Node) => Value,
  ): Builtin =>
  (ev, { positional: [match, ...given], keywords, hasUnknownArguments }, node) =>
    match?.kind === 'made' && keywords.size === 0 && !hasUnknownArguments
      ? read(ev, match, given, node)
      : undefined;

/** Python's regular expressions, for patterns that mean the same in JavaScript. */
export const REGULAR_EXPRESSIONS: { readonly [name: string]: Builtin } = {
  're.compile': (_ev, given, node) =>
    given.hasUnknownArguments ? undefined : { kind: 'made', callee: 're.compile', given, node },
  ...Object.fromEntries(
    Object.entries(FINDERS).flatMap(([name, find]) => [
      [`re.${name}`, searching(find, name, false)],
      [`re.compile.${name}`, searching(find, name, true)],
    ]),
  ),
  [`${MATCH}.group`]: ofMatch((_ev, match, given, node) => {
    const [first = int(node, 0n), ...more] = given;
    return more.length === 0
      ? groupOf(match, first, node)
      : tupleOf(
          given.map((each) => groupOf(match, each, node)),
          node,
        );
  }),
  [`${MATCH}.__getitem__`]: ofMatch((_ev, match, [index], node) =>
    index ? groupOf(match, index, node) : unknown(node, 'unbound'),
  ),
  [`${MATCH}.groups`]: ofMatch((_ev, { given }, more, node) =>
    more.length > 0 ? unknown(node, 'call') : tupleOf(given.positional.slice(1), node),
  ),
  [`${MATCH}.groupdict`]: ofMatch((ev, { given }, more, node) => {
    if (more.length > 0) return unknown(node, 'call');
    const groups = dictOf(ev, node);
    for (const [name, text] of given.keywords) putEntry(ev, groups, str(node, name), text);
    return groups;
  }),
};
