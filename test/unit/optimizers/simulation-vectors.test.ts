// One weight of 0.5 and the gradients 0.1, -0.2, 0.3, computed by TensorFlow 2.21's CPU kernels ("CPU") or by the
// formulas of its SparseCore operations and message descriptions in float32 NumPy ("SC", "description", "JAX").
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookup, readSpec, Simulation, settingsOf, variables } from '../../../server/src/optimizers';

interface Case {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly initial?: Readonly<Record<string, unknown>>;
  /** Of each step, by tag. */
  readonly learningRates?: readonly (readonly number[])[];
  readonly gradients?: readonly number[];
  /** The weight and the slots after each step. */
  readonly expected: readonly (readonly number[])[];
}

const constant = (rate: number) => ({ learningRate: { constant: rate } });
const LR = constant(0.1);
const DYNAMIC = { learningRate: { dynamic: {} } };

/** Adam's bias correction, which the caller must include in the rate; float32 as in the CPU kernel. */
const corrected = [1, 2, 3].map((t) => {
  const missing = (beta: number) => Math.fround(1 - Math.fround(beta ** t));
  return [(0.1 * Math.sqrt(missing(0.999))) / missing(0.9)];
});

const FTRL = { l1: 0.01, l2: 0.02, lrPower: -0.5 };
const AM = { momentum: 0.9, beta2: 1, exponent: 2, epsilon: 1e-10 };
const ADAM = { beta1: 0.9, beta2: 0.999, epsilon: 1e-7 };
const RMS = { rho: 0.9, momentum: 0.5, epsilon: 1e-10 };

