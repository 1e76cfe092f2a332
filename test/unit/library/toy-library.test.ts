// A library is data: one row and one file of entries give all that the tools know of a table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { TOY, toyEntries, toyFacts } from '../../fixtures/toy-library';
import { addLibrary } from '../../support/library';

addLibrary(TOY, toyFacts, toyEntries);

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

/** A program; `|` marks the offset. */
function open(program: string) {
  const offset = program.indexOf('|');
  const text = program.replace('|', '');
  return { analysis: languageOf('python').analyze(text, { analyzer, path: 'train.py' }), text, offset };
}

const HEAD = `import my_tpu
import tensorflow as tf

embedding = tf.tpu.experimental.embedding
`;

const using = (table: string) => `${HEAD}
e = embedding.TPUEmbedding(
    embedding.FeatureConfig(table=${table}, output_shape=[4]), optimizer=embedding.Adagrad(0.1))
`;

const problems = (program: string) =>
  open(program)
    .analysis.diagnose()
    .map(({ code, message }) => `${code}: ${message}`);

const labels = (program: string) => {
  const { analysis, offset } = open(program);
  return analysis.complete(offset).map(({ label }) => label);
};

test('its class and its arguments are completed', () => {
  assert.deepEqual(labels('import my_tpu\nmy_tpu.layers.|'), ['Table']);
  assert.deepEqual(labels('import my_tpu\nmy_tpu.layers.Table(|)'), ['rows=', 'width=', 'name=']);
  assert.ok(labels(using('|')).includes('my_tpu.layers.Table()'), 'where a table is expected');
});

test('its class and its arguments have a hover and a signature', () => {
  const { analysis, offset } = open('import my_tpu\nt = my_tpu.layers.Ta|ble(10, width=16)');
  assert.match(analysis.hover(offset)!.markdown, /class.*my_tpu\.layers\.Table[\s\S]*A table of my own\./);
  const width = open('import my_tpu\nt = my_tpu.layers.Table(10, wid|th=16)');
  assert.match(width.analysis.hover(width.offset)!.markdown, /int ≥ 1[\s\S]*Length of a vector\./);
  const signature = open('import my_tpu\nt = my_tpu.layers.Table(10, |)');
  assert.equal(signature.analysis.signature(signature.offset)?.label, 'Table(rows, width, name=None)');
});

test('its tables are renamed wherever they are named', () => {
  const { analysis, text } = open(using("my_tpu.layers.Table(10, 16, name='items')"));
  const table = analysis.names().symbols.find(({ kind }) => kind === 'table');
  assert.equal(table?.name, 'items');
  const [place] = table!.places;
  const [edit] = analysis.writeName(place!, 'users')!;
  assert.equal(text.slice(edit!.start, edit!.end), 'items');
});

test('the rules of a table hold, and speak of its class and its arguments', () => {
  assert.deepEqual(problems(using("my_tpu.layers.Table(0, 16, name='items')")), [
    'argument-range: `rows` is 0, but must be ≥ 1.',
  ]);
  assert.deepEqual(problems(`${HEAD}my_tpu.layers.Table(10, embedding_dim=16)`), [
    'unknown-argument: `Table` takes no `embedding_dim`. Did you mean `width`?',
  ]);
  assert.deepEqual(
    problems(`${HEAD}
table = my_tpu.layers.Table(10, 16, name='items')
e = embedding.TPUEmbedding([
    embedding.FeatureConfig(table),
    embedding.FeatureConfig(my_tpu.layers.Table(20, 16, name='items')),
], optimizer=embedding.Adagrad(0.1))`),
    ["table-name-twice: Another table has the name 'items'. Rename one, or share one `Table` object."],
  );
  assert.deepEqual(
    problems(`${HEAD}embedding.FeatureConfig(my_tpu.layers.Table(10, 16), output_shape=[128, 16])`),
    [
      'output-shape-with-dim: `output_shape` ends with 16, the `width` of the table, which TensorFlow adds by itself. Leave it out, unless it is the length of a sequence.',
    ],
  );
  assert.deepEqual(problems(using('tf.keras.optimizers.SGD()')), [
    'argument-type: `table` must be a TableConfig, not a Keras SGD object.',
  ]);
});

test('a name that its module lacks is reported', () => {
  assert.deepEqual(problems('import my_tpu\nmy_tpu.layers.Tabel(10, 16)'), [
    'unknown-member: `my_tpu.layers` has no `Tabel`. Did you mean `Table`?',
  ]);
});

test('a rule that its row excepts does not hold for its calls', () => {
  assert.deepEqual(problems(`${HEAD}my_tpu.layers.Table('ten', 16)`), []);
});

const STRATEGY = { numHosts: 1, numReplicas: 8 };

const derived = (program: string) => {
  const [found] = open(program).analysis.derive(STRATEGY);
  return found!;
};

test('derive reads its arguments, and says why something is unknown', () => {
  const { lines, unknown } = derived(using("my_tpu.layers.Table(10, 16, name='items')"));
  assert.deepEqual(unknown, []);
  assert.deepEqual(lines.map(({ text }) => text.trim()).slice(0, 5), [
    'table_descriptor {',
    'name: "items"',
    'vocabulary_size: 10',
    'dimension: 16',
    'optimization_parameters {',
  ]);
  const open = derived(`${HEAD}
import sizes
t = my_tpu.layers.Table(sizes.ROWS, 16, name='items')
e = embedding.TPUEmbedding(embedding.FeatureConfig(t, output_shape=[4]), optimizer=embedding.Adagrad(0.1))`);
  assert.deepEqual(
    open.unknown.map(({ path, reason }) => `${path}: ${reason}`),
    ['tableDescriptor[0].vocabularySize: It is sizes.ROWS, which is defined in another file.'],
  );
});

test('plan sizes its tables', () => {
  const [sized] = open(using("my_tpu.layers.Table(10, 16, name='items')")).analysis.sizes(STRATEGY);
  assert.deepEqual(
    sized!.sizes!.tables.map(({ name, vocabularySize, dimension }) => ({ name, vocabularySize, dimension })),
    [{ name: 'items', vocabularySize: 10, dimension: 16 }],
  );
});
