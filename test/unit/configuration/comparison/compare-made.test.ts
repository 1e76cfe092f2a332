// What differs between programs of libraries that have no message for configurations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMade } from '../../../../server/src/configuration/comparison/compare-made';
import { madeWording } from '../../../../server/src/configuration/comparison/made-wording';
import { sentence } from '../../../../server/src/configuration/comparison/wording';
import { languageOf } from '../../../../server/src/languages';
import { Analyzer } from '../../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../../server/src/project/settings';
import { MEANING_IN_LIBRARIES } from '../../../../server/src/reports/forms/compared-sides';
import { builtin } from '../../../../server/src/schema/builtin';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

const KERAS = `import os
os.environ['KERAS_BACKEND'] = 'jax'
import keras_rs
L = keras_rs.layers
a = L.TableConfig('a', 1000, 16, optimizer='adagrad')
b = L.TableConfig('b', 2000, 16, optimizer='adagrad')
layer = L.DistributedEmbedding([L.FeatureConfig('fa', a, (256,), (256, 16)), L.FeatureConfig('f b', b, (256,), (256, 16))])
`;
const JAX = `from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec as s
a = s.TableSpec(name='a', vocabulary_size=1000, embedding_dim=16, initializer=None, optimizer=s.SGDOptimizerSpec(0.1), combiner='sum')
features = [s.FeatureSpec(name='fa', table_spec=a, input_shape=(256, 1), output_shape=(256, 16))]
embedding.prepare_feature_specs_for_training(features, 4, 4)
`;

function sideOf(text: string) {
  const analysis = languageOf('python').analyze(text, { analyzer, path: 'model.py' });
  const [found] = MEANING_IN_LIBRARIES.inText(analysis, {});
  assert.ok(found?.value && 'made' in found.value);
  return found.value.made;
}

function differences(before: string, after: string) {
  const {
    differences: found,
    unknown,
    assumed,
  } = compareMade({ before: sideOf(before), after: sideOf(after) }, undefined);
  return {
    found: found.map((each) => sentence(madeWording(each))),
    unknown: unknown.map(({ path, side }) => `${path} ${side}`),
    assumed,
  };
}

test('the same tables, features and stacks differ in nothing', () => {
  for (const text of [KERAS, JAX]) assert.deepEqual(differences(text, text).found, []);
});

test('sizes, optimizers, names and stacks differ in words', () => {
  const { found, assumed } = differences(
    KERAS,
    KERAS.replace(
      "1000, 16, optimizer='adagrad'",
      "1500, 16, optimizer='sgd', max_ids_per_partition=64",
    ).replace("'fa'", "'fz'"),
  );
  assert.deepEqual(
    found.map((line) => line.slice(0, 45)),
    [
      'Table a: vocabulary_size 1,000 → 1,500',
      'Table a: optimizer "adagrad" → "sgd"',
      'Feature fa: renamed to "fz"',
      'Stack a_b: removed: rows 3,072, width 16, max',
      'Stack a: added: rows 1,536, width 16, max_ids',
      'Stack b: added: rows 2,048, width 16, max_ids',
    ],
  );
  assert.match(assumed.join(), /name no devices/);
});

test('the arguments of optimizers and the limits of stacks are compared, on the devices that a program names', () => {
  const { found, assumed } = differences(
    JAX,
    JAX.replace('Spec(0.1)', 'Spec(0.2)').replace("'sum')", "'sum', max_ids_per_partition=8)"),
  );
  assert.deepEqual(found, [
    'Table a: optimizer SGDOptimizerSpec(learning_rate=0.1) → SGDOptimizerSpec(learning_rate=0.2)',
    'Stack a: max_ids_per_partition 256 → 8',
  ]);
  assert.deepEqual(assumed, []);
});

test('what is unknown on a side is not compared, and the stacks that depend on it neither', () => {
  const open = KERAS.replace("'a', 1000", "'a', int(input())");
  assert.deepEqual(differences(KERAS, open).unknown, ['tables.a.vocabularySize after', 'stacks after']);
  assert.deepEqual(differences(KERAS, open).found, []);
  const more = KERAS.replace('DistributedEmbedding([', 'DistributedEmbedding(read() + [');
  assert.ok(differences(more, KERAS).found.every((line) => !/^(Table|Feature)/.test(line)));
});

test('another library is a difference of its own', () => {
  assert.equal(differences(KERAS, JAX).found[0], 'library "keras-rs" → "jax-tpu-embedding"');
});
