import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bind } from '../../../../server/src/configuration/bind';
import { writeJson } from '../../../../server/src/reports/forms/json-writer';
import { derive } from '../../../../server/src/reports/forms/python-reader';
import { Inexpressible, writeTensorflow } from '../../../../server/src/reports/forms/tensorflow-writer';
import { readText } from '../../../../server/src/reports/forms/text-reader';
import { builtin, CONFIGURATION } from '../../../../server/src/schema/builtin';
import { parse } from '../../../../server/src/textproto/parser';

const contentOf = (text: string) =>
  readText(bind(parse(text), builtin.message(CONFIGURATION)!, builtin)).content;

test("a message built from TensorFlow's classes becomes a program that builds the same", () => {
  const configs = readFileSync('test/fixtures/derived_configs.sample.jsonl', 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line): string[] => JSON.parse(line).config ?? []);
  assert.ok(configs.length > 50);
  for (const config of configs) {
    const content = contentOf(config);
    const { output, notes } = writeTensorflow(content);
    assert.deepEqual(notes, [], output);
    const { numHosts, numTensorCores } = writeJson(content);
    const [derived] = derive({ text: output }, 'tables.py', {
      numHosts: Number(numHosts),
      numReplicas: Number(numTensorCores),
    });
    assert.deepEqual(derived!.message, writeJson(content), output);
  }
});

const OPTIMIZER =
  'optimization_parameters { learning_rate { constant: 0.1 } adagrad {} gradient_accumulation_status: ENABLED }';
const table = (name: string, more = '') =>
  `table_descriptor { name: "${name}" vocabulary_size: 10 dimension: 4 ${more} ${OPTIMIZER} }\n`;
const feature = (id: number) => `feature_descriptor { table_id: ${id} input_shape: 8 }\n`;
const REST = 'mode: TRAINING num_hosts: 1 num_tensor_cores: 2\n';

test('values that the classes cannot express are reported', () => {
  const notesOf = (text: string) => writeTensorflow(contentOf(text)).notes;
  assert.deepEqual(notesOf(table('a') + feature(0) + REST), []);
  for (const [text, ...words] of [
    [
      table('a') + feature(0) + REST.replace('TRAINING', 'INFERENCE'),
      /: mode is "TRAINING" instead of "INFERENCE"\.$/,
    ],
    [`${table('a')}${feature(0)}${REST}sharding_strategy: MOD`, /shardingStrategy is unset instead of "MOD"/],
    [table('a') + table('b') + feature(1) + REST, /^No feature uses these tables, which are left out: a\.$/],
    [
      table('a') + table('b') + feature(1) + feature(0) + REST,
      /^TensorFlow numbers tables as features use them first: b, a\.$/,
    ],
    [`${table('a', 'num_features: 2')}${REST}batch_size_per_tensor_core: 8`, /^It is in table style/],
    [
      (table('a') + feature(0) + REST).replace(' gradient_accumulation_status: ENABLED', ''),
      /gradientAccumulationStatus is "ENABLED" instead of unset/,
    ],
  ] as const) {
    const notes = notesOf(text);
    assert.equal(notes.length, words.length, notes.join('\n'));
    for (const [i, pattern] of words.entries()) assert.match(notes[i]!, pattern);
  }
});

test('a message without such a program is answered with the reason', () => {
  for (const [text, words] of [
    ['num_hosts: 1', /no table/],
    [table('a') + feature(1), /looks up table 1, but there are 1/],
    [table('a').replace('adagrad {}', '') + feature(0), /no optimizer/],
    [
      table('a').replace('adagrad', 'proximal_adagrad') + feature(0),
      /proximal_adagrad, for which TensorFlow has no class/,
    ],
    [
      table('a').replace('vocabulary_size: 10', '') + feature(0),
      /TensorFlow refuses the program: vocabulary_size/,
    ],
    [table('a') + table('a') + feature(0) + feature(1), /Two tables have the name "a"/],
  ] as const)
    assert.throws(
      () => writeTensorflow(contentOf(text)),
      (error) => error instanceof Inexpressible && words.test(error.message),
      text,
    );
});

test('any table name gives a unique variable', () => {
  const names = ['user', 'USER', 'user id', 'for', '7', '表', '', 'tf', 'embedding', '__'];
  const text = names.map((name) => table(name)).join('') + names.map((_, i) => feature(i)).join('') + REST;
  const { notes } = writeTensorflow(contentOf(text.replace('name: ""', '')));
  // TensorFlow gives a name to an unnamed table.
  assert.deepEqual(notes, [
    'What TensorFlow builds of the program differs: tableDescriptor[6].name is "table_6" instead of unset.',
  ]);
});

test('a comment is placed at its table, its feature or the whole', () => {
  const text = `# heading

num_hosts: 1  # hosts
mode: TRAINING
table_descriptor {  # first
  name: "first_table"  # of first
  vocabulary_size: 10
  dimension: 4
  optimization_parameters {
    # rate of first
    learning_rate { constant: 0.1 }
    adagrad {
      # end of first
    }
  }
}
# second
table_descriptor { name: "second_table" vocabulary_size: 10 dimension: 4 ${OPTIMIZER} }
feature_descriptor {
  name: "clicks"
  table_id: 0  # of clicks
  input_shape: 8
}
feature_descriptor { name: "views" table_id: 1 input_shape: 8 }
# remarks
`;
  const { output } = writeTensorflow(contentOf(text));
  const before = (place: string) => output.slice(0, output.indexOf(place)).split('\n');
  for (const [comment, from, to] of [
    ['heading', 'import', 'first_table ='],
    ['hosts', 'import', 'first_table ='],
    ['first', 'import', 'first_table ='],
    ['of first', 'import', 'first_table ='],
    ['rate of first', 'import', 'first_table ='],
    ['end of first', 'import', 'first_table ='],
    ['second', 'first_table =', 'second_table ='],
    ['of clicks', 'feature_config =', 'name="clicks"'],
    ['remarks', 'name="views"', undefined],
  ] as const) {
    const line = output.split('\n').findIndex((each) => each.trim() === `# ${comment}`) + 1;
    assert.ok(before(from).length <= line && (!to || line <= before(to).length), comment + output);
  }
});
