import { parameterFor, type Setting } from '../../../catalogue';
import { type ApiCall, argumentThatSets, callOf, type PythonFile } from '../../../dataflow/calls/python-file';
import { embeddings, tableOf } from '../../../dataflow/calls/tables';
import type { TypeOf } from '../../../dataflow/calls/types';
import { unlessRefused } from '../../../dataflow/derivation/draft';
import { type Features, featuresOf } from '../../../dataflow/derivation/features';
import { type FieldArgument, fieldArgumentFor } from '../../../dataflow/derivation/field-argument';
import type { EmbeddingPart } from '../../../dataflow/derivation/parts';
import { defaultName } from '../../../dataflow/libraries/table-names';
import type { Expression, Tree } from '../../../python/tree';
import { addPlaces, type Collected, type CollectedName, type ConfigurationTables } from './collected';
import { givenName, nameAt, placeOf } from './places';

/** The tables and features of each embedding object, and those that no such object is known to use. */
export function collectEmbeddings(file: PythonFile, collected: Collected): ConfigurationTables[] {
  const { tree, calls } = file;
  const used = new Set<ApiCall>();
  const made = embeddings(file).flatMap((embedding) => {
    const found = unlessRefused(() => featuresOf(embedding));
    if (!found) return [];
    for (const { call } of [...found.tables, ...found.features.map(({ part }) => part)]) used.add(call);
    const parts = collectParts(tree, found, collected);
    collectStacked(tree, embedding, parts.tables, collected);
    return parts;
  });
  const classic = calls.filter(({ entry }) => parameterFor(entry, 'tables_by_name'));
  const byName = classic.map((embedding) => collectByName(tree, embedding, collected));
  const tables = new Map<ApiCall, CollectedName>();
  const others = calls.filter((call) => !used.has(call) && !call.entry.removed);
  for (const call of others.filter(({ entry }) => entry.role === 'table')) {
    const name = givenName(tree, fieldArgumentFor(call, 'name'));
    if (name) tables.set(call, collected.addTable(name, undefined, name.places));
  }
  for (const call of others.filter(({ entry }) => entry.role === 'feature')) {
    const table = tableOf(call, file);
    const collectedTable = table && tables.get(table);
    collectFeature(
      tree,
      fieldArgumentFor(call, 'name'),
      fieldArgumentFor(call, 'table_id'),
      collectedTable,
      collected,
    );
  }
  for (const call of others.filter(({ entry }) => parameterFor(entry, 'table_stacking')))
    collectStacked(tree, call, [...tables.values()], collected);
  return [...made, ...byName];
}

function collectParts(
  tree: Tree,
  { tables, features, firstUnknown }: Features,
  collected: Collected,
): ConfigurationTables {
  const byPart = new Map<EmbeddingPart, CollectedName>();
  for (const [id, table] of tables.entries()) {
    const given = table.attribute('name');
    const isDefault = given.type.kind === 'none';
    const { callee } = table.call.node;
    const name = isDefault ? nameAt(tree, defaultName(id), callee, callee, true) : givenName(tree, given);
    const places = name?.places ?? [placeOf(callee, 'number', true)];
    byPart.set(table, collected.addTable(name, id, places));
  }
  for (const { part, table } of features) {
    const collectedTable = table && byPart.get(table);
    collectFeature(tree, part.attribute('name'), part.attribute('table_id'), collectedTable, collected);
  }
  const hasUnknown = firstUnknown !== undefined || features.some(({ table }) => !table);
  return { tables: [...byPart.values()], hasUnknown };
}

/** The names of tables in the lists that say which share a stack. */
function collectStacked(
  tree: Tree,
  embedding: ApiCall,
  tables: readonly CollectedName[],
  collected: Collected,
): void {
  const stacked = argumentThatSets(embedding, 'table_stacking');
  for (const node of stacked ? elementsIn(stacked, embedding.typeOf) : []) {
    const type = embedding.typeOf(node);
    if (type.kind !== 'str' || type.value === undefined) continue;
    const named = nameAt(tree, type.value, node, node, false);
    const table = tables.find(({ name }) => name === named.name);
    if (table) addPlaces(table, named.places);
    // The table may take its name from another file.
    else collected.addTable(named, undefined, named.places, false);
  }
}

/** The elements of a list, and of the lists in it. */
function elementsIn(list: Expression, typeOf: TypeOf): Expression[] {
  const type = typeOf(list);
  const elements = type.kind === 'list' ? (type.elements ?? []) : [];
  return elements.flatMap((element) => [element, ...elementsIn(element, typeOf)]);
}

function collectFeature(
  tree: Tree,
  named: FieldArgument,
  { node }: FieldArgument,
  table: CollectedName | undefined,
  collected: Collected,
): void {
  // Without an argument, the node is that of the callee.
  const isGiven = node !== named.node && table !== undefined;
  if (isGiven) addPlaces(table, [placeOf(node, 'expression')]);
  const name = givenName(tree, named);
  if (name) collected.addFeature(name, table);
}

/** In the API of TensorFlow 1, the keys of two dicts are the names, and a feature says the name of its table. */
function collectByName(tree: Tree, embedding: ApiCall, collected: Collected): ConfigurationTables {
  const tables = namedEntries(tree, embedding, 'tables_by_name').map(({ name }, id) =>
    collected.addTable(name, id, name.places),
  );
  for (const { name, value } of namedEntries(tree, embedding, 'features_by_name')) {
    const made = embedding.typeOf(value);
    const call = made.kind === 'instance' && made.call ? callOf({ tree }, made.call) : undefined;
    const id = call && argumentThatSets(call, 'table_id');
    const type = id && embedding.typeOf(id);
    const table = type?.kind === 'str' ? tables.find((each) => each.name === type.value) : undefined;
    if (id && table) addPlaces(table, nameAt(tree, table.name!, id, id, false).places);
    collected.addFeature(name, table);
  }
  return { tables, hasUnknown: false };
}

function namedEntries(tree: Tree, embedding: ApiCall, setting: Setting) {
  const dict = argumentThatSets(embedding, setting);
  const type = dict && embedding.typeOf(dict);
  const entries = (type?.kind === 'dict' && type.entries) || [];
  return entries.flatMap(({ key, value }) => {
    const named = embedding.typeOf(key);
    return named.kind === 'str' && named.value
      ? [{ name: nameAt(tree, named.value, key, key, true), value }]
      : [];
  });
}