const cases: readonly Case[] = [
  {
    name: 'CPU Adagrad',
    parameters: { adagrad: {}, ...LR },
    expected: [
      [0.469848871, 0.109999999],
      [0.521488667, 0.150000006],
      [0.460251421, 0.24000001],
    ],
  },
  {
    name: 'CPU SGD',
    parameters: { stochasticGradientDescent: {}, ...LR },
    expected: [[0.49000001], [0.50999999], [0.479999989]],
  },
  {
    name: 'CPU Momentum',
    parameters: { momentum: { momentum: 0.9 }, ...LR },
    expected: [
      [0.49000001, 0.100000001],
      [0.500999987, -0.110000007],
      [0.48089999, 0.201000005],
    ],
  },
  {
    name: 'CPU Momentum, Nesterov',
    parameters: { momentum: { momentum: 0.9, useNesterov: true }, ...LR },
    expected: [
      [0.481000006, 0.100000001],
      [0.510900021, -0.110000007],
      [0.46281001, 0.201000005],
    ],
  },
  {
    name: 'CPU Adam, bias corrected',
    parameters: { adam: ADAM, ...DYNAMIC },
    learningRates: corrected,
    expected: [
      [0.400003165, 0.0100000026, 9.99987151e-6],
      [0.436613441, -0.0110000027, 4.99893613e-5],
      [0.40228951, 0.020100005, 0.000139938216],
    ],
  },
  {
    name: 'CPU RMSProp',
    parameters: { rmsProp: RMS, ...LR },
    initial: { ms: 1 },
    expected: [
      [0.489464939, 0.900999963, 0.0105350753],
      [0.506352723, 0.814899921, -0.0168877747],
      [0.479978979, 0.742409945, 0.0263737552],
    ],
  },
  {
    name: 'CPU CenteredRMSProp',
    parameters: { centeredRmsProp: RMS, ...LR },
    initial: { ms: 1 },
    expected: [
      [0.489464343, 0.900999963, 0.0105356602, 0.0100000026],
      [0.506353498, 0.814899921, -0.016889127, -0.0110000027],
      [0.479970932, 0.742409945, 0.026382558, 0.020100005],
    ],
  },
  {
    name: 'CPU Adadelta',
    parameters: { adadelta: { rho: 0.95, epsilon: 1e-6 }, ...constant(1) },
    expected: [
      [0.495532334, 0.00050000014, 9.98004111e-7],
      [0.501213729, 0.00247500069, 2.56200042e-6],
      [0.494373798, 0.00685125217, 4.77313279e-6],
    ],
  },
  {
    name: 'CPU ProximalAdagrad',
    parameters: { proximalAdagrad: { l1: 0.01, l2: 0.02 }, ...LR },
    expected: [
      [0.464035541, 0.109999999],
      [0.510457277, 0.150000006],
      [0.445360631, 0.24000001],
    ],
  },
  {
    name: 'CPU Ftrl',
    parameters: { ftrl: FTRL, ...LR },
    expected: [
      [-0.00382123189, 0.109999999, 0.0228264406],
      [0.0421794727, 0.150000006, -0.175047576],
      [-0.0145124011, 0.24000001, 0.0816764534],
    ],
  },
  {
    name: 'CPU Ftrl, linear multiplied by the rate',
    parameters: { ftrl: { ...FTRL, multiplyLinearByLr: true }, ...LR },
    expected: [
      [-0.00382123305, 0.109999999, 0.00228264462],
      [0.0421794727, 0.150000006, -0.0175047591],
      [-0.0145123955, 0.24000001, 0.0081676431],
    ],
  },
  ...[false, true].map((multiplyLinearByLr) => ({
    // The gradient returns `linear` to almost 0, so the order of subtraction matters.
    name: `CPU Ftrl, the order of sums${multiplyLinearByLr ? ', linear multiplied by the rate' : ''}`,
    parameters: { ftrl: { l2: 0.5, lrPower: -0.5, multiplyLinearByLr }, ...constant(1) },
    initial: { parameters: [[6e-8]], accumulators: 0.5625, linears: -1 },
    gradients: [1 + 2 ** -23],
    expected: [[-5.29819069e-8, 1.56250024, 1.1920929e-7]],
  })),
  {
    name: 'SC FTRL with beta and without l1',
    parameters: { ftrl: { lrPower: -0.5, beta: 1 }, ...LR },
    expected: [
      [-0.00171413121, 0.109999999, 0.0228264406],
      [0.0127023784, 0.150000006, -0.176219881],
      [-0.00743323006, 0.24000001, 0.110747539],
    ],
  },
  {
    name: 'SC AdagradMomentum',
    parameters: { adagradMomentum: AM, ...LR },
    initial: { accumulators: 0.1 },
    expected: [
      [0.469848871, 0.109999999, 0.301511377],
      [0.494352639, 0.150000006, -0.245037556],
      [0.455168784, 0.24000001, 0.39183867],
    ],
  },
  {
    name: 'SC AdagradMomentum, Nesterov',
    parameters: { adagradMomentum: { ...AM, useNesterov: true }, ...LR },
    initial: { accumulators: 0.1 },
    expected: [
      [0.442712843, 0.109999999, 0.301511377],
      [0.516406, 0.150000006, -0.245037556],
      [0.419903278, 0.24000001, 0.39183867],
    ],
  },
  {
    name: 'SC AdagradMomentum, decaying accumulator',
    parameters: { adagradMomentum: { ...AM, beta2: 0.99 }, ...LR },
    initial: { accumulators: 0 },
    expected: [
      [-0.49999994, 9.99999102e-5, 9.99999905],
      [-0.50467658, 0.00049899955, 0.0467662811],
      [-1.31239033, 0.00139400875, 8.07713795],
    ],
  },
  {
    name: 'SC Adam, sum inside the root',
    parameters: { adam: { ...ADAM, useSumInsideSqrt: true }, ...LR },
    expected: [
      [0.18377012, 0.0100000026, 9.99987151e-6],
      [0.339350224, -0.0110000027, 4.99893576e-5],
      [0.169436663, 0.0201000068, 0.000139938216],
    ],
  },
  {
    name: 'SC Adam',
    parameters: { adam: ADAM, ...LR },
    expected: [
      [0.183780104, 0.0100000026, 9.99987151e-6],
      [0.339358002, -0.0110000027, 4.99893576e-5],
      [0.169445872, 0.0201000068, 0.000139938216],
    ],
  },
  {
    name: 'Lion, as described',
    parameters: { lion: { beta1: 0.9, beta2: 0.99 }, ...LR },
    expected: [
      [0.400000006, 0.000999999116],
      [0.5, -0.00100999908],
      [0.400000006, 0.00200009812],
    ],
  },
  {
    name: 'frequency estimator, as described',
    parameters: { frequencyEstimator: { tau: 0.1, maxDelta: 100, outlierThreshold: 3 }, ...DYNAMIC },
    initial: { parameters: [[100]] },
    learningRates: [[5], [8], [200]],
    gradients: [0, 0, 0],
    expected: [
      [90.5, 5],
      [81.75, 8],
      [83.5749969, 200],
    ],
  },
  {
    name: 'JAX frequency-aware Adagrad',
    parameters: {
      frequencyAwareAdagrad: {
        maxLrMultiplier: 1e6,
        probabilityExponent: 0.5,
        accumulatorDecay: 1,
        initialAccumulatorValue: 0.1,
        stepCounter: { tag: 0 },
      },
      ...LR,
    },
    learningRates: [[0], [1], [2]],
    expected: [
      [0.469848871, 0.109999999, 1],
      [0.50636369, 0.150000006, 2],
      [0.456363678, 0.24000001, 3],
    ],
  },
  {
    name: 'bounded Adagrad without bounds is Adagrad',
    parameters: { boundedAdagrad: { updateAccumulatorFirst: true }, ...LR },
    expected: [
      [0.469848871, 0.109999999],
      [0.521488667, 0.150000006],
      [0.460251421, 0.24000001],
    ],
  },
  {
    // By hand: the old accumulator, 0.1 · 0.1 / √0.1 = 0.0316 and 0.1 · 0.2 / √0.11 = 0.0603, both over the limit.
    name: 'bounded Adagrad with bounds',
    parameters: { boundedAdagrad: { maxVarUpdate: 0.03125, maxAccumulator: 0.125 }, ...LR },
    expected: [
      [0.46875, 0.109999999],
      [0.5, 0.125],
      [0.46875, 0.125],
    ],
  },
  {
    name: 'assign',
    parameters: { assign: {} },
    expected: [[0.1], [-0.2], [0.3]],
  },
];

