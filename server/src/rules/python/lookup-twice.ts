import { addTo } from '../../basics/groups';
import { rangeOf } from '../../basics/range';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { graphAround } from '../../dataflow/calls/graphs';
import { wholeNumber } from '../../dataflow/calls/known-values';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import { leadsTo } from '../../evaluator/state';
import { isConditional } from '../../python/surroundings';
import type { CallRule } from './call-rule';
import { calleeRange } from './support/binding';

export const lookupTwice: CallRule = {
  code: 'lookup-twice',
  severity: 'warning',
  summary: 'Two lookups of a table have the same number.',
  details:
    'The gradient of a `TPUEmbeddingActivations` is kept by its `table_id` and `lookup_id`. If two of them in one graph have the ' +
    'same, `tf.gradients` raises `RuntimeError` for the second. Number the lookups of each table from 0.',
  messages: {
    'Duplicate gradients (w.r.t. TPUEmbedding activations) generated for table_id {table} and lookup_id {lookup}.':
      'Table {table} is looked up twice under the number {lookup}, or gradients are computed twice. Number the lookups of a table from 0, and stop gradients where none are needed.',
    'The lookup_id attribute is outside the expected range':
      'A lookup of a table has a number that is not below the number of its lookups.',
  },
  bad: `import tensorflow as tf

def model(variable, first, second):
  tf.raw_ops.TPUEmbeddingActivations(embedding_variable=variable, sliced_activations=first, table_id=0, lookup_id=0)
  tf.raw_ops.TPUEmbeddingActivations(embedding_variable=variable, sliced_activations=second, table_id=0, lookup_id=0)`,
  good: `import tensorflow as tf

def model(variable, first, second):
  tf.raw_ops.TPUEmbeddingActivations(embedding_variable=variable, sliced_activations=first, table_id=0, lookup_id=0)
  tf.raw_ops.TPUEmbeddingActivations(embedding_variable=variable, sliced_activations=second, table_id=0, lookup_id=1)`,
  checkFile({ calls, tree }, report) {
    const known = new Map<unknown, Map<string, ApiCall[]>>();
    for (const call of calls) {
      const graph =
        call.entry.op?.name === 'TPUEmbeddingActivations' ? graphAround(tree, call.node) : undefined;
      const lookup = lookupOf(call);
      if (!graph || lookup === undefined) continue;
      const inGraph = known.get(graph) ?? new Map<string, ApiCall[]>();
      known.set(graph, inGraph);
      const earlier = inGraph.get(lookup)?.find((other) => areInOneRun(other, call));
      addTo(inGraph, lookup, call);
      if (!earlier) continue;
      const isSame = earlier.node === call.node;
      report({
        ...rangeOf(argumentOf(call, 'lookup_id')!),
        message: isSame
          ? 'Each round of this loop has the same `lookup_id`. Number the lookups of a table from 0.'
          : 'Another lookup in this table has the same `lookup_id`. Number them from 0.',
        related: isSame ? [] : [{ ...calleeRange(earlier), message: 'The other lookup.' }],
      });
    }
  },
};

/** Which lookup of which table it is. */
function lookupOf(call: ApiCall): string | undefined {
  const ids = ['table_id', 'lookup_id'].map((name) => wholeNumber(argumentValue(call, name)));
  return ids.includes(undefined) ? undefined : ids.join();
}

/** Whether both calls are certainly reached in one run of the function around them. */
function areInOneRun(a: ApiCall, b: ApiCall): boolean {
  if (a.node !== b.node) return !isConditional(a.node) && !isConditional(b.node);
  const [before, after] = [a.event?.place, b.event?.place];
  return (
    before !== undefined &&
    after !== undefined &&
    before.around === after.around &&
    leadsTo(before.path, after.path)
  );
}
