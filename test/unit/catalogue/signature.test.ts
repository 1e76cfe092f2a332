import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Argument,
  type ArgumentProblem,
  activeParameter,
  bindArguments,
  type Entry,
  findEntry,
  signatureLabel,
  typeText,
} from '../../../server/src/catalogue';

const entry = (name: string): Entry => findEntry(name) ?? assert.fail(name);
const SEND = entry('tensorflow.raw_ops.SendTPUEmbeddingGradients');
const WRAPPED_SEND = entry('tensorflow.python.tpu.ops.tpu_ops.send_tpu_embedding_gradients');
const SGD = entry('tensorflow.tpu.experimental.embedding.SGD');
const TABLE = entry('tensorflow.tpu.experimental.embedding.TableConfig');
const SPARSE_TENSOR = entry('tensorflow.SparseTensor');

/** Positional arguments are `_`, keywords their name, stars `*` and `**`. */
function args(text: string): Argument[] {
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map((part, index) => {
      if (part === '_') return { kind: 'positional', index };
      if (part === '*') return { kind: 'star', index };
      if (part === '**') return { kind: 'double-star', index };
      return { kind: 'keyword', name: part, index };
    });
}

function show(problem: ArgumentProblem): string {
  switch (problem.kind) {
    case 'missing':
      return `missing ${problem.parameters.map(({ name }) => name).join(' ')}`;
    case 'unknown':
      return `unknown ${problem.name}${problem.nearest ? `, ${problem.nearest}?` : ''}`;
    case 'duplicate':
      return `duplicate ${problem.parameter.name} at ${problem.argument.index}, first ${problem.first.index}`;
    case 'keyword-only':
      return `keyword-only at ${problem.argument.index}: ${problem.parameter?.name}`;
    case 'too-many':
      return `too many at ${problem.argument.index}: ${problem.accepted}`;
  }
}

const problems = (callee: Entry, text: string) => bindArguments(callee, args(text)).problems.map(show);

test('complete calls are accepted', () => {
  assert.deepEqual(problems(SEND, 'config learning_rates inputs'), []);
  assert.deepEqual(problems(WRAPPED_SEND, '_ _'), []);
  assert.deepEqual(problems(WRAPPED_SEND, '_ config'), []);
  assert.deepEqual(problems(SGD, ''), []);
  assert.deepEqual(problems(TABLE, '_ _ combiner'), []);
});

test('positional arguments of raw ops are rejected and named', () => {
  assert.deepEqual(problems(SEND, '_ _ config'), [
    'keyword-only at 0: inputs',
    'keyword-only at 1: learning_rates',
  ]);
  assert.deepEqual(problems(SEND, '_ _ _ _ _'), [
    'keyword-only at 0: inputs',
    'keyword-only at 1: learning_rates',
    'keyword-only at 2: config',
    'keyword-only at 3: name',
    'keyword-only at 4: undefined',
  ]);
});

test('missing arguments are listed in the order of the parameters', () => {
  assert.deepEqual(problems(SEND, 'learning_rates'), ['missing inputs config']);
  assert.deepEqual(problems(TABLE, '_'), ['missing dim']);
});

test('an unknown argument is reported with the nearest unused parameter', () => {
  assert.deepEqual(problems(SEND, 'input learning_rates config'), [
    'unknown input, inputs?',
    'missing inputs',
  ]);
  assert.deepEqual(problems(SEND, 'inputs learning_rates config NN'), ['unknown NN']);
  assert.deepEqual(problems(SGD, 'learning_rat'), ['unknown learning_rat, learning_rate?']);
  assert.deepEqual(problems(SGD, 'learning_rate learning_rat'), ['unknown learning_rat']);
});

test('an argument that is given twice is reported', () => {
  assert.deepEqual(problems(SGD, '_ learning_rate'), ['duplicate learning_rate at 1, first 0']);
  assert.deepEqual(problems(SGD, 'learning_rate learning_rate'), ['duplicate learning_rate at 1, first 0']);
});

test('more positional arguments than parameters are reported', () => {
  assert.deepEqual(problems(TABLE, '_ _ _ _ _ _ _ _ _ _ _'), ['too many at 9: 9', 'too many at 10: 9']);
});

