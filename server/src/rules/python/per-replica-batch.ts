import { excerpt } from '../../basics/excerpt';
import { rangeOf } from '../../basics/range';
import { argumentFor } from '../../dataflow/calls/argument-values';
import type { ApiCall } from '../../dataflow/calls/python-file';
import type { Expression } from '../../python/tree';
import type { CallRule } from './call-rule';

const feature = (batch: string): string => `import keras_rs

BATCH_PER_REPLICA = 64
REPLICAS = 8
items = keras_rs.layers.TableConfig(name='items', vocabulary_size=1000, embedding_dim=16)
keras_rs.layers.FeatureConfig(
    name='clicked', table=items, input_shape=(${batch}, 10), output_shape=(${batch}, 16))`;

export const perReplicaBatch: CallRule = {
  code: 'per-replica-batch',
  severity: 'warning',
  summary: 'A shape of a feature seems to have the batch of one replica.',
  details:
    'Since keras-rs 0.3, both shapes of a feature begin with the global batch, as in jax-tpu-embedding; before, and in ' +
    'TensorFlow, it was that of one replica. On several devices, TensorFlow divides the number once more, and JAX reads ids ' +
    'and results of stacked tables at wrong places. Reported where a name says that it belongs to one replica, device, core, ' +
    'chip, host or process, and where a number is divided by how many there are.',
  bad: feature('BATCH_PER_REPLICA'),
  good: feature('BATCH_PER_REPLICA * REPLICAS'),
  checkCall(call, _file, report) {
    if (call.entry.role !== 'feature') return;
    for (const setting of ['global_input_shape', 'global_output_shape'] as const) {
      const shape = argumentFor(call, setting);
      const batch = shape && firstOf(shape.node, call);
      const why = batch && reasonAgainst(batch);
      if (why === undefined) continue;
      report({
        ...rangeOf(batch!),
        message: `\`${shape!.name}\` begins with the global batch, that of all devices together, but ${why}.`,
      });
    }
  },
};

/** The first size as it is written in the shape. */
function firstOf(shape: Expression, call: ApiCall): Expression | undefined {
  if (shape.kind === 'tuple' || shape.kind === 'list') return shape.elements[0];
  const value = call.typeOf(shape);
  return value.kind === 'tuple' || value.kind === 'list' ? value.elements?.[0] : undefined;
}

function reasonAgainst(batch: Expression): string | undefined {
  const name = lastName(batch);
  if (name !== undefined)
    return ONE_OF.test(name) ? `\`${excerpt(name)}\` seems to be that of one` : undefined;
  if (batch.kind !== 'binary' || !batch.operators.every((each) => each === '//' || each === '/'))
    return undefined;
  const divisor = lastName(batch.operands.at(-1)!);
  return divisor !== undefined && COUNT.test(divisor) ? 'this is divided by their number' : undefined;
}

/** The name of a variable or an attribute, or of a function that is called. */
function lastName(expression: Expression): string | undefined {
  if (expression.kind === 'name' || expression.kind === 'attribute') return expression.name;
  return expression.kind === 'call' ? lastName(expression.callee) : undefined;
}

const PARTS = '(?:replica|device|core|chip|host|process|worker)';
const ONE_OF = new RegExp(
  `(?:^|_)(?:per_?${PARTS}|(?:local|${PARTS})_?batch)(?:_|$)|(?:Per|per)(?:Replica|Device|Core|Chip|Host)`,
  'i',
);
const COUNT = new RegExp(
  `^(?:num_?|n_?)?${PARTS}(?:s|es)?(?:_?in_?sync|_?count)?$|^(?:local_)?device_count$`,
  'i',
);
