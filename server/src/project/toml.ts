import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser';
import type { Range } from '../text/range';
import { type Located, type Path, Unparsable } from './located';

interface Places {
  readonly name: Range;
  readonly value: Range;
}

/** Reads TOML. Throws an `Unparsable`. */
export function readToml(text: string): Located {
  const program = parse(text);
  const places = new Map<string, Places>();
  addEntries(places, [], program.body[0].body);
  return {
    value: getStaticTOMLValue(program),
    placeOf(path, isName) {
      for (let length = path.length; length > 0; length--) {
        const found = places.get(keyOf(path.slice(0, length)));
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

/** No setting stands deeper: a path is as long as a file makes it. */
const DEEPEST = 8;

function addEntries(places: Map<string, Places>, around: Path, entries: Entries): void {
  for (const entry of entries) {
    const { keys } = entry.key;
    const isTable = entry.type === 'TOMLTable';
    const path = isTable ? entry.resolvedKey : [...around, ...keys.map(nameOf)];
    for (const [i, key] of keys.slice(0, DEEPEST).entries()) {
      const name = rangeOf(key);
      const partial = keyOf(path.slice(0, path.length - keys.length + i + 1));
      if (!places.has(partial)) places.set(partial, { name, value: name });
    }
    if (isTable) addEntries(places, path, entry.body);
    else addValue(places, path, rangeOf(keys.at(-1)!), entry.value);
  }
}

function addValue(places: Map<string, Places>, path: Path, name: Range, value: AST.TOMLContentNode): void {
  if (path.length > DEEPEST) return;
  places.set(keyOf(path), { name, value: rangeOf(value) });
  if (value.type === 'TOMLInlineTable') addEntries(places, path, value.body);
  if (value.type === 'TOMLArray')
    for (const [i, element] of value.elements.entries()) addValue(places, [...path, i], name, element);
}

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted): string =>
  key.type === 'TOMLBare' ? key.name : key.value;

const keyOf = (path: Path): string => JSON.stringify(path);

const rangeOf = ({ range: [start, end] }: AST.HasLocs): Range => ({ start, end });
