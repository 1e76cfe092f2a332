import { parameterFor } from '../../catalogue';
import { settingOf } from '../../dataflow/calls/argument-values';
import { numberOf, truth } from '../../dataflow/calls/known-values';
import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import { callOfEvent, type PythonFile } from '../../dataflow/calls/python-file';
import { unlessRefused } from '../../dataflow/derivation/draft';
import { featuresOf } from '../../dataflow/derivation/features';
import type { EmbeddingPart } from '../../dataflow/derivation/parts';
import type { CallReport, CallRule } from './call-rule';
import { calleeRange } from './support/binding';
import { arraysIn } from './support/held-arrays';
import {
  type Beyond,
  beyondInPreprocessing,
  beyondLimits,
  type KnownIds,
  knownIds,
  mayDropIds,
  sentOf,
} from './support/sent-ids';
import { targetsFor } from './support/targets';

const preprocess = (limit: number): string => `import jax
import numpy as np
from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec

items = embedding_spec.TableSpec(
    name='items', vocabulary_size=1000, embedding_dim=16, initializer=jax.nn.initializers.zeros,
    optimizer=embedding_spec.SGDOptimizerSpec(0.1), combiner='sum', max_ids_per_partition=${limit})
specs = [embedding_spec.FeatureSpec(name='item', table_spec=items, input_shape=(16, 4), output_shape=(16, 16))]
embedding.prepare_feature_specs_for_training(specs, 1, 4)
ids = np.arange(64).reshape(16, 4)
embedding.preprocess_sparse_dense_matmul_input(
    [ids], None, specs, 1, 1, num_sc_per_device=4, allow_id_dropping=True)`;

export const droppedIds: CallRule = {
  code: 'dropped-ids',
  severity: 'warning',
  summary: 'The ids written in the program exceed the limits of their table, so some are dropped.',
  details:
    'A SparseCore sends another one at most `max_ids_per_partition` ids of a table in a step, of which `max_unique_ids_per_partition` are ' +
    'different; what is beyond is dropped, and training goes on without it. Reported where the numbers of the ids are known, ' +
    'never where they come from data: with JAX TPU Embedding for the devices that the call names, with keras-rs where it is so on ' +
    'any number of SparseCores. `tpu-embedding limits` counts the ids of a data set.',
  bad: preprocess(2),
  good: preprocess(8),
  checkFile(file, report) {
    for (const call of file.calls)
      if (call.entry.stacking === 'needed' && mayDropIds(call))
        reportBeyond(call, beyondInPreprocessing(call, file), '', report);
    for (const call of methodCalls(file)) reportBeyond(call, beyondInLayer(call, file), ' with JAX', report);
  },
};

function reportBeyond(
  call: Parameters<typeof calleeRange>[0],
  beyond: Beyond | undefined,
  where: string,
  report: CallReport,
): void {
  if (beyond)
    report({
      ...calleeRange(call),
      message: `${beyond.what}, so that ids are dropped${where}. Raise it.`,
      fixes: beyond.fixes,
    });
}

/** The limits that ids exceed on any number of SparseCores, in a layer that drops them. */
function beyondInLayer(call: MethodCall, file: PythonFile): Beyond | undefined {
  const layer = call.maker && callOfEvent(call.maker);
  const mayRaise = layer && parameterFor(layer.entry, 'update_stats') && settingOf(layer, 'update_stats');
  if (!mayRaise || truth(mayRaise) !== false) return undefined;
  const arrays = arraysIn(call, 'ids');
  const byTable = new Map<EmbeddingPart, KnownIds[]>();
  const { features = [], tables = [] } = unlessRefused(() => featuresOf(layer)) ?? {};
  for (const { leaf, table } of features) {
    const known = table && isLimited(table, file) ? knownIds(arrays.get(leaf.path)) : undefined;
    if (known) byTable.set(table!, [...(byTable.get(table!) ?? []), known]);
  }
  if (byTable.size === 0) return undefined;
  // A stack has the largest limits of its tables.
  const largest = LIMITS.map((limit) =>
    Math.max(...tables.map((each) => numberOf(each.attribute(limit).type) ?? Number.POSITIVE_INFINITY)),
  );
  for (const [table, ids] of byTable) {
    const found = coresFor(Math.min(...ids.map(({ samples }) => samples))).map((cores) =>
      sentOf(ids, cores, cores),
    );
    const [most] = found;
    const isBeyond = found.every(({ ids: all, uniqueIds }) => all > largest[0]! || uniqueIds > largest[1]!);
    if (most && isBeyond) return beyondLimits(table, most, file);
  }
  return undefined;
}

const LIMITS = ['max_ids_per_partition', 'max_unique_ids_per_partition'] as const;

/** The numbers of SparseCores that a job may have, each of which gets a sample at least. */
function coresFor(samples: number): readonly number[] {
  const cores: number[] = [];
  for (let each = 2; each <= samples; each *= 2) cores.push(each);
  return cores;
}

/** Whether the table may be where ids beyond its limits are dropped. */
const isLimited = ({ call }: EmbeddingPart, file: PythonFile): boolean =>
  parameterFor(call.entry, LIMITS[0])?.dropsBeyond === true &&
  targetsFor(call, file).includes('sparsecore-jax');
