import type { Node } from '../python/tree';
import type { Builtin } from './builtins';
import { writeTo } from './callbacks';
import { dictOf, iterate, iteratorOf, lazyElements, letContentsEscape, listOf, putEntry } from './containers';
import type { Evaluator } from './evaluator';
import { jsonOf, jsonText } from './json';
import { type Arguments, type IteratorValue, none, passing, str, unknown, type Value } from './value';

/** The lines of a text, with their ends. */
const linesIn = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const textIn = (value: Value | undefined): string | undefined =>
  value?.kind === 'str' ? value.value : undefined;

/** `io.StringIO(text)`: an iterator over its lines. */
const stream: Builtin = (ev, { positional: [text, ...more], keywords, hasUnknownArguments }, node) => {
  const known = textIn(text);
  const isPlain = more.length === 0 && keywords.size === 0 && !hasUnknownArguments;
  if (!isPlain || known === undefined || known.includes('\r')) return undefined;
  const lines = linesIn(known).map((line) => str(node, line));
  return { ...iteratorOf(ev, lines, node), isStream: true };
};

/** What a method of such a stream reads. */
export function readStream(
  ev: Evaluator,
  of: IteratorValue,
  name: string,
  given: Arguments,
  node: Node,
): Value {
  const isAll = given.positional.length === 0 && !given.hasUnknownArguments;
  if (name === 'close' && isAll) return unknown(node, 'call');
  const lines = isAll && (name === 'read' || name === 'readlines') ? iterate(ev, of) : undefined;
  if (!lines) {
    letContentsEscape(ev, of);
    ev.state.write(of.cell, undefined);
    return name === 'read' ? str(node, undefined) : unknown(node, 'call');
  }
  return name === 'readlines'
    ? listOf(ev, lines, node)
    : str(node, lines.map((line) => textIn(line)).join(''));
}

/** The cells of a line; undefined if a text in quotes goes on in the next one. */
function cellsOf(line: string, delimiter: string): readonly string[] | undefined {
  const text = line.replace(/\n$/, '');
  if (!text.includes('"')) return text === '' ? [] : text.split(delimiter);
  const cell = new RegExp(
    `(?:^|[${delimiter}])(?:"((?:[^"]|"")*)"|([^"${delimiter}]*))(?=[${delimiter}]|$)`,
    'y',
  );
  const cells: string[] = [];
  while (cell.lastIndex < text.length || cells.length === 0) {
    const found = cell.exec(text);
    if (!found) return undefined;
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
  }
  return cells;
}

/** The rows that `csv` reads from lines; each is consumed as a row is asked for. */
function rowsOf(ev: Evaluator, { positional, keywords, hasUnknownArguments }: Arguments) {
  const [source, ...more] = positional;
  const others = [...keywords.keys()].filter((name) => name !== 'delimiter');
  const delimiter = keywords.has('delimiter') ? textIn(keywords.get('delimiter')) : ',';
  const isPlain = more.length === 0 && others.length === 0 && !hasUnknownArguments;
  if (!source || !isPlain || !/^[,;|\t]$/.test(delimiter ?? '')) return undefined;
  const rows = lazyElements(ev, source)?.map((line) => {
    const text = textIn(line);
    return text === undefined ? undefined : cellsOf(text, delimiter!);
  });
  return rows?.every((row) => row !== undefined) ? rows : undefined;
}

const texts = (cells: readonly string[], node: Node) => cells.map((cell) => str(node, cell));

const reader: Builtin = (ev, given, node) => {
  const rows = rowsOf(ev, given)?.map((row) => listOf(ev, texts(row!, node), node));
  if (!rows && given.positional[0]) letContentsEscape(ev, given.positional[0]);
  return rows && iteratorOf(ev, rows, node, given.positional);
};

/** Rows as dicts, by the names in the first one. */
const dictReader: Builtin = (ev, given, node) => {
  const [names, ...rows] = rowsOf(ev, given)?.filter((row) => row!.length > 0) ?? [];
  if (!names || rows.some((row) => row!.length !== names.length)) {
    if (given.positional[0]) letContentsEscape(ev, given.positional[0]);
    return undefined;
  }
  const dicts = rows.map((row) => {
    const dict = dictOf(ev, node);
    for (const [i, name] of names.entries()) putEntry(ev, dict, str(node, name), str(node, row![i]));
    return dict;
  });
  return iteratorOf(ev, dicts, node, given.positional);
};

/** Texts that a program reads line by line. */
export const STREAMS: { readonly [name: string]: Builtin } = {
  'io.StringIO': stream,
  'csv.reader': reader,
  'csv.DictReader': dictReader,
  'json.load': (ev, { positional: [from, ...more], keywords, hasUnknownArguments }, node) => {
    const isPlain = more.length === 0 && keywords.size === 0 && !hasUnknownArguments;
    const isStream = from?.kind === 'iterator' && from.isStream;
    if (!isPlain || (!isStream && from?.kind !== 'made')) return undefined;
    const text = isStream
      ? readStream(ev, from, 'read', passing(), node)
      : ev.library.method?.(from, 'read', passing(), node, ev);
    return text && jsonOf(ev, passing(text), node);
  },
  'json.dump': (ev, given, node) => {
    const [value, file, ...more] = given.positional;
    if (!value || !file) return undefined;
    const text = jsonText(ev, { ...given, positional: [value, ...more] }, node);
    ev.library.method?.(file, 'write', passing(text), node, ev);
    writeTo(ev, file, node);
    return none(node);
  },
};