test('starred arguments may supply missing arguments, but not excuse other mistakes', () => {
  assert.deepEqual(problems(SEND, '**'), []);
  assert.deepEqual(problems(TABLE, '*'), []);
  assert.deepEqual(problems(SEND, 'input **'), ['unknown input, inputs?']);
  const binding = bindArguments(TABLE, args('_ * _ combiner'));
  assert.equal(binding.open, true);
  assert.deepEqual(
    binding.parameters.map((parameter) => parameter?.name),
    ['vocabulary_size', undefined, undefined, 'combiner'],
  );
});

test('a callable without catalogued parameters accepts any arguments', () => {
  assert.deepEqual(problems(SPARSE_TENSOR, '_ _ anything at_all'), []);
});

test('each parameter is matched with its argument', () => {
  const { arguments: bound } = bindArguments(WRAPPED_SEND, args('_ learning_rates config'));
  assert.deepEqual(
    [...bound].map(([name, { index }]) => [name, index]),
    [
      ['inputs', 0],
      ['learning_rates', 1],
      ['config', 2],
    ],
  );
});

test("a signature's label has the range of each parameter", () => {
  const { label, parameters } = signatureLabel(SEND);
  assert.equal(label, 'SendTPUEmbeddingGradients(*, inputs, learning_rates, config, name=None)');
  assert.deepEqual(
    parameters.map(([start, end]) => label.slice(start, end)),
    ['inputs', 'learning_rates', 'config', 'name=None'],
  );
  assert.equal(
    signatureLabel(WRAPPED_SEND).label,
    'send_tpu_embedding_gradients(inputs, config, learning_rates=None, name=None)',
  );
});

test('the active parameter follows keywords, positions and unused parameters', () => {
  const active = (callee: Entry, text: string, place: number) => {
    const index = activeParameter(callee, args(text), place);
    return index === undefined ? undefined : callee.parameters[index]?.name;
  };
  assert.equal(active(SEND, '', 0), 'inputs');
  assert.equal(active(SEND, 'inputs', 1), 'learning_rates');
  assert.equal(active(SEND, 'config inputs', 0), 'config');
  assert.equal(active(SEND, 'inputs _', 1), 'learning_rates');
  assert.equal(active(SEND, 'inputs learning_rates config name', 4), undefined);
  assert.equal(active(WRAPPED_SEND, '_', 1), 'config');
  assert.equal(active(WRAPPED_SEND, '_ _', 1), 'config');
  assert.equal(active(WRAPPED_SEND, 'config', 1), 'inputs');
  assert.equal(active(SGD, 'bogus', 0), 'learning_rate');
});

test('types are printed as Python annotations', () => {
  const text = (callee: Entry, name: string) =>
    typeText(callee.parameters.find((parameter) => parameter.name === name)?.type ?? assert.fail(name));
  assert.equal(text(SEND, 'inputs'), 'list of float32 tensors, 1 or more');
  assert.equal(text(SEND, 'learning_rates'), 'list of float32 tensors (scalar)');
  assert.equal(text(SEND, 'config'), 'bytes (serialized TPUEmbeddingConfiguration)');
  assert.equal(text(SGD, 'learning_rate'), 'float > 0 | function()');
  assert.equal(text(SGD, 'clipvalue'), 'float ≥ 0 | (float | None, float | None)');
  assert.equal(text(TABLE, 'vocabulary_size'), 'int ≥ 1');
  assert.equal(text(TABLE, 'combiner'), "'mean' | 'sum' | 'sqrtn' | CustomCombiner");
  const adam = entry('tensorflow.tpu.experimental.embedding.Adam');
  assert.equal(text(adam, 'beta_1'), 'float in [0, 1)');
  const enqueue = entry('tensorflow.raw_ops.EnqueueTPUEmbeddingRaggedTensorBatch');
  assert.equal(text(enqueue, 'sample_splits'), 'list of int32 or int64 tensors (vector), 1 or more');
  assert.equal(
    text(enqueue, 'mode_override'),
    "string tensor (scalar) of 'train' | 'inference' | 'unspecified'",
  );
});
