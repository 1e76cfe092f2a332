import { rangeOf } from '../../basics/range';
import { type Parameter, parameterFor } from '../../catalogue';
import { argumentValue, settingOf } from '../../dataflow/calls/argument-values';
import { truth } from '../../dataflow/calls/known-values';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import { leavesOf } from '../../dataflow/calls/structure';
import { embeddings, featuresOf, instanceOf, isAssigned, tableOf } from '../../dataflow/calls/tables';
import { fieldPathOf } from '../../dataflow/derivation/conversions';
import { type Difference, SPARSECORE_DIFFERENCES } from '../../optimizers';
import type { CallReport, CallRule } from './call-rule';
import { calleeRange, callName } from './support/binding';

export const sparsecoreTables: CallRule = {
  code: 'sparsecore-tables',
  severity: 'error',
  summary:
    'A table or feature lacks something that `TPUEmbeddingV2` needs, or has something that it rejects.',
  details:
    'On SparseCores every table needs an optimizer, its own or that of the embedding object, every feature needs an ' +
    '`output_shape`, and weight decay is not supported yet: `TPUEmbeddingV2` raises `AttributeError`, `ValueError` or ' +
    '`NotImplementedError`. A missing `output_shape` is a warning instead where it is not certain that the feature is ' +
    'used. There are also warnings of what `TPUEmbeddingV2` takes: a table without a name gets one that changes with its ' +
    'position, which breaks checkpoints, and limits of weights and gradients, `lazy_adam`, packing and disabled gradient ' +
    'accumulation have no effect. A `CustomOptimizer`, which gets a warning too, is rejected once gradients are applied.',
  messages: {
    'weight_decay_factor and multiply_weight_decay_factor_by_learning_rate are not supported yet':
      'Weight decay is not implemented on SparseCores.',
    'Unsupported optimizer in minibatching mode':
      'SparseCores train with SGD, Adagrad, AdagradMomentum, Adam and FTRL only; a `CustomOptimizer` is not supported.',
    'Name of the table config must be specified for running on SparseCore':
      'A table has no name, and on SparseCores each needs one of its own.',
    'Cannot iterate over a shape with unknown rank':
      'A feature has no `output_shape`, by which `TPUEmbeddingV2` counts the samples of its table.',
    'Only tables with the same dimension are currently supported. Got table':
      'Tables of one stack have rows of different widths.',
    'is not found in max_ids_per_table provided by SparseCoreEmbeddingConfig':
      'The limits of ids name a table that is in a stack; they go by the name of the stack, and others get 256.',
    'is not found in max_unique_ids_per_table provided by SparseCoreEmbeddingConfig':
      'The limits of ids name a table that is in a stack; they go by the name of the stack, and others get 256.',
  },
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
items = embedding.TableConfig(1000, 16, name='items')
with strategy.scope():
  embedding.TPUEmbeddingV2(
      embedding.FeatureConfig(items, output_shape=[128]), embedding.SGD(0.1, weight_decay_factor=0.01))`,
  good: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
items = embedding.TableConfig(1000, 16, name='items')
with strategy.scope():
  embedding.TPUEmbeddingV2(embedding.FeatureConfig(items, output_shape=[128]), embedding.SGD(0.1))`,
  checkFile(file, report) {
    const reported = new Set<ApiCall>();
    const once = (call: ApiCall, check: () => void) => {
      if (reported.has(call)) return;
      reported.add(call);
      check();
    };
    for (const embedding of embeddings(file)) {
      if (embedding.entry.hardware !== 'sparsecore') continue;
      const name = callName(embedding);
      for (const feature of featuresOf(embedding, file)) {
        once(feature, () => checkFeature(feature, embedding, report));
        const table = tableOf(feature, file);
        if (!table) continue;
        once(table, () => checkName(table, report));
        const owner = settingOf(table, OPTIMIZER).kind === 'none' ? embedding : table;
        const optimizer = instanceOf(owner, OPTIMIZER, file);
        if (optimizer) once(optimizer, () => checkOptimizer(optimizer, name, report));
        else if (owner === embedding && settingOf(embedding, OPTIMIZER).kind === 'none')
          once(embedding, () =>
            report({
              ...calleeRange(embedding),
              message: `A table has no optimizer, and this object has no default for it. Give \`${parameterFor(embedding.entry, OPTIMIZER)!.name}\`.`,
            }),
          );
      }
    }
  },
};

const OPTIMIZER = 'optimization_parameters';

function checkFeature(feature: ApiCall, embedding: ApiCall, report: CallReport): void {
  const shape = parameterFor(feature.entry, 'input_shape');
  if (!shape || argumentValue(feature, shape.name).kind !== 'none') return;
  if (isAssigned(embedding, feature, 'input_shape')) return;
  report({
    ...calleeRange(feature),
    // One of several features may be the one for another class.
    ...(!isCertainly(feature, embedding) && { severity: 'warning' }),
    message: `\`${callName(embedding)}\` needs the \`${shape.name}\` of every feature: the batch size of one replica, as in \`[128]\`.`,
  });
}

/** Whether a feature is among those of an embedding object, whatever a condition decides. */
const isCertainly = (feature: ApiCall, { event }: ApiCall): boolean =>
  (event?.structures ?? []).some(({ actual }) =>
    leavesOf(actual).leaves.some(
      ({ value }) => value.kind === 'made' && value.given === feature.event?.given,
    ),
  );

function checkName(table: ApiCall, report: CallReport): void {
  if (settingOf(table, 'name').kind !== 'none') return;
  report({
    ...calleeRange(table),
    severity: 'warning',
    message: 'On SparseCores a table needs a `name`: the default name depends on its position.',
  });
}

function checkOptimizer(optimizer: ApiCall, embedding: string, report: CallReport): void {
  const { group, removed, optimizer: facts, parameters } = optimizer.entry;
  if (group === 'optimizer' && !removed && !facts)
    report({
      ...calleeRange(optimizer),
      severity: 'warning',
      message: `\`${embedding}\` of TensorFlow 2.21 rejects a \`${callName(optimizer)}\` once gradients are applied.`,
    });
  for (const difference of SPARSECORE_DIFFERENCES) {
    for (const { name } of parameters.filter((each) => isAbout(difference, each))) {
      const expression = argumentOf(optimizer, name);
      if (!expression || !makesDifference(optimizer, name, difference)) continue;
      if (difference.verdict === 'refused')
        report({
          ...rangeOf(expression),
          message: `\`${embedding}\` does not support weight decay yet, and rejects any value except \`None\`. Remove it.`,
        });
      else
        report({
          ...rangeOf(expression),
          severity: 'warning',
          message: `\`${embedding}\` ignores \`${name}\`: ${difference.why}`,
        });
    }
  }
}

const isAbout = ({ path }: Difference, parameter: Parameter): boolean =>
  `${fieldPathOf(parameter)}.`.startsWith(`${path}.`);

function makesDifference(optimizer: ApiCall, name: string, { argumentValue: only }: Difference): boolean {
  const value = argumentValue(optimizer, name);
  if (only !== undefined) return truth(value) === only;
  return !['none', 'unknown', 'ellipsis'].includes(value.kind);
}
