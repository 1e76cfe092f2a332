import type { PythonFile } from '../../../dataflow/calls/python-file';
import { messagesByHand } from '../../../dataflow/derivation/by-hand';
import { literalsOf } from '../../../dataflow/messages/literals';
import { type Item, Message } from '../../../dataflow/messages/message';
import { objectOf } from '../../../dataflow/messages/message-values';
import type { NamedSymbol } from '../../../project/names/names';
import { resolve } from '../../../python/names';
import { isExpression, type Node, type Tree } from '../../../python/tree';
import { CONFIGURATION } from '../../../schema/builtin';
import type { EmbeddedText } from '../embedded/embedded-text';
import { addPlaces, type Collected, type CollectedName, type ConfigurationTables } from './collected';
import { nameAt, placeOf, placeOfNumber, type WrittenName } from './places';

/** The tables and features of the messages that a program builds, by message, and of the texts that it reads into others. */
export function collectMessages(
  file: PythonFile,
  embedded: readonly EmbeddedText[],
  collected: Collected,
): Map<object, ConfigurationTables> {
  const texts = embedded
    .filter(({ analysis }) => analysis.resolution?.message?.name === CONFIGURATION)
    .map((text) => new TextNames(text, collected));
  const made = new Map<object, ConfigurationTables>();
  for (const { message } of messagesByHand(file)) {
    // Names in a file are declared in the file.
    if (message.file) continue;
    made.set(objectOf(message), collectMessage(file.tree, message, texts, collected));
  }
  for (const text of texts) if (!text.isUsed) made.set(text, { tables: text.tables, hasUnknown: true });
  return made;
}

/** The tables and features of one text. A message may hold others too. */
class TextNames {
  readonly start: number;
  readonly tables: readonly CollectedName[];
  readonly features: readonly CollectedName[];
  isUsed = false;

  constructor(text: EmbeddedText, collected: Collected) {
    this.start = text.start;
    const { symbols } = text.names();
    const add = (symbol: NamedSymbol) => collected.add(symbol, symbol.places);
    this.tables = symbols.filter(({ kind }) => kind === 'table').map(add);
    this.features = symbols.filter(({ kind }) => kind === 'feature').map(add);
  }
}

function collectMessage(
  tree: Tree,
  message: Message,
  texts: readonly TextNames[],
  collected: Collected,
): ConfigurationTables {
  /** How many tables or features of each text are consumed. */
  const passed = new Map<string, number>();
  const fromText = (item: Item, kind: 'tables' | 'features'): CollectedName | undefined => {
    const text = textAt(tree, item.node, texts);
    if (!text) return undefined;
    text.isUsed = true;
    const key = `${text.start} ${kind}`;
    const count = passed.get(key) ?? 0;
    passed.set(key, count + 1);
    return text[kind][count];
  };
  const tables = messagesOf(message, 'table_descriptor').map(({ item, own }, id): CollectedName => {
    const known = fromText(item, 'tables');
    if (known) return known;
    const name = nameFieldOf(tree, own);
    const places = name?.places ?? [placeOf(own.node, 'number', true)];
    return collected.addTable(name, id, places);
  });
  for (const { item, own } of messagesOf(message, 'feature_descriptor')) {
    const id = itemOf(own, 'table_id');
    const table =
      typeof id?.value === 'number' || typeof id?.value === 'bigint' ? tables[Number(id.value)] : undefined;
    if (fromText(item, 'features')) continue;
    if (table && id && isExpression(id.node)) addPlaces(table, [placeOfNumber(id.node)]);
    const name = nameFieldOf(tree, own);
    if (name) collected.addFeature(name, table);
  }
  return { tables, hasUnknown: message.messages('table_descriptor') === undefined };
}

function messagesOf(message: Message, field: string) {
  const type = message.fieldNamed(field);
  const items = (type && message.fields.get(type)) ?? [];
  return items.flatMap((item) => (item.value instanceof Message ? [{ item, own: item.value }] : []));
}

function itemOf(message: Message, field: string): Item | undefined {
  const type = message.fieldNamed(field);
  return type && message.fields.get(type)?.at(-1);
}

function nameFieldOf(tree: Tree, message: Message): WrittenName | undefined {
  const item = itemOf(message, 'name');
  if (!item) return undefined;
  if (typeof item.value === 'string')
    return item.value === '' ? undefined : nameAt(tree, item.value, item.node, item.node, true);
  const from = isExpression(item.node) ? resolve(tree, item.node) : undefined;
  return from === undefined
    ? undefined
    : { name: undefined, from, places: [placeOf(item.node, 'expression')] };
}

function textAt(tree: Tree, node: Node, texts: readonly TextNames[]): TextNames | undefined {
  if (!isExpression(node)) return undefined;
  const start = literalsOf(tree, node)?.[0]?.parts[0]?.start;
  return texts.find((text) => text.start === start);
}
