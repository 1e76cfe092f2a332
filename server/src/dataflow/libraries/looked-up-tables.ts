// A lookup finds the variable of a feature by the very `TableConfig` object of that feature.
import { embeddingId } from '../../catalogue/names';
import type { Arguments, Evaluator, Failure, Value } from '../../evaluator';
import { isPlainDict } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { argumentAt, identityKey } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { type Leaf, leavesOf, structureOf } from '../calls/structure';
import { about } from './by-package';
import { settingIn } from './constructor-arguments';
import { isTable, tableNamed } from './table-values';

const LOOKUP = embeddingId('serving_embedding_lookup');

export const lookupFailure = about<Failure>(
  (name) => name === LOOKUP,
  (_name, given, node, ev) => {
    const keys = keysOf(argumentAt(given, 2, 'tables'));
    const tables = keys && tablesLookedUp(given, node, ev);
    const other = tables?.find((table) => table.kind === 'made' && !keys!.has(identityKey(table.given)));
    if (!other) return undefined;
    return refused(
      `${tableNamed(other, node, ev)} of \`feature_config\` is no key of \`tables\`, whose keys must be the very \`TableConfig\` objects of these ` +
        'features: a copy is another key. Make the variables for the tables of the features that you pass',
      'KeyError',
    );
  },
);

/** The keys of a dict of tables, if all of them are known. */
function keysOf(tables: Value | undefined): ReadonlySet<string> | undefined {
  if (tables?.kind !== 'dict' || !isPlainDict(tables)) return undefined;
  const { known, hasUnknownEntries } = tables.cell.content;
  const areTables = known.size > 0 && [...known.values()].every(({ key }) => isTable(key));
  return hasUnknownEntries || !areTables ? undefined : new Set(known.keys());
}

/** The tables of the features that the call certainly looks up. */
function tablesLookedUp(given: Arguments, node: Node, ev: Evaluator): readonly Value[] | undefined {
  const [inputs, features] = [argumentAt(given, 0, 'inputs'), argumentAt(given, 3, 'feature_config')].map(
    (value) => value && leavesOf(structureOf(value)),
  );
  if (!inputs || !features || features.unknown.length > 0) return undefined;
  const tableOf = ({ value }: Leaf) => settingIn(value, 'table_id', node, ev);
  const tables = new Map(features.leaves.map((leaf) => [leaf.path, tableOf(leaf)]));
  return inputs.paths.flatMap((path) => {
    const table = tables.get(path);
    return table && isTable(table) ? [table] : [];
  });
}
