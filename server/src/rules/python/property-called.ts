import { findEntry } from '../../catalogue';
import { caughtFrom } from '../../dataflow/calls/evaluation';
import { TYPE_ERROR } from '../../python/exceptions';
import { isExpectedToFail } from '../../python/surroundings';
import type { CallRule } from './call-rule';

export const propertyCalled: CallRule = {
  code: 'property-called',
  severity: 'error',
  summary: 'A property is called like a method.',
  details:
    'Properties such as `embedding_tables` give a value without brackets. Calling that value raises `TypeError`, as it is no ' +
    'function.',
  messages: {
    "'dict' object is not callable":
      'A property, such as `embedding_tables`, is called like a method: leave the brackets out.',
  },
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
users = embedding.FeatureConfig(embedding.TableConfig(1000, 16, name='users'))
embedding.TPUEmbedding(users, embedding.SGD(0.1)).embedding_tables()`,
  good: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
users = embedding.FeatureConfig(embedding.TableConfig(1000, 16, name='users'))
embedding.TPUEmbedding(users, embedding.SGD(0.1)).embedding_tables`,
  checkFile({ tree, typeOf }, report) {
    for (const { callee, open, close, arguments: given } of tree.calls) {
      if (callee.kind !== 'attribute') continue;
      const owner = typeOf(callee.object);
      const declared = owner.kind === 'unknown' ? owner.declared : undefined;
      const cls = owner.kind === 'instance' ? owner.entry : declared;
      const entry = cls && findEntry(`${cls.id}.${callee.name}`);
      if (entry?.kind !== 'property') continue;
      if ((caughtFrom(tree, callee) & TYPE_ERROR) !== 0 || isExpectedToFail(tree, callee)) continue;
      report({
        start: callee.nameStart,
        end: callee.end,
        ...(declared && { severity: 'warning' }),
        message: `\`${entry.name}\` is a property, not a method: remove the brackets.`,
        fixes: () =>
          close >= 0 && given.length === 0
            ? [
                {
                  title: 'Remove the brackets',
                  changes: [{ start: open, end: close + 1, newText: '' }],
                  preferred: true,
                },
              ]
            : [],
      });
    }
  },
};
