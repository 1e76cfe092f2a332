import { type AST, parseTOML } from 'toml-eslint-parser';
import type { DictValue, Evaluator, OfCall, Value } from '../../evaluator';
import { dictOf, listOf, putEntry } from '../../evaluator/containers';
import { bool, dictKeyOf, float, int, str } from '../../evaluator/value';
import type { Node } from '../../python/tree';

// Reads TOML as `tomllib` does, but for dates and times.

const READER = /^(?:tomllib|tomli)\.loads$/;
const MAX_TEXT = 100_000;

/** The result of `tomllib.loads(text)`, if the text is known. */
export const tomlRead: OfCall<Value> = (name, given, node, ev) => {
  const [text, ...more] = given.positional;
  const isPlain = more.length === 0 && given.keywords.size === 0 && !given.hasUnknownArguments;
  if (!READER.test(name) || !isPlain || text?.kind !== 'str') return undefined;
  if (text.value === undefined || text.value.length > MAX_TEXT) return undefined;
  try {
    const [root] = parseTOML(text.value, { tomlVersion: '1.0' }).body;
    return new Reader(ev, node).table(root.body);
  } catch {
    // No TOML, or a form that is not read.
    return undefined;
  }
};

class Unsupported extends Error {}

type Key = string | number;

class Reader {
  constructor(
    private readonly ev: Evaluator,
    private readonly node: Node,
  ) {}

  table(entries: readonly (AST.TOMLKeyValue | AST.TOMLTable)[]): DictValue {
    const table = dictOf(this.ev, this.node);
    for (const entry of entries) {
      if (entry.type === 'TOMLTable') {
        const around = this.at(table, entry.resolvedKey);
        for (const { key, value } of entry.body) this.set(around, key, value);
      } else this.set(table, entry.key, entry.value);
    }
    return table;
  }

  private set(table: DictValue, { keys }: AST.TOMLKey, value: AST.TOMLContentNode): void {
    const names = keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
    const around = this.at(table, names.slice(0, -1));
    putEntry(this.ev, around, str(this.node, names.at(-1)!), this.content(value));
  }

  /** The table at a path, made if it is not there yet. A number is the place in a list of tables. */
  private at(table: DictValue, [name, ...rest]: readonly Key[]): DictValue {
    if (name === undefined) return table;
    const key = str(this.node, String(name));
    const [place, ...behind] = rest;
    const held = table.cell.content.known.get(dictKeyOf(key)!)?.value;
    if (typeof place !== 'number') return this.at(this.dict(held) ?? this.put(table, key), rest);
    const tables = held?.kind === 'list' ? (held.cell.content ?? []) : [];
    const found = this.dict(tables[place]);
    if (found) return this.at(found, behind);
    const made = dictOf(this.ev, this.node);
    putEntry(this.ev, table, key, listOf(this.ev, [...tables, made], this.node));
    return this.at(made, behind);
  }

  private put(table: DictValue, key: Value): DictValue {
    const made = dictOf(this.ev, this.node);
    putEntry(this.ev, table, key, made);
    return made;
  }

  private dict = (value: Value | undefined): DictValue | undefined =>
    value?.kind === 'dict' ? value : undefined;

  private content(given: AST.TOMLContentNode): Value {
    const { ev, node } = this;
    if (given.type === 'TOMLArray')
      return listOf(
        ev,
        given.elements.map((each) => this.content(each)),
        node,
      );
    if (given.type === 'TOMLInlineTable') return this.table(given.body);
    switch (given.kind) {
      case 'string':
        return str(node, given.value);
      case 'integer':
        return int(node, given.bigint);
      case 'float':
        return float(node, given.value);
      case 'boolean':
        return bool(node, given.value);
      default:
        throw new Unsupported();
    }
  }
}
