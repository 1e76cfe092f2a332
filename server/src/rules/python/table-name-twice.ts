import { parameterFor } from '../../catalogue';
import type { ApiCall } from '../../dataflow/calls/python-file';
import { tablesOf } from '../../dataflow/calls/tables';
import type { CallRule } from './call-rule';
import { callName } from './support/binding';
import { reportNamesTwice } from './support/names-twice';

export const tableNameTwice: CallRule = {
  code: 'table-name-twice',
  severity: 'error',
  summary: 'Two tables of one embedding object have the same name.',
  details:
    'Names of tables are unique: `TPUEmbedding` raises `ValueError` otherwise. Features that share a table share the ' +
    '`TableConfig` object; two objects with equal arguments are two tables. For `PartialTPUEmbedding`, which keeps small ' +
    'tables to itself, it is a warning, and for keras-rs and jax-tpu-embedding, which do not notice: with JAX, one of the ' +
    'tables stands for both.',
  messages: {
    'Tables must have a unique name. Multiple tables with name {name} found':
      'Two different `TableConfig` objects of one embedding carry the name {name}.',
    'Table spec {name} is already defined': 'Two tables are named {name}.',
  },
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
    const users = file.calls.filter(({ entry }) => parameterFor(entry, 'features'));
    const share = (table: ApiCall) => `, or share one \`${callName(table)}\` object`;
    reportNamesTwice(users, (user) => tablesOf(user, file), 'table', share, file, report);
  },
};
