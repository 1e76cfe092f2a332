import { LIBRARIES, parameterFor } from '../../catalogue';
import { argumentValue, settingOf } from '../../dataflow/calls/argument-values';
import { numberOf, truth } from '../../dataflow/calls/known-values';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { embeddings } from '../../dataflow/calls/tables';
import { shapeOf } from '../../dataflow/calls/types';
import { unlessRefused } from '../../dataflow/derivation/draft';
import { featuresOf } from '../../dataflow/derivation/features';
import type { EmbeddingPart } from '../../dataflow/derivation/parts';
import { isExpression } from '../../python/tree';
import type { CallReport, CallRule } from './call-rule';
import { calleeRange } from './support/binding';
import { targetsFor } from './support/targets';

const table = (
  limit: string,
): string => `from keras_rs.layers import DistributedEmbedding, FeatureConfig, TableConfig

videos = TableConfig('videos', 1_000_000, 128${limit})
DistributedEmbedding([FeatureConfig('watched', videos, input_shape=(8192, 200), output_shape=(8192, 128))])`;

/** As many SparseCores have four chips of v5p, or eight of v6e. */
const USUAL_CORES = 16;

export const fewIdsPerPartition: CallRule = {
  code: 'few-ids-per-partition',
  severity: 'hint',
  summary: 'The default limits of a table seem too small for its ids, so some are dropped.',
  details:
    'Each SparseCore sends ids to each other one in buffers of a fixed size, `max_ids_per_partition`. On average, a buffer gets ' +
    'the ids of a step divided by the square of the number of SparseCores. keras-rs drops what does not fit without a word: ' +
    'training goes on, and the model gets worse. Reported where the shapes of the features say that 16 SparseCores, those of ' +
    'four chips of v5p, are too few for the default of 256, and `update_stats` does not raise it.',
  bad: table(''),
  good: table(', max_ids_per_partition=8192, max_unique_ids_per_partition=4096'),
  checkFile(file, report) {
    for (const embedding of embeddings(file))
      if (truth(settingOf(embedding, 'update_stats')) === false)
        for (const [table, ids] of idsByTable(embedding)) checkTable(table, ids, file, report);
  },
};

/** How many ids a step brings to each table, as far as the shapes of its features say so. */
function idsByTable(embedding: ApiCall): ReadonlyMap<EmbeddingPart, number> {
  const byTable = new Map<EmbeddingPart, number>();
  for (const { part, table } of unlessRefused(() => featuresOf(embedding))?.features ?? []) {
    const { node, typeOf } = part.attribute('global_input_shape');
    const [batch, ids = 1] = (isExpression(node) && shapeOf(typeOf, node)) || [];
    if (table && batch !== undefined) byTable.set(table, (byTable.get(table) ?? 0) + batch * ids);
  }
  return byTable;
}

function checkTable(
  { call: table, attribute }: EmbeddingPart,
  ids: number,
  file: PythonFile,
  report: CallReport,
): void {
  const limit = parameterFor(table.entry, 'max_ids_per_partition');
  // A default is at no place in the call.
  if (!limit?.dropsBeyond || attribute('max_ids_per_partition').node !== table.node.callee) return;
  const room = numberOf(argumentValue(table, limit.name));
  const isUsed = targetsFor(table, file).some((target) =>
    (limit.later ?? []).every(({ on, takes }) => takes !== 'ignored' || !on?.includes(target)),
  );
  const cores = room && Math.ceil(Math.sqrt(ids / room));
  if (!cores || cores <= USUAL_CORES || !isUsed) return;
  report({
    ...calleeRange(table),
    message: `A step brings ${ids.toLocaleString('en')} ids to this table. With room for ${room} from one SparseCore to another, ${LIBRARIES[table.entry.library].title} drops some without a word on fewer than about ${cores} SparseCores. Give \`${limit.name}\`.`,
  });
}
