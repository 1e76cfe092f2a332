// The configurations of programs. derived_configs.sample.jsonl holds what TensorFlow 2.21 builds from them under a
// strategy of `hosts` hosts and `replicas` replicas with `batch` samples each; the expected results of the cases are
// calculated by hand.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { bind } from '../../../../server/src/configuration/bind';
import { type JsonMessage, toJson } from '../../../../server/src/configuration/to-json';
import type { Strategy } from '../../../../server/src/dataflow/derivation/strategy';
import { languageOf } from '../../../../server/src/languages';
import type { DerivedConfiguration } from '../../../../server/src/languages/answers';
import { Analyzer } from '../../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../../server/src/project/settings';
import { builtin, CONFIGURATION_TYPE } from '../../../../server/src/schema/builtin';
import { parse } from '../../../../server/src/textproto/parser';
import { readCases } from '../../../support/fixtures';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

function derive(text: string, strategy: Strategy): readonly DerivedConfiguration[] {
  return languageOf('python').analyze(text, { analyzer, path: 'model.py' }).derive(strategy);
}

interface Sample {
  readonly id: string;
  readonly style: string;
  readonly code: string;
  readonly hosts: number;
  readonly replicas: number;
  readonly batch: number;
  readonly json: JsonMessage | null;
  /** What TensorFlow raises, if anything. */
  readonly raises: string | null;
}

