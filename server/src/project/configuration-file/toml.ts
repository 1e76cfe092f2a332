import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import type { Range } from '../../basics/range';
import { type Located, type Path, Unparsable } from './located';

interface Places {
  readonly name: Range;
  readonly value: Range;
}

/** Reads TOML. Throws an `Unparsable`. */
export function readToml(text: string): Located {
  const program = parse(text);
  const places = new Map<string, Places>();
  const value: Table = {};
  addEntries(places, value, [], program.body[0].body);
  return {
    value,
    placeOf(path, isName) {
      for (let length = path.length; length > 0; length--) {
        const found = places.get(pathKey(path.slice(0, length)));
        if (found) return isName ? found.name : found.value;
      }
      return { start: 0, end: 0 };
    },
  };
}

function parse(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new Unparsable(`This is not TOML: ${error.message.replace(/\.$/, '')}.`, error.index);
  }
}

type Entries = readonly (AST.TOMLKeyValue | AST.TOMLTable)[];

/** No setting is nested deeper, and a file may have paths of any length. */
const DEEPEST = 8;

type Table = Record<string | number, unknown>;

/** Adds the entries of the table at the path `around`. Tables with headers of their own have paths from `root`. */
function addEntries(places: Map<string, Places>, root: Table, around: Path, entries: Entries): void {
  if (around.length > DEEPEST) return;
  const table = tableAt(root, around);
  for (const entry of entries) {
    const { keys } = entry.key;
    const isTable = entry.type === 'TOMLTable';
    const path = isTable ? entry.resolvedKey : [...around, ...keys.map(keyName)];
    for (const [i, key] of keys.slice(0, DEEPEST).entries()) {
      const name = rangeOf(key);
      const partial = pathKey(path.slice(0, path.length - keys.length + i + 1));
      if (!places.has(partial)) places.set(partial, { name, value: name });
    }
    if (isTable) {
      tableAt(root, path);
      addEntries(places, root, path, entry.body);
    } else {
      setAt(table, keys.map(keyName), contentOf(entry.value));
      addValue(places, path, rangeOf(keys.at(-1)!), entry.value);
    }
  }
}

/** The table or list at a path, created if necessary. */
function tableAt(root: Table, path: Path): Table {
  let table = root;
  for (const [i, part] of path.slice(0, DEEPEST).entries()) {
    if (!Object.hasOwn(table, part)) setOwn(table, part, typeof path[i + 1] === 'number' ? [] : {});
    table = table[part] as Table;
  }
  return table;
}

function setAt(table: Table, path: readonly string[], value: unknown): void {
  const around = tableAt(table, path.slice(0, -1));
  if (path.length <= DEEPEST) setOwn(around, path.at(-1)!, value);
}

/** Assignment to `__proto__` would change the prototype, and a table of that name all objects of the process. */
const setOwn = (table: Table, name: string | number, value: unknown): void => {
  Object.defineProperty(table, name, { value, configurable: true, enumerable: true, writable: true });
};

function contentOf(node: AST.TOMLContentNode): unknown {
  if (node.type === 'TOMLValue') return node.value;
  if (node.type === 'TOMLArray') return node.elements.map(contentOf);
  const table: Table = {};
  for (const { key, value } of node.body) setAt(table, key.keys.map(keyName), contentOf(value));
  return table;
}

function addValue(places: Map<string, Places>, path: Path, name: Range, value: AST.TOMLContentNode): void {
  if (path.length > DEEPEST) return;
  places.set(pathKey(path), { name, value: rangeOf(value) });
  if (value.type === 'TOMLInlineTable') addEntries(places, {}, path, value.body);
  if (value.type === 'TOMLArray')
    for (const [i, element] of value.elements.entries()) addValue(places, [...path, i], name, element);
}

const keyName = (key: AST.TOMLBare | AST.TOMLQuoted): string =>
  key.type === 'TOMLBare' ? key.name : key.value;

const pathKey = (path: Path): string => JSON.stringify(path);

const rangeOf = ({ range: [start, end] }: AST.HasLocs): Range => ({ start, end });
