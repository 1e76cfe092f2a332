// The backend of Keras that a text sets, and on what the program runs by that.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { placeOf } from '../../../server/src/catalogue/targets';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { backendOf, settingsOf, targetsOf } from '../../../server/src/dataflow/calls/targets';

const read = (text: string, kerasBackend?: 'jax' | 'tensorflow' | 'torch') =>
  readPython(text, { kerasBackend })!.tree;

const BACKENDS: Readonly<Record<string, string | undefined>> = {
  'os.environ["KERAS_BACKEND"] = "jax"': 'jax',
  "os.environ['KERAS_BACKEND'] = 'tensorflow'": 'tensorflow',
  'environ["KERAS_BACKEND"] = "torch"': 'torch',
  'os.environ.setdefault("KERAS_BACKEND", "jax")': 'jax',
  'os.environ.update({"A": "b", "KERAS_BACKEND": "jax"})': 'jax',
  'os.environ.update(KERAS_BACKEND="jax")': 'jax',
  'os.environ |= {"KERAS_BACKEND": "jax"}': 'jax',
  'import keras\nkeras.config.set_backend("jax")': 'jax',
  'os.environ["KERAS_BACKEND"] = "jax"\nos.environ["KERAS_BACKEND"] = "torch"': 'torch',
  'os.environ["KERAS_BACKEND"] = "jax"\nos.environ.setdefault("KERAS_BACKEND", "torch")': 'jax',
  'import keras\nos.environ["KERAS_BACKEND"] = "jax"': undefined,
  'from keras import layers\nos.environ.setdefault("KERAS_BACKEND", "jax")': undefined,
  'os.environ["KERAS_BACKEND"] = sys.argv[1]': undefined,
  'if on_tpu():\n  os.environ["KERAS_BACKEND"] = "jax"': undefined,
  'def main():\n  os.environ["KERAS_BACKEND"] = "jax"': undefined,
  'os.environ["KERAS_BACKEND"] = "theano"': undefined,
  'os.environ["BACKEND"] = "jax"': undefined,
  'settings["KERAS_BACKEND"] = "jax"': undefined,
  '# os.environ["KERAS_BACKEND"] = "jax"': undefined,
};

suite('the backend of Keras', () => {
  for (const [text, backend] of Object.entries(BACKENDS))
    test(`${JSON.stringify(text)} sets ${backend ?? 'none that is certain'}`, () =>
      assert.equal(
        backendOf(read(`import os, sys\nfrom os import environ\n${text}\nimport keras_rs\n`)),
        backend,
      ));

  test('what the text sets comes before what the user has set', () => {
    const text = 'import os\nos.environ["KERAS_BACKEND"] = "jax"\nimport keras_rs\n';
    assert.equal(backendOf(read(text, 'torch')), 'jax');
    assert.equal(backendOf(read(text.replace('"jax"', 'name()'), 'torch')), undefined);
    assert.equal(backendOf(read('import keras_rs\n', 'torch')), 'torch');
  });

  test('what Keras no longer reads is too late', () => {
    const late = (text: string) => settingsOf(read(text)).late.length;
    const set = 'os.environ["KERAS_BACKEND"] = "jax"\n';
    assert.equal(late(`import os\nimport keras_rs\n${set}`), 1);
    assert.equal(late(`import os\n${set}import keras_rs\n`), 0);
    assert.equal(late(`import os\nimport keras_rs\ndef start():\n  ${set}`), 0);
  });
});

test('the backend decides about the targets, where the library leaves them to it', () => {
  const targets = (
    library: 'keras-rs' | 'jax-tpu-embedding' | 'tensorflow',
    backend?: 'jax' | 'tensorflow' | 'torch',
  ) => targetsOf(read('import keras_rs\n', backend), library);
  assert.deepEqual(targets('keras-rs'), ['sparsecore-jax', 'sparsecore-tf', 'cpu', 'tf-cpu']);
  assert.deepEqual(targets('keras-rs', 'jax'), ['sparsecore-jax', 'cpu']);
  assert.deepEqual(targets('keras-rs', 'tensorflow'), ['sparsecore-tf', 'tf-cpu']);
  assert.deepEqual(targets('keras-rs', 'torch'), ['cpu']);
  assert.deepEqual(targets('jax-tpu-embedding', 'tensorflow'), ['sparsecore-jax']);
  assert.deepEqual(targets('tensorflow'), []);
});

test('targets are named as far as they differ from the other possible ones', () => {
  const all = ['sparsecore-jax', 'sparsecore-tf', 'cpu', 'tf-cpu'] as const;
  assert.equal(placeOf(['cpu', 'tf-cpu'], all), 'on a CPU');
  assert.equal(placeOf(['sparsecore-jax'], all), 'on SparseCores with JAX');
  assert.equal(placeOf(['sparsecore-jax', 'cpu', 'tf-cpu'], all), 'on SparseCores with JAX or a CPU');
  assert.equal(placeOf(['sparsecore-jax'], ['sparsecore-jax', 'cpu']), 'on SparseCores');
  assert.equal(placeOf(['sparsecore-tf', 'tf-cpu'], all), 'with TensorFlow');
  assert.equal(placeOf(['cpu', 'sparsecore-jax'], all), 'with JAX or PyTorch');
  assert.equal(placeOf([], all), '');
});
