import { once } from '../../basics/once';
import type { Range } from '../../basics/range';
import type { SizedTables } from '../../sizing/tables';
import { Kind, Lexer } from '../../textproto/lexer';
import { type Node, nodeText, rangeOf, type Tree } from '../../textproto/tree';
import type { BoundMessage, BoundTree, BoundValue } from '../bind';
import { isMessage } from '../configuration';
import { setAt } from '../json-paths';
import { type JsonMessage, jsonName, toJson } from '../to-json';
import { UNDECLARED } from './meaning';

/** A configuration that can be compared with another one. Paths are as in `tableDescriptor[0].dimension`. */
export interface Comparable {
  /** As ProtoJSON; fields that the schema does not declare stand as texts in a list named `UNDECLARED`. */
  readonly message: JsonMessage;
  /** The unknown parts of the message. */
  readonly unknown: readonly { readonly path: string; readonly reason: string }[];
  /** What decides the memory of its tables. */
  readonly sizes: SizedTables;
  /** Where a field is written, or else where the innermost message around it is. */
  placeOf(path: string): Range | undefined;
}

/** A text whose message can be read. */
export function comparableText({ root, tree }: BoundTree, sizes: SizedTables): Comparable {
  const { json } = toJson(root);
  for (const { path, texts } of undeclaredIn(root, tree))
    setAt(json, path === '' ? UNDECLARED : `${path}.${UNDECLARED}`, texts);
  return { message: json, unknown: [], sizes, placeOf: (path) => placeIn(root, tree, path) };
}

interface Undeclared {
  readonly path: string;
  readonly texts: string[];
}

/** The fields that the schema does not declare: of open messages, and fields written by number. */
function undeclaredIn(message: BoundMessage, tree: Tree, path = ''): Undeclared[] {
  const found: Undeclared[] = [];
  const known = new Set(message.fields.map(({ node }) => node));
  const written = message.node?.fields ?? tree.sections.flatMap(({ field }) => field ?? []);
  const others = written.filter((node) => !known.has(node) && (message.type.open || node.form === 'number'));
  if (others.length > 0) found.push({ path, texts: others.map((node) => plainText(tree, node)) });
  const counts = new Map<string, number>();
  for (const { type, values } of message.fields) {
    if (type.kind !== 'message') continue;
    for (const { value } of values) {
      const index = counts.get(type.name) ?? 0;
      counts.set(type.name, index + 1);
      const own = `${path === '' ? '' : `${path}.`}${jsonName(type)}${type.repeated ? `[${index}]` : ''}`;
      if (isMessage(value)) found.push(...undeclaredIn(value, tree, own));
    }
  }
  return found;
}

/** A field as it is written, without comments and with one blank between tokens. */
function plainText(tree: Tree, node: Node): string {
  const text = nodeText(tree, node);
  const lexer = new Lexer(text);
  const tokens: string[] = [];
  for (let start = 0; start < text.length; start = lexer.end) {
    lexer.scan(start);
    if (!BLANKS.has(lexer.kind)) tokens.push(text.slice(start, lexer.end));
  }
  return tokens.join(' ');
}

const BLANKS: ReadonlySet<Kind> = new Set([Kind.Whitespace, Kind.Comment]);

function placeIn(root: BoundMessage, tree: Tree, path: string): Range | undefined {
  let message: BoundMessage | undefined = root;
  let place: Node | undefined;
  for (const step of path.split('.')) {
    const [, name, index] = /^([^[]*)(?:\[(\d+)\])?$/.exec(step) ?? [];
    const found = valuesOf(message, name).at(Number(index ?? -1));
    if (!found) break;
    place = found.node;
    message = isMessage(found.value) ? found.value : undefined;
  }
  return place && rangeOf(tree, place);
}

/** The values of a field in order, each with the node that writes it alone. */
const valuesOf = (message: BoundMessage | undefined, name: string | undefined): readonly Written[] =>
  (message && valuesByName(message).get(name)) ?? [];

interface Written {
  readonly value: BoundValue['value'];
  readonly node: Node;
}

const valuesByName = once(({ fields }: BoundMessage) => {
  const byName = new Map<string | undefined, Written[]>();
  for (const { type, node, values } of fields) {
    const written = values.map((each) => ({
      value: each.value,
      node: node.value?.kind === 'list' ? each.node : node,
    }));
    const name = jsonName(type);
    const before = byName.get(name);
    if (before) for (const each of written) before.push(each);
    else byName.set(name, written);
  }
  return byName;
});
