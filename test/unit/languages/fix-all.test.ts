import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import type { Diagnostic } from '../../../server/src/languages/diagnostic';
import { fixAll, safeFixes } from '../../../server/src/languages/fixes';
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

/** Makes safe fixes in a text of digits: `8-9 1-2, 3-4` is one that replaces 8 and 1 by an x, and one that replaces 3. */
function made(written: string) {
  const diagnostics = written.split(', ').map((fix) => {
    const changes = fix.split(' ').map((place) => {
      const [start, end] = place.split('-').map(Number);
      return { start, end, newText: 'x' };
    });
    return { fixes: () => [{ title: '', changes, safe: true }] } as Partial<Diagnostic> as Diagnostic;
  });
  const { changes, count } = safeFixes(diagnostics);
  return [apply('0123456789', { title: '', changes }), count];
}

const COMBINED = [
  ['fixes that are apart are all made', '1-2, 3-4', '0x2x456789', 2],
  ['of fixes that overlap the first is made', '2-5, 4-6, 1-3', '01x56789', 1],
  ['of a fix and one within it the first is made', '2-8, 4-5', '01x89', 1],
  ['of a fix and one that touches its end the first is made', '2-4, 4-6', '01x456789', 1],
  ['of a fix and one that touches its start the first is made', '4-6, 2-4', '0123x6789', 1],
  ['of fixes that insert at one place the first is made', '4-4, 4-4', '0123x456789', 1],
  ['a fix of several changes is made as a whole or not at all', '8-9 1-2, 3-4 9-9, 4-5', '0x23x567x9', 2],
] as const;

for (const [name, fixes, text, count] of COMBINED)
  test(name, () => assert.deepEqual(made(fixes), [text, count]));
