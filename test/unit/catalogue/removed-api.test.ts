// The fix that migrates a class of TensorFlow 1 writes valid Python for the new class, for any call and import.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../../server/src/catalogue';
import { removedEntries } from '../../../server/src/catalogue/tensorflow/removed';
import { argumentOf, readPython } from '../../../server/src/dataflow/calls/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { apply } from '../../support/check';

/** Ways to reach the classes: the imports, and the prefix of the class's name. */
const INTERNAL: readonly (readonly [imports: string, prefix: string])[] = [
  ['import tensorflow as tf\nfrom tensorflow.python.tpu import tpu_embedding', 'tpu_embedding.'],
  ['import tensorflow.compat.v1 as tf1\nfrom tensorflow.python.tpu import tpu_embedding as old', 'old.'],
  ['import tensorflow\nimport tensorflow.python.tpu.tpu_embedding as old', 'old.'],
];
const EXPORTED: typeof INTERNAL = [
  ['import tensorflow as tf', 'tf.compat.v1.tpu.experimental.'],
  ['import tensorflow.compat.v1 as tf', 'tf.tpu.experimental.'],
  ['import tensorflow', 'tensorflow.compat.v1.tpu.experimental.'],
  ['import tensorflow as tf\nfrom tensorflow.compat.v1.tpu import experimental', 'experimental.'],
];

/** A value that every version of a parameter accepts, derived from its default. */
function sampleOf({ name, default: value, type }: Entry['parameters'][number]): string {
  if (value !== undefined && value !== 'None') return value;
  if (name === 'combiner') return "'sum'";
  if (/^(?:vocabulary_size|dimension|batch_size)$/.test(name)) return '8';
  return type.of === 'float' ? '0.5' : 'given(name)';
}

function migrated(text: string): string | undefined {
  const file = readPython(text)!;
  const found = diagnosePython(file, DEFAULT_SETTINGS).filter(({ code }) => code === 'removed-api');
  const [fix] = found.flatMap(({ fixes }) => fixes()).filter(({ title }) => title.startsWith('Use '));
  return fix && apply(text, fix);
}

for (const entry of removedEntries()) {
  const { to } = entry.removed!;
  if (to === undefined) continue;
  const ways = entry.qualifiedNames.length > 1 ? [...EXPORTED, ...INTERNAL] : INTERNAL;
  test(`${entry.name} becomes ${to}`, () => {
    const required = entry.parameters.filter((parameter) => parameter.required);
    const calls = [
      required,
      entry.parameters,
      ...entry.parameters.map((parameter) => [...new Set([...required, parameter])]),
    ];
    for (const [imports, prefix] of ways) {
      for (const parameters of calls) {
        const named = parameters.map((parameter) => `${parameter.name}=${sampleOf(parameter)}`);
        const text = `${imports}\nx = ${prefix}${entry.name}(${named.join(',\n    ')})\n`;
        const result = migrated(text);
        assert.ok(result !== undefined, text);
        const file = readPython(result)!;
        const [call, ...others] = file.calls;
        assert.equal(call?.entry.id, to, result);
        assert.deepEqual([others.length, call.node.complete, call.binding.problems], [0, true, []], result);
        assert.equal(result.slice(0, call.node.start), `${imports}\nx = `);
        assert.equal(result.slice(call.node.end), '\n');
      }
    }
  });
}

const optimizer = (call: string) => `import tensorflow as tf\ntf.compat.v1.tpu.experimental.${call}\n`;

test('separate clipping limits become a pair', () => {
  assert.match(
    migrated(optimizer('AdagradParameters(0.1, clip_gradient_min=-1.0)'))!,
    /embedding\.Adagrad\(learning_rate=0\.1, clipvalue=\(-1\.0, None\)\)/,
  );
  const text = migrated(
    optimizer('AdagradParameters(0.1, use_gradient_accumulation=False, clip_gradient_max=None)'),
  )!;
  assert.doesNotMatch(text, /clipvalue/);
});

test('a receiver is put in parentheses if necessary', () => {
  const text = migrated(optimizer('AdagradParameters(rate := 0.1)'))!;
  assert.match(text, /learning_rate=\(rate := 0\.1\)/);
  const call = readPython(text)!.calls[0]!;
  assert.equal(argumentOf(call, 'learning_rate')?.kind, 'walrus');
});

test('no fix is offered for unseen arguments or without an import of TensorFlow', () => {
  assert.equal(migrated(optimizer('AdagradParameters(**options)')), undefined);
  assert.equal(
    migrated('from tensorflow.python.tpu import tpu_embedding\ntpu_embedding.AdagradParameters(0.1)\n'),
    undefined,
  );
});
