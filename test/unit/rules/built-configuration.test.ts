// Rules that also check configurations built in Python message by message: each example of a rule is built that way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoundMessage } from '../../../server/src/configuration/bind';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { diagnose } from '../../../server/src/languages/textproto/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { configurationRules } from '../../../server/src/rules/configuration';
import { optimizerRules } from '../../../server/src/rules/optimizer';
import { builtin } from '../../../server/src/schema/builtin';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
const judged = new Set(['dimension-not-positive', 'vocabulary-too-small']);

for (const { code, severity, bad } of [...configurationRules, ...optimizerRules]) {
  const isOfOptimizer = optimizerRules.some((rule) => rule.code === code);
  const isJudged = severity === 'error' || judged.has(code) || (isOfOptimizer && severity === 'warning');
  test(`${code} ${isJudged ? 'checks' : 'skips'} configurations built in Python`, () => {
    const snapshot = analyzer.open(bad, { path: 'case.textproto', named: true });
    const expected = diagnose(snapshot).filter((one) => one.code === code);
    const found = new Set(
      diagnosePython(readPython(program(snapshot.bound!.root))!, DEFAULT_SETTINGS).map(
        ({ message }) => message,
      ),
    );
    assert.ok(expected.length > 0);
    for (const { message } of expected) assert.equal(found.has(message), isJudged, message);
  });
}

/** A program that builds a message field by field and configures the TPU with it. */
function program(root: BoundMessage): string {
  const lines = [
    'import tensorflow as tf',
    'from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb',
    'm = pb.TPUEmbeddingConfiguration()',
  ];
  let count = 0;
  const build = (name: string, { fields }: BoundMessage) => {
    for (const { type, values } of fields)
      for (const { value } of values) {
        const path = `${name}.${type.name}`;
        if (typeof value === 'object') {
          const inner = `m${count++}`;
          lines.push(`${inner} = ${path}${type.repeated ? '.add()' : ''}`, `${inner}.SetInParent()`);
          build(inner, value);
        } else
          lines.push(type.repeated ? `${path}.append(${literal(value)})` : `${path} = ${literal(value)}`);
      }
  };
  build('m', root);
  return [...lines, 'tf.raw_ops.ConfigureTPUEmbedding(config=m.SerializeToString())', ''].join('\n');
}

const literal = (value: unknown) =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : typeof value === 'boolean'
      ? value
        ? 'True'
        : 'False'
      : Number.isFinite(Number(value))
        ? String(value)
        : `float('${value}')`;

for (const name of ['0', '00', ' ', '0x0', 'False', '-0', 'a', '']) {
  test(`a table named ${JSON.stringify(name)} in Python has ${name === '' ? 'no' : 'a'} name`, () => {
    const lines = [
      'import tensorflow as tf',
      'from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb',
      'm = pb.TPUEmbeddingConfiguration()',
      `m.table_descriptor.add(name=${JSON.stringify(name)})`,
      'tf.raw_ops.ConfigureTPUEmbedding(config=m.SerializeToString())',
    ];
    const found = diagnosePython(readPython(lines.join('\n'))!, DEFAULT_SETTINGS);
    assert.equal(
      found.some(({ message }) => message.startsWith('The table has no name')),
      name === '',
    );
  });
}

test('a graph that a test only builds gets errors that fail at once, not those of a TPU', () => {
  const found = (name: string, size: number) =>
    diagnosePython(
      readPython(
        [
          'import tensorflow as tf',
          'from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb',
          `def ${name}():`,
          `  m = pb.TPUEmbeddingConfiguration(batch_size_per_tensor_core=${size})`,
          '  m.table_descriptor.add(vocabulary_size=1, dimension=1, num_features=1)',
          '  tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=m.SerializeToString())',
        ].join('\n'),
      )!,
      DEFAULT_SETTINGS,
    ).map(({ severity }) => severity);
  assert.ok(found('step', 8).includes('warning'));
  assert.deepEqual(found('test_step', 8), []);
  assert.deepEqual(found('test_step', -8), ['error']);
});
