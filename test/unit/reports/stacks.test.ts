// What `plan` and `derive` tell of stacks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { derivedJson, derivedText, isKnown } from '../../../server/src/reports/derived';
import { plannedJson, plannedOn } from '../../../server/src/reports/plan';
import { plannedText } from '../../../server/src/reports/plan-text';
import { builtin } from '../../../server/src/schema/builtin';
import { type Slice, sliceNamed } from '../../../server/src/sizing/slices';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
const analyze = (text: string) => languageOf('python').analyze(text, { analyzer, path: 'model.py' });
const slice = (name: string) => sliceNamed(name) as Slice;
const placeOf = () => ({ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } });

const layer = (arguments_: string, shape = '(64, 16)', backend = 'jax') => `
import os
os.environ['KERAS_BACKEND'] = '${backend}'
from keras_rs.layers import DistributedEmbedding, FeatureConfig, TableConfig
users = TableConfig('users', 1000, 16, max_ids_per_partition=64)
items = TableConfig('items', 5000, 12, optimizer='Adam')
DistributedEmbedding([FeatureConfig('u', users, (64,), ${shape}), FeatureConfig('i', items, (64,), (64, 12))]${arguments_})
`;

const program = (call: string, chips = 4) => `
import jax
from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec, table_stacking

def table(name, rate):
    return embedding_spec.TableSpec(name=name, vocabulary_size=1000, embedding_dim=16, combiner='sum',
        initializer=jax.nn.initializers.zeros, optimizer=embedding_spec.SGDOptimizerSpec(rate))

def limits(name, batch):
    """The same for each stack."""
    del name, batch
    return 512

rate = 0.1
specs = [embedding_spec.FeatureSpec(name=name, table_spec=table(name, rate), input_shape=(64, 4), output_shape=(64, 16))
    for name in ('a', 'b')]
${call}
embedding.prepare_feature_specs_for_training(specs, ${chips}, 2)
`;

/** The lines about stacks in the plan of the only configuration. */
function stackLines(text: string, tpu: string): string[] {
  const [sized] = analyze(text).sizes({});
  assert.ok(sized?.sizes);
  const lines = plannedText(plannedOn({ title: 'model.py', sizes: sized.sizes }, slice(tpu)));
  return lines.filter((line) => /stack|^ {2}(tables|limits|buffers)/i.test(line) && !line.includes('http'));
}

test('plan tells places, limits and memory of the stacks of keras-rs', () => {
  assert.deepEqual(stackLines(layer(''), 'v5p-16'), [
    'Stacks and buffers are those of 8 devices of JAX with 4 SparseCores each, as v5p-16 has them.',
    'Stack users_items: 16 floats, 192 rows a SparseCore; users from row 0, rotation 0; items from row 32, rotation 4',
    '  tables: 36 KiB a SparseCore, 144 KiB a chip, 576 KiB a host',
    '  limits: 256 ids, 256 unique ids (the default) from one SparseCore to another',
    '  buffers: 385 KiB a chip, 1.5 MiB a host: 32,768 ids and 128 row pointers a device',
  ]);
});

test('a chip of tpu7x has two devices of JAX', () => {
  const [assumed, stack, tables, , buffers] = stackLines(layer(''), 'tpu7x-4');
  assert.match(assumed!, /8 devices of JAX with 2 SparseCores each, as tpu7x-4/);
  assert.match(stack!, /items from row 64, rotation 2/);
  assert.match(tables!, /72 KiB a SparseCore, 288 KiB a chip, 1.13 MiB a host/);
  assert.match(buffers!, /192 KiB a chip, 769 KiB a host: 8,192 ids and 32 row pointers a device/);
});

test('what is not known of stacks is told with the reason', () => {
  for (const [text, reason] of [
    [layer('', '(BATCH, 16)'), /The output shape of the feature "u" is not known/],
    [layer(', table_stacking=STACKS'), /How `table_stacking` stacks tables is not known/],
    [layer(", table_stacking=['users', 'visits']"), /No feature uses a table "visits"/],
    [layer('', undefined, 'tensorflow'), /keras-rs leaves stacking to TensorFlow/],
    [program('embedding.auto_stack_tables(specs, 4, 2, **options)'), /The arguments of `auto_stack_tables`/],
    [program('if flag():\n    embedding.auto_stack_tables(specs, 4, 2)'), /depends on a condition/],
    [
      program('table_stacking.stack_tables(specs, names, 4, 2)'),
      /Code that is not followed may stack the tables/,
    ],
    [
      program('embedding.auto_stack_tables(specs, 4, 2)').replace('(rate)', '(read(name))'),
      /The optimizer of the table "a" is not known/,
    ],
  ] as const) {
    const unknown = stackLines(text, 'v6e-4').find((line) => line.startsWith('Stacks: unknown'));
    assert.match(unknown ?? '', reason, text);
  }
});

test('derive lists stacks on a slice, or on the devices that the program names', () => {
  const text = program('embedding.auto_stack_tables(specs, 4, 2, stack_to_max_ids_per_partition=limits)');
  const [derived] = analyze(text).derive({});
  const json = derivedJson(derived!, 'model.py', placeOf);
  assert.deepEqual(
    json.made?.stacks?.map(({ name }) => name),
    ['a_b'],
  );
  assert.deepEqual(json.assumed, [
    'Stacks and buffers are those of 4 devices of JAX with 2 SparseCores each, which the program names.',
    'Ids beyond a limit end the process, unless preprocessing gets allow_id_dropping=True, which the program does not show.',
  ]);
  const lines = derivedText(derived!, 'model.py', placeOf, slice('v5p-8'));
  for (const line of [
    '# Stacks and buffers are those of 4 devices of JAX with 4 SparseCores each, as v5p-8 has them.',
    '# The program stacks tables for 4 devices of JAX with 2 SparseCores each.',
    '    max_ids_per_partition: 512',
    '      - {name: "b", row_offset: 64, rotation: 4}',
  ])
    assert.ok(lines.includes(line), `${line}\nin\n${lines.join('\n')}`);
});

