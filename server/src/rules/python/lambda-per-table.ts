import { argumentOf } from '../../dataflow/python-file';
import { functionOf } from '../../python/surroundings';
import type { CallRule } from './call-rule';

export const lambdaPerTable: CallRule = {
  code: 'lambda-per-table',
  severity: 'warning',
  language: 'python',
  summary: 'Optimizers have learning rates that do the same in different functions.',
  details:
    'Every distinct function takes a tag of its own in the configuration, and a scalar of its own in each step. Tables whose ' +
    'rates are equal share one function, so that they share the tag.',
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
users = embedding.Adagrad(learning_rate=lambda: schedule(step))
items = embedding.Adagrad(learning_rate=lambda: schedule(step))`,
  good: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
rate = lambda: schedule(step)
users = embedding.Adagrad(learning_rate=rate)
items = embedding.Adagrad(learning_rate=rate)`,
  checkFile(file, report) {
    const first = new Map<string, { start: number; end: number; scope: unknown }>();
    for (const call of file.calls) {
      if (call.entry.group !== 'optimizer') continue;
      const rate = argumentOf(call, 'learning_rate');
      const value = rate && call.typeOf(rate);
      // A name stands for one function, however often it is used.
      if (rate?.kind !== 'lambda' || value?.kind !== 'function') continue;
      const text = file.text.slice(rate.start, rate.end);
      const earlier = first.get(text);
      const scope = functionOf(call.node);
      if (!earlier) first.set(text, { start: rate.start, end: rate.end, scope });
      else if (earlier.scope === scope) {
        report({
          start: rate.start,
          end: rate.end,
          message:
            'Another optimizer has the same learning rate in a function of its own. Give both one function, so that they share a tag.',
          related: [{ start: earlier.start, end: earlier.end, message: 'The same function.' }],
        });
      }
    }
  },
};
