// Valid specifications, and messages about mistakes in them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import {
  explainCell,
  formulaText,
  optimizers,
  readSpec,
  SpecError,
  settingsOf,
} from '../../../server/src/optimizers';

const OPTIMIZER = { adagrad: {}, learningRate: { constant: 0.1 } };
const DYNAMIC = { adagrad: {}, learningRate: { dynamic: { tag: 1 } } };
const INITIAL = {
  parameters: [
    [0.5, 0.25],
    [1, 2],
  ],
};
const STEP = { ids: [1], gradients: [[0.1, 0.2]] };

function spec(change: object): unknown {
  return { optimizationParameters: OPTIMIZER, initial: INITIAL, steps: [STEP], ...change };
}

const optimizer = (message: object) => spec({ optimizationParameters: message });
const step = (change: object) => spec({ steps: [STEP, { ...STEP, ...change }] });

const mistakes: Readonly<Record<string, unknown>> = {
  'an object expected, an array found': [],
  'there is no field "optimisationParameters". Did you mean "optimizationParameters"?': {
    optimisationParameters: {},
  },
  'optimizationParameters: it is missing': { initial: INITIAL, steps: [] },
  'initial: it is missing': { optimizationParameters: OPTIMIZER, steps: [] },
  'steps: it is missing': { optimizationParameters: OPTIMIZER, initial: INITIAL },
  'optimizationParameters: no optimizer is chosen; set one of adagrad, adagradMomentum,': optimizer({}),
  'optimizationParameters: only one of adagrad and ftrl may be set': optimizer({ ...OPTIMIZER, ftrl: {} }),
  'optimizationParameters: there is no field "adagard". Did you mean "adagrad"?': optimizer({ adagard: {} }),
  'optimizationParameters.adam: there is no field "epsilom". Did you mean "epsilon"?': optimizer({
    adam: { epsilom: 1 },
  }),
  'optimizationParameters.adagrad: there is no field "initialAccumulator". It has no fields.': optimizer({
    adagrad: { initialAccumulator: 0.1 },
  }),
  'optimizationParameters.adam.beta1: a number expected, "much" found': optimizer({
    adam: { beta1: 'much' },
  }),
  'optimizationParameters.adam.useNonLazyAdam: true or false expected, 1 found': optimizer({
    adam: { useNonLazyAdam: 1 },
  }),
  'optimizationParameters.learningRate: a learning rate is missing; set constant or dynamic': optimizer({
    adagrad: {},
  }),
  'optimizationParameters.learningRate: only one of constant and dynamic may be set': optimizer({
    adagrad: {},
    learningRate: { constant: 0.1, dynamic: {} },
  }),
  'optimizationParameters.learningRate.constant: 1e+39 is too large for float32': optimizer({
    adagrad: {},
    learningRate: { constant: 1e39 },
  }),
  'optimizationParameters.learningRate.dynamic.tag: a tag is 0 or more, -1 found': optimizer({
    adagrad: {},
    learningRate: { dynamic: { tag: -1 } },
  }),
  'optimizationParameters.gradientAccumulationStatus: one of UNSPECIFIED, ENABLED, DISABLED expected, "ON" found':
    optimizer({ ...OPTIMIZER, gradientAccumulationStatus: 'ON' }),
  'optimizationParameters: clipping_limits is given twice': optimizer({
    ...OPTIMIZER,
    clippingLimits: {},
    clipping_limits: {},
  }),
  'optimizationParameters.mdlAdagradLight: MDL Adagrad Light cannot be simulated. The paper gives': optimizer(
    { mdlAdagradLight: { l2: 1 } },
  ),
  'optimizationParameters.userDefinedProgram: User-defined program cannot be simulated': optimizer({
    userDefinedProgram: { program: {} },
  }),
  'initial: there is no field "velocities". It has parameters, accumulators.': spec({
    initial: { ...INITIAL, velocities: 0 },
  }),
  'initial.parameters: it is missing': spec({ initial: {} }),
  'initial.parameters: a row or more expected, none found': spec({ initial: { parameters: [] } }),
  'initial.parameters[0]: an array expected, 0.5 found': spec({ initial: { parameters: [0.5] } }),
  'initial.parameters[0]: a number or more expected, none found': spec({ initial: { parameters: [[]] } }),
  'initial.parameters[1]: 2 numbers expected, 1 found': spec({ initial: { parameters: [[1, 2], [3]] } }),
  'initial.parameters[1][0]: a number expected, null found': spec({
    initial: {
      parameters: [
        [1, 2],
        [null, 3],
      ],
    },
  }),
  'initial.parameters: at most 100,000 rows can be simulated, 1,000,000 rows found; a few show the same':
    spec({
      initial: { parameters: Array(1e6).fill([1]) },
    }),
  'initial.parameters: at most 4,000,000 numbers can be simulated, 50,000 rows of 128 numbers found': spec({
    initial: { parameters: Array(5e4).fill(Array(128).fill(0)) },
  }),
  'initial.accumulators: 2 rows expected, 1 found': spec({
    initial: { ...INITIAL, accumulators: [[1, 2]] },
  }),
  'initial.accumulators: a number expected, "lots" found': spec({
    initial: { ...INITIAL, accumulators: 'lots' },
  }),
  'steps[1].ids: it is missing': spec({ steps: [STEP, { gradients: [] }] }),
  'steps[1].ids[0]: the table has the rows 0 to 1, 2 found': step({ ids: [2] }),
  'steps[1].ids[0]: the table has the rows 0 to 1, -1 found': step({ ids: [-1] }),
  'steps[1].ids[0]: a whole number of 32 bits expected, 0.5 found': step({ ids: [0.5] }),
  'steps[1].gradients: 2 rows expected, one for each id, 1 found': step({ ids: [0, 1] }),
  'steps[1].gradients[0]: 2 numbers expected, 3 found': step({ gradients: [[1, 2, 3]] }),
  'steps[1].gradients[0][1]: 1e+300 is too large for float32': step({ gradients: [[1, 1e300]] }),
  'steps[1].gradients[0][1]: a number expected, an object found': step({ gradients: [[1, {}]] }),
  'steps[0].learningRates[1]: a number expected, none found; the learning rate has the tag 1': spec({
    optimizationParameters: DYNAMIC,
    steps: [{ ...STEP, learningRates: [0.1] }],
  }),
  'steps[0].learningRates[0]: a number expected, none found; step_counter has the tag 0': spec({
    optimizationParameters: { frequencyAwareAdagrad: {}, learningRate: { constant: 1 } },
  }),
  'steps[0].learningRates[0]: a number expected, null found': spec({
    optimizationParameters: DYNAMIC,
    steps: [{ ...STEP, learningRates: [null, 0.1] }],
  }),
  'initial.accumulators: 1 row expected, 2 found': spec({
    initial: { parameters: [[1]], accumulators: [[1], [1]] },
  }),
  'steps[1].gradients: 1 row expected, one for each id, 0 found': step({ gradients: [] }),
  'steps[1].gradients[0][1]: the number is too large for float32': step({ gradients: [[1, Infinity]] }),
  'steps[1].gradients[0][0]: the number is too large for float32': step({ gradients: [['-1e999', 1]] }),
  'steps[1].gradients[0][0]: a number expected, "1\\n\\u001b[2J" found': step({
    gradients: [['1\n\u001b[2J', 1]],
  }),
  'there is no field "__proto__". It has optimization_parameters, optimizer, limits, initial, steps.':
    JSON.parse('{"__proto__": {}}'),
  'initial.parameters[0]: an array expected, 0.5 found; rows are arrays: write [[0.5,-2]]': spec({
    initial: { parameters: [0.5, -2] },
  }),
  'steps[1].gradients[0]: an array expected, 0.1 found; rows are arrays: write [[0.1,-0.2]]': step({
    gradients: [0.1, -0.2],
  }),
  'steps[1].ids: an array expected, 1 found; write [1]': step({ ids: 1 }),
  'optimizationParameters.learningRate: an object expected, 0.1 found; write {"constant":0.1}': spec({
    optimizationParameters: { adagrad: {}, learningRate: 0.1 },
  }),
  'optimizationParameters.clippingLimits: an object expected, an array found; write {"lower":-1,"upper":1}':
    spec({ optimizationParameters: { adagrad: {}, clippingLimits: [-1, 1] } }),
  'steps[1]: there is no field "gradient". Did you mean "gradients"?': step({ gradient: [[1, 2]] }),
};