test('functions that give limits are followed through arithmetic, conditions, other functions and dicts', () => {
  const limit = (result: string, before = '') => {
    const text = program(
      'embedding.auto_stack_tables(specs, 4, 2, stack_to_max_ids_per_partition=limit)',
    ).replace(
      '\nembedding.',
      `\nimport math\nCAPS = {'a_b': 300, 'c': 8}\ndef half(n, by=2): return n / by\n${before}def limit(name, n):\n${result
        .split('\n')
        .map((line) => `    ${line}\n`)
        .join('')}embedding.`,
    );
    const [derived] = analyze(text).derive({});
    const line = derivedText(derived!, 'model.py', placeOf, slice('v5p-8')).find((each) =>
      /max_ids/.test(each),
    );
    return line?.trim().replace('max_ids_per_partition: ', '');
  };
  for (const [result, expected] of [
    ['return 3 * n', '384'],
    ['return n // 5 % 16 - -2', '11'],
    ['return math.ceil(half(n) * 1.1)', '71'],
    ['return round(2.5) + int(half(n, 3))', '44'],
    ["return CAPS[name] if 'b' in name and n > 1 else 7", '300'],
    ["return CAPS.get('z', 9)", '9'],
    [
      '"""Few."""\nx = n\nx *= 2\nif x > 1000:\n    return 1\nelif name == "c":\n    raise ValueError\nx += 1\nreturn max(x, 8)',
      '257',
    ],
    // What Python refuses, is no whole number, or is not followed.
    ["return CAPS['z']", undefined],
    ['return n / 3', undefined],
    ['return n // 0', undefined],
    ['for i in range(n): n += 1\nreturn n', undefined],
    ['return read(name)', undefined],
  ] as const)
    assert.equal(limit(result), expected, result);
  assert.equal(limit('return CAPS[name]', "CAPS['a_b'] = 5\n"), undefined);
});

test('what the library does with ids beyond limits stands beside the figures', () => {
  const assumed = (more: string) => {
    const [sized] = analyze(program(`embedding.auto_stack_tables(specs, 4, 2)\n${more}`)).sizes({});
    return plannedOn({ title: '', sizes: sized!.sizes! }, slice('v5p-8')).plan.notes.join(' ');
  };
  const preprocess = (options: string) =>
    `embedding.preprocess_sparse_dense_matmul_input(ids, None, specs, 4, 4, num_sc_per_device=2${options})`;
  assert.match(
    assumed(''),
    /Ids beyond a limit end the process, unless preprocessing gets allow_id_dropping/,
  );
  assert.match(assumed(preprocess('')), /Ids beyond a limit end the process, as the program does not/);
  assert.match(
    assumed(preprocess(', allow_id_dropping=True')),
    /Ids beyond a limit are dropped, as the program/,
  );
  const split = assumed(preprocess(', enable_minibatching=True'));
  assert.match(split, /enables minibatching: .* buffers have room for 64\. Ids that one of 64 minibatches/);
});

test('the function for the default limits gives those', () => {
  const given = 'stack_to_max_ids_per_partition=embedding.get_default_limits';
  const [derived] = analyze(program(`embedding.auto_stack_tables(specs, 4, 2, ${given})`)).derive({});
  const lines = derivedText(derived!, 'model.py', placeOf, slice('v5p-8'));
  assert.ok(lines.includes('    max_ids_per_partition: 256'), lines.join('\n'));
});

test('derive tells stacks of a layer only on a slice, and without them it is not known in full there', () => {
  const [derived] = analyze(layer(', table_stacking=STACKS')).derive({});
  assert.equal(derivedJson(derived!, 'model.py', placeOf).made?.stacks, undefined);
  assert.equal(isKnown(derived!, undefined), true);
  assert.equal(isKnown(derived!, slice('v6e-1')), false);
  const [stack] = derivedText(derived!, 'model.py', placeOf, slice('v6e-1')).slice(-2);
  assert.match(stack!, /^# stacks: unknown\. How `table_stacking`/);
});

test('plan as JSON has limits by the names of their parameters, and buffers beside tables', () => {
  const [sized] = analyze(layer(', table_stacking=None')).sizes({});
  const planned = plannedOn({ title: 'model.py', sizes: sized!.sizes! }, slice('v6e-1'));
  const json = plannedJson([planned]);
  assert.ok(json && 'stacks' in json);
  assert.deepEqual(json.perDevice, { bytes: 1_155_072, bufferBytes: 15_488, capacity: 32e9 });
  const [users] = JSON.parse(JSON.stringify(json.stacks));
  assert.deepEqual(users.idsPerPartition, { given: 64, inForce: 64 });
  assert.deepEqual(users.uniqueIdsPerPartition, { given: null, inForce: 256 });
  assert.deepEqual(users.buffers, { ids: 256, rowPointers: 16, perChip: 3136, perHost: 3136 });
});