for (const { name, parameters, initial, learningRates, gradients = [0.1, -0.2, 0.3], expected } of cases) {
  test(name, () => {
    const spec = readSpec({
      optimizationParameters: parameters,
      initial: { parameters: [[0.5]], ...initial },
      steps: gradients.map((gradient, i) => ({
        ids: [0],
        gradients: [[gradient]],
        ...(learningRates && { learningRates: learningRates[i] }),
      })),
    });
    const simulation = new Simulation(spec.settings, spec.initial);
    spec.steps.forEach((step, i) => {
      simulation.step(step);
      variables(simulation.state).forEach(([variable, { data }], at) => {
        const wanted = expected[i]![at]!;
        // Differences of nearly equal numbers lose digits, so the tolerance depends on the weight's largest number.
        const allowed = 4e-7 * Math.max(Math.abs(wanted), at === 0 ? 0.05 : 0);
        const difference = Math.abs(data[0]! - wanted);
        assert.ok(difference <= allowed, `step ${i + 1}, ${variable}: ${data[0]} for ${wanted}`);
      });
    });
  });
}

test('two gradients for a row are summed with accumulation, and applied in turn without', () => {
  for (const [status, second, weight, accumulator] of [
    ['DISABLED', -0.2, 0.521488667, 0.150000006],
    ['ENABLED', -0.2, 0.530151129, 0.109999999],
    ['DISABLED', 0.3, 0.402766824, 0.200000003],
    ['UNSPECIFIED', 0.3, 0.421553552, 0.26000002],
  ] as const) {
    const { settings, initial, steps } = readSpec({
      optimizationParameters: { adagrad: {}, ...LR, gradientAccumulationStatus: status },
      initial: { parameters: [[0.5]] },
      steps: [{ ids: [0, 0], gradients: [[0.1], [second]] }],
    });
    const simulation = new Simulation(settings, initial);
    simulation.step(steps[0]!);
    const [w, a] = variables(simulation.state).map(([, { data }]) => data[0]!);
    assert.ok(
      Math.abs(w! - weight) < 1e-7 && Math.abs(a! - accumulator) < 1e-7,
      `${status} ${second}: ${w} ${a}`,
    );
  }
});

