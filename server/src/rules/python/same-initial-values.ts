import { excerpt } from '../../basics/excerpt';
import { parameterFor } from '../../catalogue';
import { numberOf, settingOf } from '../../dataflow/calls/argument-values';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import { embeddings, tablesOf } from '../../dataflow/calls/tables';
import type { CallRule } from './call-rule';
import { calleeRange } from './support/binding';

const tables = (more: string): string => `import keras
from keras_rs.layers import DistributedEmbedding, FeatureConfig, TableConfig

users = TableConfig('users', 1000, 16)
items = TableConfig('items', 1000, 16${more})
DistributedEmbedding([
    FeatureConfig('user', users, (64,), (64, 16)),
    FeatureConfig('item', items, (64,), (64, 16)),
])`;

export const sameInitialValues: CallRule = {
  code: 'same-initial-values',
  severity: 'hint',
  summary: 'Two tables begin with the same values.',
  details:
    'The default initializer of `TableConfig` is one object for all tables, and a Keras initializer has a seed of its own: ' +
    'tables of one shape begin with the same values. Give each table an initializer.',
  bad: tables(''),
  good: tables(", initializer=keras.initializers.VarianceScaling(mode='fan_out')"),
  checkFile(file, report) {
    for (const embedding of embeddings(file)) {
      const first = new Map<string, ApiCall>();
      for (const table of tablesOf(embedding, file)) {
        const shape = hasSharedDefault(table) ? shapeText(table) : undefined;
        const earlier = shape === undefined ? undefined : first.get(shape);
        if (shape !== undefined && !earlier) first.set(shape, table);
        if (!earlier || earlier === table) continue;
        const name = settingOf(earlier, 'name');
        const other = name.kind === 'str' && name.value ? `'${excerpt(name.value)}'` : 'another one';
        report({
          ...calleeRange(table),
          message: `This table begins with the same values as ${other}: the default initializer is one object with one seed. Give each table an initializer.`,
          related: [{ ...calleeRange(earlier), message: 'The other table.' }],
        });
      }
    }
  },
};

function hasSharedDefault(table: ApiCall): boolean {
  const initializer = parameterFor(table.entry, 'initializer');
  return initializer?.isSharedDefault === true && !table.binding.open && !argumentOf(table, initializer.name);
}

function shapeText(table: ApiCall): string | undefined {
  const sizes = (['vocabulary_size', 'dimension'] as const).map((size) => numberOf(settingOf(table, size)));
  return sizes.includes(undefined) ? undefined : sizes.join();
}