suite('mistakes in a specification are reported with their path', () => {
  for (const [message, json] of Object.entries(mistakes)) {
    test(message, () => {
      assert.throws(
        () => readSpec(json),
        (error) => {
          assert.ok(error instanceof SpecError);
          assert.ok(error.message.startsWith(message), error.message);
          if (error.path !== '') assert.ok(message.startsWith(`${error.path}: `));
          return true;
        },
      );
    });
  }
});

test('camel case and underscores, numeric strings, enum numbers and null are accepted as in proto JSON', () => {
  const settings = settingsOf({
    adagrad_momentum: { use_nesterov: true, beta2: '0.5', epsilon: null, momentum: 'NaN' },
    learning_rate: { dynamic: { tag: '3' } },
    clipping_limits: { lower: '-Infinity', upper: 1 },
    gradient_accumulation_status: 2,
    lowDimensionalPackingStatus: 'ENABLED',
  });
  assert.deepEqual(settings, {
    optimizer: 'adagrad_momentum',
    hyperparameters: { momentum: Number.NaN, use_nesterov: true, exponent: 0, beta2: 0.5, epsilon: 0 },
    learningRate: { tag: 3 },
    inputs: {},
    gradientAccumulation: false,
    clippingLimits: { lower: -Infinity, upper: 1 },
    gradientClippingLimits: { lower: -Infinity, upper: Infinity },
    weightDecay: { factor: 0, timesLearningRate: false },
    quantization: undefined,
    lowDimensionalPacking: true,
  });
});