test('simulated quantization rounds looked-up values', () => {
  const settings = settingsOf({
    adagrad: {},
    simulatedQuantization: { enabled: true, clippingLimits: { lower: -1, upper: 1 }, numBuckets: 5 },
  });
  const data = Float32Array.of(-2, -0.26, -0.24, 0, 0.25, 0.3, 0.74, 0.75, 2);
  const table = { rows: 1, columns: 9, data };
  assert.deepEqual([...lookup(settings, table).data], [-1, -0.5, 0, 0, 0.5, 0.5, 0.5, 1, 1]);
  assert.equal(data[0], -2);
  assert.equal(lookup(settingsOf({ adagrad: {} }), table), table);
});

test('packed rows get gradient 0 when a neighbour is updated', () => {
  const touched = (parameters: object, columns: number, packed: boolean) => {
    const { settings, initial, steps } = readSpec({
      optimizationParameters: { ...parameters, ...LR, clippingLimits: { upper: 1 } },
      initial: { parameters: Array(12).fill(Array(columns).fill(2)) },
      steps: [{ ids: [5], gradients: [Array(columns).fill(0)] }],
    });
    const simulation = new Simulation(settings, initial, { packed });
    simulation.step(steps[0]!);
    const { data } = simulation.state.parameters;
    return Array.from({ length: 12 }, (_, row) => row).filter((row) => data[row * columns] === 1);
  };
  const packing = { adagrad: {}, lowDimensionalPackingStatus: 'ENABLED' };
  assert.deepEqual(touched(packing, 4, true), [4, 5]);
  assert.deepEqual(touched(packing, 2, true), [4, 5, 6, 7]);
  assert.deepEqual(touched(packing, 1, true), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(touched(packing, 4, false), [5]);
  assert.deepEqual(touched(packing, 3, true), [5]);
  assert.deepEqual(touched({ ...packing, adagrad: undefined, momentum: {} }, 4, true), [5]);
  assert.deepEqual(touched({ adagrad: {} }, 4, true), [5]);
});

test('non-lazy variants also update rows without a gradient', () => {
  for (const [parameters, expected] of [
    [{ adam: { beta1: 0.5, beta2: 0.5, epsilon: 1, useNonLazyAdam: true } }, true],
    [{ adam: { beta1: 0.5, beta2: 0.5, epsilon: 1 } }, false],
    [{ lion: { beta1: 0.5, beta2: 0.5, useNonLazyLion: true } }, true],
    [{ lion: { beta1: 0.5, beta2: 0.5 } }, false],
  ] as const) {
    const { settings, initial, steps } = readSpec({
      optimizationParameters: { ...parameters, ...LR },
      initial: { parameters: [[1], [1]], momenta: 1 },
      steps: [{ ids: [0], gradients: [[0.5]] }],
    });
    const simulation = new Simulation(settings, initial);
    simulation.step(steps[0]!);
    assert.equal(simulation.state.slots.get('momenta')!.data[1], expected ? 0.5 : 1);
    assert.equal(simulation.state.parameters.data[1] !== 1, expected);
  }
});

test("weight decay is applied before the optimizer's update", () => {
  for (const [times, expected] of [
    [false, 0.5 - 0.25 * 0.5 - 0.5 * 0.25],
    [true, 0.5 - 0.25 * 0.5 * 0.5 - 0.5 * 0.25],
  ] as const) {
    const { settings, initial, steps } = readSpec({
      optimizationParameters: {
        stochasticGradientDescent: {},
        ...constant(0.5),
        weightDecayFactor: 0.25,
        multiplyWeightDecayFactorByLearningRate: times,
      },
      initial: { parameters: [[0.5]] },
      steps: [{ ids: [0], gradients: [[0.25]] }],
    });
    const simulation = new Simulation(settings, initial);
    simulation.step(steps[0]!);
    assert.equal(simulation.state.parameters.data[0], expected);
  }
});
