import { excerpt } from '../../basics/excerpt';
import { allEntries, displayName } from '../../catalogue';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { methodCalls } from '../../dataflow/calls/methods';
import type { CallEvent } from '../../dataflow/calls/observations';
import { type ApiCall, callOfEvent, type PythonFile } from '../../dataflow/calls/python-file';
import { featuresAlone } from '../../dataflow/derivation/features';
import type { EmbeddingPart } from '../../dataflow/derivation/parts';
import { STACK } from '../../dataflow/libraries/stacks';
import { type CallRule, isCaught } from './call-rule';
import { calleeRange } from './support/binding';
import { prepared } from './support/examples';

export const tablesNotStacked: CallRule = {
  code: 'tables-not-stacked',
  severity: 'error',
  summary: 'Features are looked up or preprocessed before their tables are prepared.',
  details:
    'Tables of JAX TPU Embedding are trained in stacks. `prepare_feature_specs_for_training` gives each table that has none a ' +
    'stack of its own, in place; preprocessing, look-ups and updates before it raise a bare `AssertionError` ("Table t is not ' +
    'stacked") or `ValueError`.',
  messages: {
    'Table {name} is not stacked':
      'Table {name} has not been prepared: call `prepare_feature_specs_for_training` on the features before they are used.',
    'prepare_feature_specs_for_training was not called':
      'The features have not been prepared: call `prepare_feature_specs_for_training` before they are used.',
    'stacked_table_spec is none for table':
      'A table has not been prepared: call `prepare_feature_specs_for_training` on the features before they are used.',
  },
  bad: prepared('embedding.get_stacked_table_specs(specs)', ''),
  good: prepared('embedding.get_stacked_table_specs(specs)'),
  checkFile(file, report) {
    const told = new Set<ApiCall>();
    // Methods work with the features that made their object.
    const methods = methodCalls(file).flatMap((call) =>
      call.maker ? [[call, callOfEvent(call.maker)] as const] : [],
    );
    for (const [call, source] of [...file.calls.map((call) => [call, call] as const), ...methods]) {
      if (call.entry.stacking !== 'needed' || isCaught(tablesNotStacked, call, file)) continue;
      const table = unstacked(call, source);
      if (!table || told.has(table.call) || mayBeStackedElsewhere(call, file)) continue;
      told.add(table.call);
      report({
        ...calleeRange(call),
        message: `Nothing has prepared the table${nameOf(table)} of these features yet. Call \`${preparation(call)}\` with them first.`,
      });
    }
  },
};

/** A table without a stack. */
function unstacked(call: ApiCall, source: ApiCall): EmbeddingPart | undefined {
  const objects = call.event?.objects;
  return featuresAlone(source)?.tables.find(
    (part) =>
      part.call.event &&
      objects?.has(part.call.event.given) &&
      part.attribute('stack').type.kind === 'none' &&
      !objects.get(part.call.event.given, STACK, call.node),
  );
}

/** ` 'name'`, if that is known. */
function nameOf(table: EmbeddingPart): string {
  const { type } = table.attribute('name');
  return type.kind === 'str' && type.value !== undefined ? ` '${excerpt(type.value)}'` : '';
}

const mayBeStackedElsewhere = ({ event }: ApiCall, { tree }: PythonFile): boolean =>
  event === undefined || evaluationOf(tree).mayBeStackedElsewhere(event, hasKnownTables);

function hasKnownTables(event: CallEvent): boolean {
  const found = featuresAlone(callOfEvent(event));
  return found?.firstUnknown === undefined && found?.features.every(({ table }) => table) === true;
}

/** The function that prepares the tables of a library. */
const preparation = ({ entry: { library } }: ApiCall): string =>
  displayName(allEntries().find((entry) => entry.library === library && entry.stacking === 'alone')!.id)
    .split('.')
    .slice(-2)
    .join('.');