test("slots have TensorFlow's initial values", () => {
  const start = (message: object) => {
    const { initial } = readSpec({
      optimizationParameters: { ...message, learningRate: { constant: 1 } },
      initial: { parameters: [[1]] },
      steps: [],
    });
    return Object.fromEntries([...initial.slots].map(([name, { data }]) => [name, data[0]]));
  };
  assert.deepEqual(start({ adagrad: {} }), { accumulators: Math.fround(0.1) });
  assert.deepEqual(start({ adagradMomentum: { exponent: 2 } }), { accumulators: 0, momenta: 0 });
  assert.deepEqual(start({ rmsProp: {} }), { ms: 0, mom: 0 });
  assert.deepEqual(start({ centeredRmsProp: {} }), { ms: 0, mom: 0, mg: 0 });
  assert.deepEqual(start({ proximalYogi: {} }), { v: Math.fround(1e-6), m: 0 });
  assert.deepEqual(start({ frequencyAwareAdagrad: { initialAccumulatorValue: 0.25 } }), {
    accumulators: 0.25,
    counters: 0,
  });
});

test('the explanation of a cell contains its numbers', () => {
  const { settings, initial, steps } = readSpec({
    optimizationParameters: {
      ...OPTIMIZER,
      gradientClippingLimits: { upper: 0.25 },
      weightDecayFactor: 0.5,
      multiplyWeightDecayFactorByLearningRate: true,
    },
    initial: INITIAL,
    steps: [
      {
        ids: [0, 1, 0],
        gradients: [
          [0.5, -2],
          [1, 1],
          [-0.25, 1],
        ],
      },
    ],
  });
  const explain = (row: number, column: number) =>
    explainCell(settings, initial, steps[0]!, row, column).map(
      ({ formula, numbers, value }) => `${formula} = ${numbers} = ${Math.round(value * 1e4) / 1e4}`,
    );
  assert.deepEqual(explain(0, 1), [
    'g = g₁ + g₂ = −2 + 1 = -1',
    'g = min(g, gradient_clipping_limits.upper) = min(−1, 0.25) = -1',
    'w = w − weight_decay_factor · lr · w = 0.25 − 0.5 · 0.1 · 0.25 = 0.2375',
    'accumulator = accumulator + g² = 0.1 + (−1)² = 1.1',
    'w = w − lr · g / √accumulator = 0.2375 − 0.1 · (−1) / √1.1 = 0.3328',
  ]);
  const { initial: other } = readSpec(spec({}));
  assert.deepEqual(explainCell(settings, other, readSpec(spec({})).steps[0]!, 0, 0), []);
});

test('formulas are printed in mathematical notation', () => {
  const text = (name: string, hyperparameters = {}) => formulaText(optimizers.get(name)!, hyperparameters);
  assert.deepEqual(text('adam', { use_sum_inside_sqrt: true }), [
    'm = beta1 · m + (1 − beta1) · g',
    'v = beta2 · v + (1 − beta2) · g · g',
    'w = w − lr · m / √(v + epsilon²)',
  ]);
  assert.deepEqual(
    text('frequency_estimator').at(-2),
    'w = d if delta ≥ outlier_threshold · w, else w · (1 − tau) + d · tau',
  );
  assert.deepEqual(text('ftrl', { l1: 1 }).slice(-3), [
    'linear = linear + (g − (root − before) / lr · w)',
    'pull = min(max(linear, −l1), l1) − linear',
    'w = pull / (root / lr + 2 · l2)',
  ]);
  assert.deepEqual(
    text('adagrad_momentum', { beta2: 1 })[1],
    's = (accumulator + epsilon)^(−1 / exponent) · g',
  );
  assert.deepEqual(text('mdl_adagrad_light'), []);
});

test('the simulator imports nothing that a web page lacks', () => {
  const folder = 'server/src/optimizers';
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    for (const [, from] of textOf(join(folder, file)).matchAll(/ from '([^']+)'/g)) {
      const imported = join(folder, dirname(file), from!);
      assert.ok(
        from!.startsWith('.') && (imported.startsWith(folder) || imported === 'server/src/basics/nearest'),
        `${file} imports ${from}`,
      );
    }
});

const textOf = (file: string) => (file.endsWith('.ts') ? readFileSync(file, 'utf8') : '');
