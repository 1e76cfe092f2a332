import { rangeOf } from '../../basics/range';
import { argumentThatSets } from '../../dataflow/calls/python-file';
import { functionOf } from '../../python/surroundings';
import type { CallRule } from './call-rule';

export const lambdaPerTable: CallRule = {
  code: 'lambda-per-table',
  severity: 'warning',
  summary: 'Optimizers use different functions for the same learning rate.',
  details:
    'Every distinct function gets its own tag in the configuration, and its own scalar in each step. Use one function for ' +
    'tables with equal rates, so that they share a tag.',
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
      const rate = argumentThatSets(call, 'learning_rate');
      const value = rate && call.typeOf(rate);
      // Uses of the same name share one function.
      if (rate?.kind !== 'lambda' || value?.kind !== 'function') continue;
      const text = file.text.slice(rate.start, rate.end);
      const earlier = first.get(text);
      const scope = functionOf(call.node);
      if (!earlier) first.set(text, { ...rangeOf(rate), scope });
      else if (earlier.scope === scope) {
        report({
          ...rangeOf(rate),
          message:
            'Another optimizer computes the same learning rate in another function. Use one function for both, so that they share a tag.',
          related: [{ ...rangeOf(earlier), message: 'The same function.' }],
        });
      }
    }
  },
};
