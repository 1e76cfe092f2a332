import { excerpt } from '../../basics/excerpt';
import { settingOf } from '../../dataflow/calls/argument-values';
import { type ApiCall, argumentThatSets } from '../../dataflow/calls/python-file';
import { embeddings, isAssigned, tablesOf } from '../../dataflow/calls/tables';
import type { CallRule } from './call-rule';
import { callName } from './support/binding';

export const tableNameTwice: CallRule = {
  code: 'table-name-twice',
  severity: 'error',
  language: 'python',
  summary: 'Two tables of one embedding object have the same name.',
  details:
    'Names of tables are unique: `TPUEmbedding` raises `ValueError` otherwise. Features that share a table share the ' +
    '`TableConfig` object; two objects with equal arguments are two tables. For `PartialTPUEmbedding`, which keeps small ' +
    'tables to itself, it is a warning.',
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
      const first = new Map<string, ApiCall>();
      for (const table of tablesOf(call, file)) {
        const name = settingOf(table, 'name');
        if (name.kind !== 'str' || name.value === undefined || isAssigned(call, table, 'name')) continue;
        const earlier = first.get(name.value);
        if (!earlier) first.set(name.value, table);
        else if (earlier !== table) {
          const place = argumentThatSets(table, 'name')!;
          const other = argumentThatSets(earlier, 'name')!;
          const isSame = other.start === place.start;
          const again = isSame
            ? `Several tables that this makes have the name '${excerpt(name.value)}'. Give each its own`
            : `Another table has the name '${excerpt(name.value)}'. Rename one`;
          report({
            start: place.start,
            end: place.end,
            severity,
            message: `${again}, or share one \`${callName(table)}\` object.`,
            ...(!isSame && {
              related: [{ start: other.start, end: other.end, message: 'The other table.' }],
            }),
          });
        }
      }
    }
  },
};
