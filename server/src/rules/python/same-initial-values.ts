import { excerpt } from '../../basics/excerpt';
import { parameterFor } from '../../catalogue';
import { numberOf } from '../../dataflow/calls/known-values';
import { embeddings } from '../../dataflow/calls/tables';
import { unlessRefused } from '../../dataflow/derivation/draft';
import { featuresOf } from '../../dataflow/derivation/features';
import type { EmbeddingPart } from '../../dataflow/derivation/parts';
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
      const first = new Map<string, EmbeddingPart>();
      for (const table of unlessRefused(() => featuresOf(embedding))?.tables ?? []) {
        const shape = hasSharedDefault(table) ? shapeText(table) : undefined;
        if (shape === undefined) continue;
        const earlier = first.get(shape);
        if (!earlier) first.set(shape, table);
        else
          report({
            ...calleeRange(table.call),
            message: `This table begins with the same values as ${nameOf(earlier)}: the default initializer is one object with one seed. Give each table an initializer.`,
            related: [{ ...calleeRange(earlier.call), message: 'The other table.' }],
          });
      }
    }
  },
};

function nameOf(table: EmbeddingPart): string {
  const { type } = table.attribute('name');
  return type.kind === 'str' && type.value ? `'${excerpt(type.value)}'` : 'another one';
}

function hasSharedDefault({ call, attribute }: EmbeddingPart): boolean {
  const parameter = parameterFor(call.entry, 'initializer');
  return (
    parameter?.isSharedDefault === true &&
    !call.binding.open &&
    // A default is at no place in the call.
    attribute('initializer').node === call.node.callee
  );
}

function shapeText({ attribute }: EmbeddingPart): string | undefined {
  const sizes = (['vocabulary_size', 'dimension'] as const).map((size) => numberOf(attribute(size).type));
  return sizes.includes(undefined) ? undefined : sizes.join();
}
