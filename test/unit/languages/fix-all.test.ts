import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { fixAll } from '../../../server/src/languages/fixes';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { apply } from '../../support/check';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

function fixed(text: string, language: string): string {
  const analysis = languageOf(language).analyze(text, { analyzer, path: 'a', named: true });
  return apply(text, { title: '', changes: fixAll(analysis.diagnose()) });
}

const CORRECTED = [
  ['mode: TRAIN', 'mode: TRAINING'],
  ['mode: training', 'mode: TRAINING'],
  ['mode: "1"', 'mode: INFERENCE'],
  ['numHost: 1', 'num_hosts: 1'],
  ['table_descriptor { vocab_size: 8 }', 'table_descriptor { vocabulary_size: 8 }'],
  ['num_hosts: 2\nnum_hosts: 2\n', 'num_hosts: 2\n'],
  [
    'num_hosts: 1  # tpu-embedding: ignore[unknown-feld]',
    'num_hosts: 1  # tpu-embedding: ignore[unknown-field]',
  ],
] as const;

for (const [text, expected] of CORRECTED)
  test(`fix all turns "${text}" into "${expected}"`, () => assert.equal(fixed(text, 'textproto'), expected));

const LEFT = [
  // The batch of a core or of all cores?
  'batch_size: 128',
  // beta1 or beta2?
  'table_descriptor { optimization_parameters { adam { beta: 0.9 } } }',
  'table_descriptor { optimization_parameters { lr { constant: 0.1 } } }',
  'num_host: 1\nnum_hosts: 1',
  'num_hosts: 1\nnum_hosts: 2',
  'num_hosts: 0\nnum_hosts: 2',
  // 8, or 10?
  'num_hosts: 010',
  'table_descriptor { optimization_parameters { stochastic_gradient_descent {} adagard {} } }',
  'batch_size_per_tensor_core: 128\ntable_descriptor { name: "t" num_features: 1 }\nfeature_descriptor { input_shape: 8 }',
  'output_layout {}',
  'mode: INFERENCE\npipeline_execution_with_tensor_core: true',
];

for (const text of LEFT)
  test(`fix all leaves "${text}" to the user`, () => assert.equal(fixed(text, 'textproto'), text));

const IMPORT = 'import tensorflow as tf\nembedding = tf.tpu.experimental.embedding\n';

const PROGRAMS = [
  ['embedding.Adagrad(learning_rte=0.1)', 'embedding.Adagrad(learning_rate=0.1)'],
  ['embedding.Adagard(0.1)', 'embedding.Adagrad(0.1)'],
  [
    "embedding.TableConfig(vocabulary_size=8, dim=8, combiner='maen')",
    "embedding.TableConfig(vocabulary_size=8, dim=8, combiner='mean')",
  ],
  // Another name, not a typo.
  ['embedding.Adagrad(lr=0.1)', 'embedding.Adagrad(lr=0.1)'],
  ['embedding.SGD(0.1, momentum=0.9)', 'embedding.SGD(0.1, momentum=0.9)'],
] as const;

for (const [text, expected] of PROGRAMS)
  test(`fix all turns "${text}" into "${expected}"`, () =>
    assert.equal(fixed(IMPORT + text, 'python'), IMPORT + expected));
