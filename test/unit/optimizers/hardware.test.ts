// Differences of SparseCores, checked against the message's reader and the arguments of TensorFlow's classes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddingId, findEntry } from '../../../server/src/catalogue';
import { fieldPathOf } from '../../../server/src/dataflow/derivation/conversions';
import {
  onSparseCore,
  optimizers,
  refusal,
  SPARSECORE_DIFFERENCES,
  settingsOf,
} from '../../../server/src/optimizers';

/** A value that has an effect, for each field. */
const GIVEN: Readonly<Record<string, unknown>> = {
  clippingLimits: { lower: -1 },
  gradientClippingLimits: { upper: 1 },
  gradientAccumulationStatus: 'DISABLED',
  'adam.useNonLazyAdam': true,
  lowDimensionalPackingStatus: 'ENABLED',
  weightDecayFactor: 0.1,
  multiplyWeightDecayFactorByLearningRate: true,
};

const message = (path: string, value: unknown) => {
  const [outer, inner] = path.split('.');
  return { adam: { beta1: 0.9 }, [outer!]: inner === undefined ? value : { beta1: 0.9, [inner]: value } };
};

const plain = settingsOf({ adam: { beta1: 0.9 } });

for (const { path, agreeing } of SPARSECORE_DIFFERENCES) {
  test(`${path} is removed for SparseCores, and reported if it had an effect`, () => {
    const given = message(path, GIVEN[path]);
    assert.notDeepEqual(settingsOf(given), plain, 'it has an effect elsewhere');
    const { message: reduced, differences } = onSparseCore(given);
    assert.deepEqual(settingsOf(reduced), plain);
    assert.deepEqual(
      differences.map((one) => one.path),
      [path],
    );
    for (const value of agreeing) assert.deepEqual(onSparseCore(message(path, value)).differences, []);
    for (const value of agreeing) assert.deepEqual(settingsOf(message(path, value)), plain);
  });

  test(`${path} is set by an argument of TensorFlow's Adam`, () => {
    const paths = findEntry(embeddingId('Adam'))!.parameters.map(fieldPathOf);
    assert(paths.some((each) => `${each}.`.startsWith(`${path}.`)));
  });
}

test('fields given by their proto names are removed as well', () => {
  const { message: reduced, differences } = onSparseCore({
    adam: { use_non_lazy_adam: true },
    clipping_limits: { lower: 0 },
  });
  assert.deepEqual(reduced, { adam: {} });
  assert.equal(differences.length, 2);
});

test('SparseCores support five optimizers', () => {
  const known = [...optimizers.keys()].filter((name) => refusal(name) === undefined);
  assert.deepEqual(known, ['adagrad', 'adagrad_momentum', 'stochastic_gradient_descent', 'ftrl', 'adam']);
  assert.match(refusal('rms_prop')!, /TPUEmbeddingV2 has no RMSProp: it knows SGD, .* and Adam\./);
});
