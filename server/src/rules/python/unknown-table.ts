import { excerpt } from '../../basics/excerpt';
import { misspelled, nearest } from '../../basics/nearest';
import { once } from '../../basics/once';
import { rangeOf } from '../../basics/range';
import type { Entry } from '../../catalogue';
import { counted } from '../../configuration/quantities';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { type ApiCall, argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import {
  configurationArgument,
  configurationOf,
  ReachingConfiguration,
  takesConfiguration,
} from '../../dataflow/calls/reaching-configuration';
import { tableIds, tableUses } from '../../dataflow/calls/table-uses';
import { messagesByHand } from '../../dataflow/derivation/by-hand';
import { filesOf } from '../../dataflow/messages/read-files';
import type { Expression } from '../../python/tree';
import { listing } from '../support/wording';
import type { CallReport, CallRule, TextFix } from './call-rule';
import { relatedTo } from './output-count';
import { replaceNode } from './support/edits';
import { programWith, tableOf } from './support/examples';

const CONFIGURATION = programWith(tableOf('items', 8));

export const unknownTable: CallRule = {
  code: 'unknown-table',
  severity: 'warning',
  summary: 'An op names a table that is not in its configuration, or in no file of the workspace folder.',
  details:
    'Tables are numbered from 0 in the order of the configuration. Load and retrieve ops are checked against their own ' +
    '`config`. Ops without one, such as `TPUEmbeddingActivations` and the ops that enqueue, are checked against the ' +
    'configuration of the other ops in the same function. TensorFlow checks this when the graph is prepared for the TPU, if ' +
    'at all.\n\n' +
    'If no configuration reaches the op, the name is looked up in the workspace folder, if that has a configuration in text ' +
    'format. It is reported if no file has such a table, but one has a table with a similar name. For `check`, a folder ' +
    'named on the command line is a workspace folder. If a file of the folder cannot be read, or `files.exclude` names one, ' +
    'nothing is reported.',
  messages: {
    "Table name attribute refers to non-existent table '{name}'":
      "A load or retrieve op names the table '{name}', which is not in the configuration.",
    'table_id attribute out of range in node':
      'A load or retrieve op has a `table_id` that is not below the number of tables in the configuration.',
  },
  bad: `${CONFIGURATION}
tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(num_shards=1, shard_id=0, table_id=1, config=config)`,
  good: `${CONFIGURATION}
tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(num_shards=1, shard_id=0, table_id=0, config=config)`,
  checkFile(file, report) {
    for (const { call, reaching } of tableUses(file)) {
      if (reaching) checkUses(call, reaching, report);
      else if (!configurationArgument(call) && !call.binding.open) checkByFolder(call, file, report);
    }
  },
};

function checkUses(call: ApiCall, reaching: ReachingConfiguration, report: CallReport): void {
  const { tableCount } = reaching;
  if (!tableCount) return;
  const related = relatedTo(reaching);
  for (const { node, id } of tableIds(call)) {
    // Another rule reports ids below 0.
    if (id < tableCount) continue;
    const last = tableCount === 1 ? 'the only one has id 0' : `their ids are 0 to ${tableCount - 1}`;
    report({
      ...rangeOf(node),
      message: `The configuration has ${counted(tableCount, 'table')}: ${last}.`,
      related,
    });
  }
  const value = argumentValue(call, 'table_name');
  const { tableNames } = reaching;
  const name = argumentOf(call, 'table_name');
  if (!name || !tableNames || value.kind !== 'str' || !value.value || tableNames.includes(value.value))
    return;
  const near = nearest(value.value, tableNames);
  report({
    ...rangeOf(name),
    message:
      `The configuration has no table "${excerpt(value.value)}"` +
      (tableNames.length <= 5 ? `, only ${listing(tableNames.map((known) => `"${excerpt(known)}"`))}.` : '.'),
    related,
    fixes: () => replaced(name, near),
  });
}

const replaced = (name: Expression, near: string | undefined): readonly TextFix[] =>
  near !== undefined && name.kind === 'string'
    ? [
        {
          title: `Replace with '${excerpt(near)}'`,
          changes: [replaceNode(name, `'${near}'`)],
        },
      ]
    : [];

/** Looks a name up in the tables of the workspace folder, if no other configuration can have it. */
function checkByFolder(call: ApiCall, file: PythonFile, report: CallReport): void {
  const name = argumentOf(call, 'table_name');
  const value = argumentValue(call, 'table_name');
  if (!name || value.kind !== 'str' || !value.value) return;
  const own = ownTables(file);
  const nearby = own && filesOf(file.tree)?.tables();
  if (!nearby || [own, nearby.declared, nearby.shared].some((names) => names.has(value.value!))) return;
  const near = misspelled(value.value, nearby.declared);
  if (near === undefined) return;
  report({
    ...rangeOf(name),
    message: `No file of this workspace folder has a table "${excerpt(value.value)}". Did you mean "${excerpt(near)}"?`,
    fixes: () => replaced(name, near),
  });
}

const MENTIONED = /TPUEmbeddingConfiguration|tpu_embedding_configuration_pb2/;

/** The tables of all configurations that a program makes or reads; undefined if there may be others. */
const ownTables = once((file: PythonFile): ReadonlySet<string> | undefined => {
  // Includes calls within `try`.
  const calls = file.tree.sections.flatMap((section) => file.callsIn(section));
  if (calls.some(({ entry }) => makesTables(entry))) return undefined;
  const reaching = calls.filter(takesConfiguration).map(configurationOf);
  const made = messagesByHand(file).map(({ call, message }) => new ReachingConfiguration(message, call));
  const all = [...reaching, ...made];
  if (all.length === 0 && MENTIONED.test(file.text)) return undefined;
  const names = all.map((each) => (each?.isWhole ? each.tableNames : undefined));
  return names.includes(undefined) ? undefined : new Set(names.flatMap((each) => each ?? []));
});

/** Among the classes, only optimizers and messages make no tables. */
const makesTables = ({ kind, optimizer, message }: Entry): boolean =>
  kind === 'class' && optimizer === undefined && message === undefined;