suite('programs that TensorFlow 2.21 has run', () => {
  const samples = readFileSync('test/fixtures/derived_configs.sample.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample);
  for (const { id, style, code, hosts, replicas, batch, json, raises } of samples) {
    test(`${id} (${style}) ${raises ? 'is rejected' : 'is equal'}`, () => {
      const [derived, ...more] = derive(code, {
        numHosts: hosts,
        numReplicas: replicas,
        perReplicaBatchSize: batch,
      });
      assert.equal(more.length, 0);
      if (raises) return assert.ok(derived?.refused);
      assert.deepEqual([derived?.refused, derived?.unknown], [undefined, []]);
      assert.deepEqual(derived?.message, json);
    });
  }
});

const HEAD = 'import tensorflow as tf\nemb = tf.tpu.experimental.embedding\n';

const STRATEGY: Strategy = { numHosts: 2, numReplicas: 8, perReplicaBatchSize: 16 };

/** `[unsaid]` after a case's name: the number of hosts and replicas and the batch size are unknown; `[replicas]`: only replicas are known. */
const strategyFor = (flags: readonly string[]): Strategy =>
  flags.includes('unsaid') ? {} : flags.includes('replicas') ? { numReplicas: 8 } : STRATEGY;

for (const name of readdirSync('test/fixtures/derivation')) {
  suite(name, () => {
    for (const { name: title, text, flags, parts } of readCases(`test/fixtures/derivation/${name}`)) {
      const derived = derive(HEAD + text, strategyFor(flags));
      for (const { key, argument, text: expected } of parts) {
        test(`${title}: ${key}${argument ? ` ${argument}` : ''}`, () => {
          const printed = derived.map((each) => ANSWERS[key]!(each, argument)).join('');
          for (const line of expected.trimEnd().split('\n').filter(Boolean))
            assert.ok(`\n${printed}\n`.includes(line), `${line}\nin\n${printed}`);
          if (expected.trim() === '') assert.equal(printed, '');
        });
      }
    }
  });
}

test('functions of a library share the configuration of the features that they get', () => {
  const text = `from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec as es
def features(name):
    table = es.TableSpec(name=name, vocabulary_size=8, embedding_dim=8, initializer=i, optimizer=es.SGDOptimizerSpec(), combiner='sum')
    return {name: es.FeatureSpec(name=name, table_spec=table, input_shape=(8, 1), output_shape=(8, 8))}
train, test = features('train'), features('test')
def prepare(given):
    embedding.prepare_feature_specs_for_training(given, 8, 4)
embedding.auto_stack_tables(train, 8, 4)
prepare(train)
prepare(test)
embedding.get_table_specs(dict(test))
embedding.get_table_specs({**train, **test})
embedding.get_table_specs(unseen())
`;
  const found = derive(text, {}).map(({ start, made }) => [
    text.slice(0, start).split('\n').length,
    JSON.stringify(made?.tables)
      .match(/(?<="name":")(?:train|test)/g)
      ?.join(),
  ]);
  assert.deepEqual(found, [
    [7, 'train'],
    [7, 'test'],
    [12, 'test,train'],
  ]);
});

const IMPORTS = 'import tensorflow as tf\nemb = tf.tpu.experimental.embedding\n';

test('a shape derived from shapes through many steps is known', () => {
  const shapes = `s = tf.TensorShape([16])\n${'s = tf.TensorShape(s)\n'.repeat(5_000)}`;
  const feature = "emb.FeatureConfig(emb.TableConfig(10, 8, name='t'), output_shape=s)";
  const [derived] = derive(`${IMPORTS}${shapes}emb.TPUEmbedding(${feature}, emb.SGD())\n`, STRATEGY);
  assert.deepEqual(derived?.unknown, []);
  assert.match(JSON.stringify(derived?.message), /"inputShape":\[16\]/);
});

suite('the text of a configuration is valid text format for any name', () => {
  for (const name of [
    '',
    '\\x00',
    '\\r\\n',
    '\\x1b[31m',
    '\\u202e',
    '\\u2028',
    '\\ufeff',
    '\\x7f',
    '"',
    '\\\\',
    '#',
    '😀',
    '__proto__',
  ])
    test(JSON.stringify(name), () => {
      const table = `emb.TableConfig(5000, 8, name='${name}')`;
      const features = `{'${name}': emb.FeatureConfig(${table}, name='${name}x')}`;
      const [derived] = derive(`${IMPORTS}emb.TPUEmbedding(${features}, emb.SGD())\n`, STRATEGY);
      const text = derived!.lines.map((line) => `${line.text}\n`).join('');
      const { root, errors } = bind(parse(text), CONFIGURATION_TYPE, builtin);
      assert.equal(errors.size, 0);
      assert.deepEqual(toJson(root), { json: derived!.message, unreadable: [] });
    });
});

/** The result that a part of a case tests; it must contain each line of the part. */
const ANSWERS: Readonly<Record<string, (derived: DerivedConfiguration, argument: string) => string>> = {
  text: ({ lines }) => lines.map(({ text }) => `${text}\n`).join(''),
  value: ({ message, made }, path) => String(JSON.stringify(at(message ?? { ...made }, path))),
  unknown: ({ unknown }) => unknown.map(({ path, reason }) => `${path}: ${reason}\n`).join(''),
  refused: ({ refused }) => refused?.reason ?? '',
};

/** The value at a path. */
const at = (message: object, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], message);

test('an embedding object that TensorFlow refuses costs later ones neither their configuration nor their names', () => {
  const text = `import tensorflow as tf
emb = tf.tpu.experimental.embedding
emb.TPUEmbedding([1], emb.SGD(0.1))
emb.TPUEmbedding([emb.FeatureConfig(emb.TableConfig(10, 8, name='item')), emb.FeatureConfig(emb.TableConfig(10, 8))], emb.SGD(0.1))
`;
  const [first, second] = derive(text, { numHosts: 1, numReplicas: 1, perReplicaBatchSize: 4 });
  assert.ok(first!.refused);
  assert.equal(second!.refused, undefined);
  const { symbols } = languageOf('python').analyze(text, { analyzer, path: 'model.py' }).names();
  assert.deepEqual(
    symbols.map(({ name }) => name),
    ['item', undefined],
  );
});

test('what the same call makes again is shown once, and what it makes otherwise as well', () => {
  const text = `import keras_rs
def layer(rows):
    table = keras_rs.layers.TableConfig('t', rows, 8)
    return keras_rs.layers.DistributedEmbedding(keras_rs.layers.FeatureConfig('f', table, (8,), (8, 8)))
layer(100)
def train():
    return layer(100)
def evaluate():
    return layer(200)
`;
  const rows = derive(text, {}).map(({ made }) => at({ ...made }, 'tables[0].vocabularySize'));
  assert.deepEqual(rows, [100, 200]);
});
