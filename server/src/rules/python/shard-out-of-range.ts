import { rangeOf } from '../../basics/range';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { numberOf } from '../../dataflow/calls/known-values';
import { argumentOf } from '../../dataflow/calls/python-file';
import type { CallRule } from './call-rule';

export const shardOutOfRange: CallRule = {
  code: 'shard-out-of-range',
  severity: 'warning',
  summary: 'A load or retrieve op asks for a shard that the table does not have.',
  details:
    'Shards are counted from 0, so the last is `num_shards - 1`. TensorFlow builds the op with any number, ' +
    'and rejects it when the ops of the shard are merged.',
  messages: {
    'The value of shard_id must be >= 0 and < {n}. Currently set to: {m}':
      'The op asks for shard {m}, and the shards are numbered from 0 to below {n}.',
    'The number of shards for the embedding layer must be > 0':
      '`num_shards` is 0 or less; it is the number of hosts.',
  },
  bad: `import tensorflow as tf

tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(num_shards=2, shard_id=2, table_id=0)`,
  good: `import tensorflow as tf

tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(num_shards=2, shard_id=1, table_id=0)`,
  checkCall(call, _file, report) {
    if (call.entry.op?.algorithm === undefined) return;
    if (call.binding.problems.some(({ kind }) => kind === 'keyword-only')) return;
    const id = argumentOf(call, 'shard_id');
    const whole = (parameter: string) => Math.trunc(numberOf(argumentValue(call, parameter)) ?? Number.NaN);
    const shard = whole('shard_id');
    const count = whole('num_shards');
    if (!id || !(count >= 1) || !(shard >= count)) return;
    report({
      ...rangeOf(id),
      message: `With \`num_shards=${count}\` the last shard is ${count - 1}: \`shard_id\` counts from 0.`,
    });
  },
};
