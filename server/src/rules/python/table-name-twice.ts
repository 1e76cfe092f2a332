import { excerpt } from '../../basics/excerpt';
import { rangeOf } from '../../basics/range';
import { argumentFor } from '../../dataflow/calls/argument-values';
import type { ApiCall } from '../../dataflow/calls/python-file';
import { embeddings, isAssigned, tablesOf } from '../../dataflow/calls/tables';
import type { Expression } from '../../python/tree';
import type { CallRule } from './call-rule';
import { callName } from './support/binding';

export const tableNameTwice: CallRule = {
  code: 'table-name-twice',
  severity: 'error',
  summary: 'Two tables of one embedding object have the same name.',
  details:
    'Names of tables are unique: `TPUEmbedding` raises `ValueError` otherwise. Features that share a table share the ' +
    '`TableConfig` object; two objects with equal arguments are two tables. For `PartialTPUEmbedding`, which keeps small ' +
    'tables to itself, it is a warning.',
  messages: ['Tables must have a unique name. Multiple tables with name'],
  bad: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
embedding.TPUEmbedding(
    feature_config={
        'a': embedding.FeatureConfig(embedding.TableConfig(100, 8, name='items')),
        'b': embedding.FeatureConfig(embedding.TableConfig(100, 8, name='items')),
    },
    optimizer=embedding.SGD())`,
  good: `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
items = embedding.TableConfig(100, 8, name='items')
embedding.TPUEmbedding(
    feature_config={'a': embedding.FeatureConfig(items), 'b': embedding.FeatureConfig(items)},
    optimizer=embedding.SGD())`,
  checkFile(file, report) {
    for (const call of embeddings(file)) {
      const severity = call.entry.keepsSmallTables ? 'warning' : 'error';
      const first = new Map<string, { readonly table: ApiCall; readonly node: Expression }>();
      for (const table of tablesOf(call, file)) {
        const { value, node } = argumentFor(table, 'name') ?? {};
        if (!node || value?.kind !== 'str' || value.value === undefined || isAssigned(call, table, 'name'))
          continue;
        const earlier = first.get(value.value);
        if (!earlier) first.set(value.value, { table, node });
        else if (earlier.table !== table) {
          const { start, end } = earlier.node;
          const isSame = start === node.start;
          const again = isSame
            ? `Several tables that this makes have the name '${excerpt(value.value)}'. Give each its own`
            : `Another table has the name '${excerpt(value.value)}'. Rename one`;
          report({
            ...rangeOf(node),
            severity,
            message: `${again}, or share one \`${callName(table)}\` object.`,
            ...(!isSame && { related: [{ start, end, message: 'The other table.' }] }),
          });
        }
      }
    }
  },
};
