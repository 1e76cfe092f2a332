import type { Range, TextEdit } from '../../../basics/range';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import { tableIds, tableUses } from '../../../dataflow/calls/table-uses';
import { fieldArgument } from '../../../dataflow/derivation/field-argument';
import { objectOf } from '../../../dataflow/messages/message-values';
import type { FileNames, NamedFile, NamePlace } from '../../../project/names/names';
import { stringValue } from '../../../python/strings';
import { allOfKind, nodeAt, type StringLiteral, type Tree } from '../../../python/tree';
import { isTextFormat, TEXT_FORMAT_ENDINGS } from '../../../textproto/file-names';
import type { EmbeddedText } from '../embedded/embedded-text';
import { isAscii } from '../embedded/literal-text';
import { addPlaces, Collected, type ConfigurationTables } from './collected';
import { collectEmbeddings } from './embeddings';
import { collectMessages } from './messages';
import { givenName, placeOfNumber } from './places';

/** The tables and features that a program makes, holds in texts, or names in ops. */
export function namesInPython(file: PythonFile, embedded: readonly EmbeddedText[]): FileNames {
  const collected = new Collected();
  const made = new Map<object, ConfigurationTables>([
    ...collectEmbeddings(file, collected).map((each) => [each, each] as const),
    ...collectMessages(file, embedded, collected),
  ]);
  collectUses(file, made, collected);
  const symbols = collected.symbols.map((symbol) => ({
    ...symbol,
    places: [...symbol.places.values()].sort((a, b) => Number(b.declares) - Number(a.declares)),
  }));
  return { symbols, configurations: made.size, files: namedFiles(file.tree), imports: importsOf(file.tree) };
}

/** The dotted names that the statements of a program import. */
const importsOf = (tree: Tree): string[] => [
  ...new Set(
    allOfKind(tree, 'import').flatMap(({ from, star, names }) => {
      const prefix = from === undefined || from.endsWith('.') ? (from ?? '') : `${from}.`;
      return star ? [from!] : names.map(({ name }) => prefix + name);
    }),
  ),
];

const MENTIONED = new RegExp(`\\.(?:${TEXT_FORMAT_ENDINGS.join('|')})["']`, 'i');
const MAX_LENGTH = 1000;

/** The strings of a program that end like the path of a file in text format, whatever it does with them. */
function namedFiles(tree: Tree): NamedFile[] {
  if (!MENTIONED.test(tree.text)) return [];
  const isBeside = tree.text.includes('__file__');
  return allOfKind(tree, 'string').flatMap((node) => {
    const path = pathIn(tree, node);
    return path !== undefined && path.length <= MAX_LENGTH && isTextFormat(path) && !path.includes('\n')
      ? [{ start: node.start, end: node.end, path, ...(isBeside && { isBeside: true as const }) }]
      : [];
  });
}

/** The value of a string; of an f-string, the text after its last field. */
function pathIn({ text }: Tree, node: StringLiteral): string | undefined {
  const field = node.fields.at(-1);
  const part = node.parts.at(-1);
  if (!field || !part) return stringValue(text, node);
  const rest = text.slice(field.end, part.bodyEnd);
  return rest.slice(rest.indexOf('}') + 1).replace(/^[/\\]+/, '');
}

/** The tables that ops name: of the configuration that reaches the op or, if none is known to, of any in the file. */
function collectUses(
  file: PythonFile,
  made: ReadonlyMap<object, ConfigurationTables>,
  collected: Collected,
): void {
  const all = [...made.values()];
  for (const { call, reaching } of tableUses(file)) {
    const own = reaching && made.get(objectOf(reaching.message));
    const parameter = call.entry.parameters.find((each) => each.name === 'table_name');
    const name = parameter && givenName(file.tree, fieldArgument(call, parameter), false);
    if (name?.name !== undefined) useName(name.name, name.places, own, all, collected);
    else if (name) collected.addTable(name, undefined, name.places, false);
    // Ids below 0 mean no table.
    for (const { node, id } of tableIds(call))
      if (id >= 0) useId(id, placeOfNumber(node), own, all, collected);
  }
}

function useName(
  name: string,
  places: readonly NamePlace[],
  own: ConfigurationTables | undefined,
  all: readonly ConfigurationTables[],
  collected: Collected,
): void {
  const candidates = own && !own.hasUnknown ? [own] : own ? [own, ...all] : all;
  const found = candidates.map(({ tables }) => tables.filter((table) => table.name === name));
  const named = found.find((tables) => tables.length > 0 && own) ?? found.flat();
  for (const table of new Set(named)) addPlaces(table, places);
  if (named.length > 0) return;
  const isDeclared = own !== undefined && !own.hasUnknown;
  collected.addTable({ name, places }, undefined, places, isDeclared);
}

/** With several configurations, it is unknown which one is meant. */
function useId(
  id: number,
  place: NamePlace,
  own: ConfigurationTables | undefined,
  all: readonly ConfigurationTables[],
  collected: Collected,
): void {
  const [only = own, ...others] = own ? [] : all;
  const isKnown = only !== undefined && others.length === 0 && !only.hasUnknown;
  const table = isKnown ? only.tables[id] : undefined;
  if (table) addPlaces(table, [place]);
  else if (!isKnown && others.length === 0) collected.addTable(undefined, id, [place], false);
}

/** Replaces the path that a string ends with; undefined if the string cannot hold the new one. */
export function writePath(
  tree: Tree,
  { start, end, path }: NamedFile,
  newPath: string,
): TextEdit[] | undefined {
  const node = nodeAt(tree, start);
  if (node.kind !== 'string' || node.fields.length === 0) return writeString(tree, { start, end }, newPath);
  const { bodyEnd } = node.parts.at(-1)!;
  const at = bodyEnd - path.length;
  const fits = tree.text.slice(at, bodyEnd) === path && !/[\\{}"'\n]/.test(newPath);
  return fits ? [{ start: at, end: bodyEnd, newText: newPath }] : undefined;
}

/** Replaces a string by another name; undefined if there is anything between its pieces. */
export function writeString(tree: Tree, { start, end }: Range, name: string): TextEdit[] | undefined {
  const node = nodeAt(tree, start);
  if (node.kind !== 'string') return undefined;
  const [first, ...others] = node.parts;
  if (!first || !node.parts.every(({ closed }) => closed)) return undefined;
  const isBytes = first.prefix.includes('b');
  if (isBytes && !isAscii(name)) return undefined;
  const quote = first.quote[0]!;
  const isPlain = !/[\\{}"']/.test(name);
  const body = name.replaceAll(/[\\"']/g, (char) => (char === '\\' || char === quote ? `\\${char}` : char));
  if (others.length === 0 && (isPlain || !/[rft]/.test(first.prefix)))
    return [{ start: first.bodyStart, end: first.bodyEnd, newText: body }];
  const between = node.parts.slice(1).map((part, i) => tree.text.slice(node.parts[i]!.end, part.start));
  if (between.some((gap) => /[^\s\\]/.test(gap))) return undefined;
  return [{ start, end, newText: `${isBytes ? 'b' : ''}${quote}${body}${quote}` }];
}
