// From TensorFlow's embedding objects to keras-rs.

import { addTo } from '../../../basics/groups';
import type { Entry, Role } from '../../../catalogue';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import type { Strategy } from '../../../dataflow/derivation/strategy';
import { bindingOf, writtenFor } from '../../../python/names';
import { type Expression, isStatement, type Node, type Statement } from '../../../python/tree';
import { expressionOf, isLeftOut, rewriteArguments } from './arguments';
import { batchOf } from './batch';
import { Draft } from './draft';
import { rewriteFeature } from './keras-rs-features';
import { rewriteTable } from './keras-rs-tables';
import { Layers } from './layers';
import { entryNamed, type Site, sitesIn } from './program';
import { renameMembers, renameReferences } from './references';
import { TO_KERAS_RS } from './to-keras-rs';

export const isOfTensorflow = ({ library }: Entry) => library === 'tensorflow' || library === 'recommenders';

/** The edits that migrate a program to keras-rs, with remarks; undefined if it has nothing to migrate. */
export function toKerasRs(file: PythonFile, strategy: Strategy): Draft | undefined {
  const sites = sitesIn(file, TO_KERAS_RS, isOfTensorflow);
  const ofRole = (role: Role | undefined) => sites.filter(({ entry }) => entry.role === role);
  const tables = ofRole('table');
  const embeddings = ofRole('embedding');
  if (tables.length === 0 && embeddings.length === 0) return undefined;
  const draft = new Draft(file);
  const layers = new Layers(embeddings);
  renameReferences(draft, TO_KERAS_RS, isOfTensorflow);
  renameMembers(draft, TO_KERAS_RS, isOfTensorflow);
  for (const site of ofRole(undefined)) {
    if (site.row.differs) draft.remark(site.node, site.row.differs, { lost: site.entry.name });
    rewriteArguments(draft, site);
  }
  for (const site of embeddings) renameLegacyOptimizer(draft, site);
  const optimizers = optimizersOfTables(draft, tables, layers);
  for (const site of tables) rewriteTable(draft, site, layers, optimizers.get(site));
  const batch = batchOf(draft, layers, strategy);
  for (const site of ofRole('feature')) rewriteFeature(draft, site, layers, batch);
  for (const site of embeddings) rewriteArguments(draft, site);
  return draft;
}

/** The optimizer of each table that has none of its own: the one of its embedding object, under a name. */
function optimizersOfTables(
  draft: Draft,
  tables: readonly Site[],
  layers: Layers,
): ReadonlyMap<Site, string> {
  const found = new Map<Site, string>();
  const bare = tables.filter((table) => isLeftOut(table, 'optimizer'));
  const trained = new Map<Site, Site[]>();
  for (const table of bare) for (const site of layers.training(table)) addTo(trained, site, table);
  for (const site of layers.sites) {
    const own = (trained.get(site) ?? []).filter((table) => !found.has(table));
    const expression = expressionOf(site, 'optimizer');
    if (own.length === 0 || !expression || isLeftOut(site, 'optimizer')) continue;
    const name = optimizerBefore(draft, expression, site, own);
    for (const table of own) found.set(table, name);
  }
  for (const table of bare)
    if (!found.has(table))
      draft.remark(
        table.node,
        'no embedding object with an optimizer is seen for this table: without one, keras-rs trains it with Adam.',
      );
  return found;
}

/** The name of an optimizer that tables can use: its own, or that of a variable in front of the first table. */
function optimizerBefore(draft: Draft, expression: Expression, site: Site, tables: readonly Site[]): string {
  const first = firstStatement(site.node, tables);
  const binding = expression.kind === 'name' ? bindingOf(draft.file.tree, expression) : undefined;
  const isThere =
    expression.kind === 'name' && (binding?.kind !== 'assignment' || !first || binding.start < first.start);
  if (isThere || !first || expression.kind === 'string') return draft.textOf(expression);
  const name = draft.freeName('optimizer');
  draft.insertBefore(first, `${name} = ${draft.textOf(writtenFor(draft.file.tree, expression))}`);
  return name;
}

/** The first statement with a table among those of the innermost block around an embedding object that has all of them. */
function firstStatement(embedding: Node, tables: readonly Site[]): Statement | undefined {
  for (let node: Node | undefined = embedding; node; node = node.parent) {
    if (node.kind === 'class' || !('body' in node) || !Array.isArray(node.body)) continue;
    const block = node;
    const around = tables.map((table) => statementIn(block, table.node));
    if (around.every((statement) => statement !== undefined))
      return around.reduce((first, each) => (each.start < first.start ? each : first));
  }
  return undefined;
}

/** The statement of a block that a node is in. */
function statementIn(block: Node, node: Node): Statement | undefined {
  for (let at: Node | undefined = node; at; at = at.parent)
    if (at.parent === block && isStatement(at)) return at;
  return undefined;
}

/** An optimizer of Keras 2, which TensorFlow Recommenders takes, becomes that of Keras 3. */
function renameLegacyOptimizer(draft: Draft, site: Site): void {
  const expression = expressionOf(site, 'optimizer');
  const written = expression && writtenFor(draft.file.tree, expression);
  const entry = written?.kind === 'call' ? entryNamed(draft.file, written.callee) : undefined;
  if (written?.kind === 'call' && entry?.isLegacy)
    draft.replace(written.callee, draft.reference(`keras.optimizers.${entry.name}`));
}
