// Invariants of every optimizer, for any numbers.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  explainCell,
  formatFloat32,
  formulaText,
  type Matrix,
  type OptimizerSettings,
  optimizers,
  readSpec,
  Simulation,
  SpecError,
  type State,
  type Step,
  settingsOf,
  stateOf,
  variables,
} from '../../server/src/optimizers';
import { type Backend, plain } from '../../server/src/optimizers/backend';
import { namesIn, parseAssignment } from '../../server/src/optimizers/expression';
import { flush, round } from '../../server/src/optimizers/flush';
import { machine } from '../../server/src/optimizers/machine';
import { touchesAllRows } from '../../server/src/optimizers/touched';
import { vectorBackend } from '../../server/src/optimizers/vector-backend';
import { runs } from './runs';

const computable = [...optimizers.values()].filter(({ formula }) => formula);

const float = fc.float({ noNaN: true, min: -100, max: 100 });

interface Scene {
  readonly settings: OptimizerSettings;
  readonly initial: State;
  readonly step: Step;
}

const limits = fc.option(
  fc.record({
    lower: fc.double({ min: -2, max: -0.1, noNaN: true }),
    upper: fc.double({ min: 0.1, max: 2, noNaN: true }),
  }),
);

/** An optimizer with hyperparameters from their sliders, a table and a step. */
const scene: fc.Arbitrary<Scene> = fc
  .record({ optimizer: fc.constantFrom(...computable), columns: fc.integer({ min: 1, max: 5 }) })
  .chain(({ optimizer, columns }) => {
    const hyperparameters = optimizer.hyperparameters.map(({ name, usual, range = [0, 1] }) => [
      name,
      typeof usual === 'boolean' ? fc.boolean() : fc.double({ min: range[0], max: range[1], noNaN: true }),
    ]);
    const row = fc.array(float, { minLength: columns, maxLength: columns });
    return fc
      .record({
        message: fc.record(Object.fromEntries(hyperparameters) as Record<string, fc.Arbitrary<unknown>>),
        rows: fc.array(row, { minLength: 1, maxLength: 6 }),
        gradients: fc.array(fc.tuple(fc.nat(), row), { maxLength: 8 }),
        rate: fc.double({ min: 0.001, max: 1, noNaN: true }),
        clippingLimits: limits,
        gradientClippingLimits: limits,
        weightDecayFactor: fc.constantFrom(0, 0.01),
        multiplyWeightDecayFactorByLearningRate: fc.boolean(),
        gradientAccumulationStatus: fc.constantFrom('ENABLED', 'DISABLED'),
      })
      .map(({ message, rows, gradients, rate, ...rest }) => {
        const settings = settingsOf({
          ...rest,
          [optimizer.name]: message,
          learningRate: { dynamic: { tag: 0 } },
        });
        const initial = stateOf(settings, { parameters: rows });
        return {
          settings,
          initial,
          step: {
            ids: gradients.map(([id]) => id % rows.length),
            gradients: {
              rows: gradients.length,
              columns,
              data: Float32Array.from(gradients.flatMap(([, row]) => row)),
            },
            learningRates: [rate],
          },
        };
      });
  });

function after(settings: OptimizerSettings, initial: State, ...steps: Step[]): State {
  const simulation = new Simulation(settings, initial);
  for (const step of steps) simulation.step(step);
  return simulation.state;
}

function assertSame(a: State, b: State): void {
  for (const [i, [name, { data }]] of variables(a).entries()) {
    assert.deepEqual(data, variables(b)[i]![1].data, name);
  }
}

function rowOf(data: Float32Array, row: number, columns: number): number[] {
  return [...data.subarray(row * columns, (row + 1) * columns)];
}

function withGradients(step: Step, gradients: (index: number) => number): Step {
  return {
    ...step,
    gradients: { ...step.gradients, data: step.gradients.data.map((_, i) => gradients(i)) },
  };
}

suite('simulation', () => {
  test('every cell equals its explanation', () => {
    fc.assert(
      fc.property(scene, ({ settings, initial, step }) => {
        const state = after(settings, initial, step);
        const { slots } = optimizers.get(settings.optimizer)!;
        const { rows, columns } = initial.parameters;
        for (let row = 0; row < rows; row++) {
          for (let column = 0; column < columns; column++) {
            const lines = explainCell(settings, initial, step, row, column);
            for (const [name, symbol] of [
              ['parameters', 'w'],
              ...slots.map(({ name, symbol }) => [name, symbol]),
            ]) {
              const last = lines.findLast((line) => line.name === symbol);
              const at = row * columns + column;
              const before = variables(initial).find(([variable]) => variable === name)![1].data[at];
              const now = variables(state).find(([variable]) => variable === name)![1].data[at];
              assert.ok(Object.is(now, last ? last.value : before), `${name}: ${now}, ${last?.value}`);
            }
          }
        }
      }),
      runs(400),
    );
  });

  test('the input is not modified', () => {
    fc.assert(
      fc.property(scene, ({ settings, initial, step }) => {
        const kept = structuredClone(initial);
        const gradients = step.gradients.data.slice();
        after(settings, initial, step, step);
        assertSame(initial, kept);
        assert.deepEqual(step.gradients.data, gradients);
      }),
      runs(100),
    );
  });

  test('the order of gradients of different rows does not matter', () => {
    fc.assert(
      fc.property(scene, ({ settings, initial }) => {
        const { rows, columns, data } = initial.parameters;
        const step = (ids: number[]): Step => ({
          ids,
          gradients: {
            rows,
            columns,
            data: Float32Array.from(ids.flatMap((row) => rowOf(data, row, columns))),
          },
          learningRates: [0.1],
        });
        const inOrder = Array.from({ length: rows }, (_, row) => row);
        assertSame(
          after(settings, initial, step(inOrder.toReversed())),
          after(settings, initial, step(inOrder)),
        );
      }),
      runs(200),
    );
  });

  test('rows without a gradient are unchanged, except in variants that update all rows', () => {
    fc.assert(
      fc.property(scene, ({ settings, initial, step }) => {
        if (touchesAllRows(settings)) return;
        const state = after(settings, initial, step);
        const { columns } = initial.parameters;
        variables(state).forEach(([, { data }], i) => {
          const before = variables(initial)[i]![1].data;
          data.forEach((value, at) => {
            if (!Array.from(step.ids).includes(Math.floor(at / columns))) assert.equal(value, before[at]);
          });
        });
      }),
      runs(200),
    );
  });

  test('a gradient of 0 leaves a row unchanged if the optimizer says so', () => {
    fc.assert(
      fc.property(scene, ({ settings, initial, step }) => {
        const optimizer = optimizers.get(settings.optimizer)!;
        // A weight of FTRL is computed from its slots, so it is stable only after one update.
        if (!optimizer.zeroGradientIsNoOp || optimizer.name === 'ftrl') return;
        const quiet = { ...settings, weightDecay: { factor: 0, timesLearningRate: false } };
        const free = { ...quiet, clippingLimits: { lower: -Infinity, upper: Infinity } };
        assertSame(
          after(
            free,
            initial,
            withGradients(step, () => 0),
          ),
          // Except subnormal numbers, which updates treat as 0.
          after(
            free,
            initial,
            withGradients(step, () => 2 ** -127),
          ),
        );
      }),
      runs(200),
    );
  });

  test('updated weights are within their clipping limits', () => {
    fc.assert(
      fc.property(scene, ({ settings, initial, step }) => {
        const { lower, upper } = settings.clippingLimits;
        const { data, columns } = after(settings, initial, step).parameters;
        for (const row of Array.from(step.ids)) {
          for (const weight of data.subarray(row * columns, (row + 1) * columns)) {
            assert.ok(Number.isNaN(weight) || (weight >= lower && weight <= upper), `${weight}`);
          }
        }
      }),
      runs(200),
    );
  });

  test('a gradient is clipped before it is used', () => {
    fc.assert(
      fc.property(scene, ({ settings, initial, step }) => {
        const { lower, upper } = settings.gradientClippingLimits;
        const inTurn = { ...settings, gradientAccumulation: false };
        const free = { ...inTurn, gradientClippingLimits: { lower: -Infinity, upper: Infinity } };
        const limited = withGradients(step, (i) => Math.min(Math.max(step.gradients.data[i]!, lower), upper));
        assertSame(after(inTurn, initial, step), after(free, initial, limited));
      }),
      runs(200),
    );
  });

  test('accumulation equals one gradient that is the sum', () => {
    fc.assert(
      fc.property(scene, ({ settings, initial, step }) => {
        const { columns, data } = step.gradients;
        const sums = new Map<number, Float32Array>();
        Array.from(step.ids).forEach((row, i) => {
          const sum = sums.get(row) ?? new Float32Array(columns).fill(-0);
          sum.forEach((value, column) => {
            sum[column] = round(flush(value) + flush(data[i * columns + column]!));
          });
          sums.set(row, sum);
        });
        const summed: Step = {
          ...step,
          ids: [...sums.keys()],
          gradients: {
            rows: sums.size,
            columns,
            data: Float32Array.from([...sums.values()].flatMap((s) => [...s])),
          },
        };
        const accumulating = { ...settings, gradientAccumulation: true };
        assertSame(after(accumulating, initial, step), after(accumulating, initial, summed));
        assertSame(
          after(accumulating, initial, step),
          after({ ...settings, gradientAccumulation: false }, initial, summed),
        );
      }),
      runs(200),
    );
  });

  test('pipelined look-ups read the table one step late', () => {
    fc.assert(
      fc.property(scene, ({ settings, initial, step }) => {
        const pipelined = new Simulation(settings, initial, { pipelined: true });
        const plain = new Simulation(settings, initial);
        for (let i = 0; i < 3; i++) {
          const before = plain.lookup().data.slice();
          pipelined.step(step);
          plain.step(step);
          assert.deepEqual(pipelined.lookup().data, before);
          assertSame(pipelined.state, plain.state);
        }
      }),
      runs(50),
    );
  });

  test('packing equals a gradient of 0 for the neighbouring rows', () => {
    fc.assert(
      fc.property(scene, ({ settings, initial, step }) => {
        const packed = { ...settings, lowDimensionalPacking: true };
        const alone = after(packed, initial, step);
        const together = new Simulation(packed, initial, { packed: true });
        together.step(step);
        const { zeroGradientIsNoOp, name } = optimizers.get(settings.optimizer)!;
        const limited = settings.clippingLimits.lower > -Infinity;
        if (!zeroGradientIsNoOp || (!limited && name !== 'ftrl')) assertSame(together.state, alone);
      }),
      runs(200),
    );
  });
});

/** Not the fallback for engines without WebAssembly. */
function vectors(numbers: number): Backend {
  const backend = vectorBackend(numbers);
  assert.notEqual(backend, plain);
  return backend;
}

suite('machine', () => {
  test('vectorized training equals training cell by cell, bit for bit, for all numbers', () => {
    const number = fc.oneof(
      fc.float({ noNaN: true, min: -10, max: 10 }),
      fc.float(),
      fc.constantFrom(0, -0, 1, 1e-20, -1e20, 2 ** -126, -(2 ** -126), 2 ** -127, -(2 ** -149), 2 ** 127),
    );
    const numbers = fc.array(number, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(scene, numbers, fc.nat(), ({ settings, initial, step }, numbers, seed) => {
        let next = seed;
        const withNumbers = (matrix: Matrix): Matrix => ({
          ...matrix,
          data: matrix.data.map(() => numbers[next++ % numbers.length]!),
        });
        const unusual = {
          parameters: withNumbers(initial.parameters),
          slots: new Map([...initial.slots].map(([name, slot]) => [name, withNumbers(slot)])),
        };
        const states = [() => plain, vectors].map((backendFor) => {
          const simulation = new Simulation(settings, unusual, {}, backendFor);
          next = seed;
          for (let i = 0; i < 3; i++) simulation.step({ ...step, gradients: withNumbers(step.gradients) });
          // Compared as numbers, because NaN has many bit patterns.
          return variables(simulation.state).map(([name, { data }]) => [name, ...data]);
        });
        assert.deepEqual(states[1], states[0]);
      }),
      runs(400),
    );
  });

  test('powers equal those of the JavaScript engine, rounded, with and without WebAssembly', () => {
    const any = fc.oneof(
      fc.float(),
      fc.constantFrom(0, -0, 1, 4, Infinity, -Infinity, NaN, 2 ** -126, 2 ** -149),
    );
    const exponents = fc.oneof(
      fc.constantFrom(0, -0, 0.5, -0.5, 1, -1, 2),
      fc.float({ noNaN: true, min: -8, max: 8 }),
    );
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 40 }), exponents, (numbers, exponent) => {
        const line = parseAssignment('x = w^p');
        const w = Float32Array.from(numbers);
        const [first, second] = [plain, vectors(2 * w.length)].map((backend) => {
          const [x, base] = [backend.array(w.length), backend.array(w.length)];
          base.set(w);
          machine(
            [line],
            { cells: ['x'], inputs: ['w'] },
            backend,
          )(
            [
              ['x', x],
              ['w', base],
            ],
            () => exponent,
          );
          return [...x];
        });
        assert.deepEqual(first, second);
        for (const [i, power] of first!.entries()) {
          const [a, b] = [flush(w[i]!), flush(exponent)];
          // The sign of zero does not count.
          const wanted = round(a < 0 && b !== 0 ? NaN : (a || Math.abs(a)) ** b);
          const same = Object.is(power, wanted) || power === wanted;
          const close = same || Math.abs(power / wanted - 1) < 2 ** -23;
          assert.ok(close, `${w[i]} ^ ${exponent}: ${power} for ${wanted}`);
        }
      }),
      runs(1000),
    );
  });

  test('arrays longer than a block equal cell-by-cell results', () => {
    const settings = settingsOf({
      adam: { beta1: 0.9, beta2: 0.9, epsilon: 1e-3 },
      learningRate: { constant: 1 },
    });
    const [rows, columns] = [3, 5001];
    const data = Float32Array.from({ length: rows * columns }, (_, i) => Math.sin(i));
    const initial = stateOf(settings, {
      parameters: Array.from({ length: rows }, () => Array(columns).fill(0)),
    });
    const step: Step = { ids: [2, 0, 1], gradients: { rows, columns, data }, learningRates: [] };
    const state = after(settings, initial, step);
    for (const [row, column] of [
      [0, 0],
      [1, 4096],
      [2, 5000],
    ] as const) {
      const w = explainCell(settings, initial, step, row, column).findLast(({ name }) => name === 'w');
      assert.equal(state.parameters.data[row * columns + column], w?.value);
    }
  });
});

suite('formulas', () => {
  test('every name in a formula is known and unique', () => {
    for (const { name, slots, hyperparameters, inputs = [], rate = 'lr', formula } of computable) {
      const booleans = hyperparameters.filter(({ usual }) => typeof usual === 'boolean').map((h) => h.name);
      const given = [
        'w',
        'g',
        rate,
        ...slots.map(({ symbol }) => symbol),
        ...hyperparameters.map((h) => h.name),
        ...inputs,
      ];
      assert.equal(new Set(given).size, given.length, name);
      const read = new Set<string>();
      fc.assert(
        fc.property(
          fc.record(
            Object.fromEntries(
              hyperparameters.map((h) => [
                h.name,
                typeof h.usual === 'boolean' ? fc.boolean() : fc.constantFrom(0, 0.5, 1),
              ]),
            ) as Record<string, fc.Arbitrary<number | boolean>>,
          ),
          (values) => {
            const known = new Set(given);
            for (const { target, expression } of formula!(values).map(parseAssignment)) {
              for (const read_ of namesIn(expression)) {
                assert.ok(known.has(read_), `${name}: ${read_}`);
                read.add(read_);
              }
              known.add(target);
            }
          },
        ),
        runs(100),
      );
      const unread = hyperparameters.filter(
        (h) => !h.ignored && !booleans.includes(h.name) && !read.has(h.name),
      );
      assert.deepEqual(unread, [], `${name} has fields without influence`);
      assert.ok(formulaText(optimizers.get(name)!, {}).length > 0);
    }
  });
});

suite('float32 printed as text', () => {
  const floats = fc.oneof(
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.float({ noNaN: true, min: -2, max: 2 }),
    fc.double({ noNaN: true, min: -8, max: 8 }).map((exponent) => Math.fround(10 ** exponent)),
    fc.tuple(fc.integer(), fc.integer({ min: 0, max: 12 })).map(([n, power]) => Math.fround(n / 10 ** power)),
  );

  test('the text reads back to the same float32, and no shorter one does', () => {
    fc.assert(
      fc.property(floats, (value) => {
        const text = formatFloat32(value);
        assert.ok(Object.is(Math.fround(Number(text)), value), text);
        const digits = text
          .replace(/e.*/, '')
          .replaceAll(/[-.]/g, '')
          .replace(/^0+/, '')
          .replace(/0+$/, '').length;
        for (let fewer = 1; fewer < digits; fewer++) {
          assert.notEqual(
            Math.fround(Number(value.toPrecision(fewer))),
            value,
            `${text} with ${fewer} digits`,
          );
        }
      }),
      runs(2000),
    );
    assert.deepEqual(
      [0.1, -0, 2 ** -149, NaN, -Infinity].map((x) => formatFloat32(Math.fround(x))),
      ['0.1', '-0', '1e-45', 'NaN', '-Infinity'],
    );
  });
});

suite('readSpec', () => {
  const reads = (value: unknown) => {
    try {
      readSpec(value);
    } catch (error) {
      assert.ok(error instanceof SpecError, String(error));
      assert.ok(error.message.startsWith(error.path), error.message);
    }
  };

  test('any JSON is read, or rejected with a place', () => {
    const keys = fc.constantFrom(
      ...[
        'optimizationParameters',
        'initial',
        'steps',
        'adagrad',
        'adam',
        'learningRate',
        'constant',
        'dynamic',
      ],
      ...[
        'tag',
        'clippingLimits',
        'lower',
        'parameters',
        'accumulators',
        'ids',
        'gradients',
        '__proto__',
        'toString',
      ],
    );
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 1e300, 'NaN', '0.1', 'x'),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(keys, tie('json'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(fc.property(json, reads), runs(2000));
    fc.assert(fc.property(fc.jsonValue(), reads), runs(500));
  });

  test('a valid specification with one replaced value is read, or rejected with a place', () => {
    const valid = {
      optimizationParameters: {
        ftrl: { l1: 0.1, lrPower: -0.5 },
        learningRate: { dynamic: { tag: 0 } },
        clippingLimits: { lower: -1 },
        gradientAccumulationStatus: 'ENABLED',
      },
      initial: {
        parameters: [
          [0.1, 0.2],
          [0.3, 0.4],
        ],
        accumulators: [
          [0.1, 0.1],
          [0.1, 0.1],
        ],
        linears: 0,
      },
      steps: [
        {
          ids: [0, 1],
          gradients: [
            [1, 2],
            [3, 4],
          ],
          learningRates: [0.1],
        },
      ],
    };
    readSpec(valid);
    const paths: string[][] = [];
    const visit = (value: unknown, path: string[]) => {
      paths.push(path);
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
    };
    visit(valid, []);
    const replaced = (value: unknown, [key, ...path]: readonly string[], by: unknown): unknown => {
      if (key === undefined) return by;
      const copy = structuredClone(value) as Record<string, unknown>;
      copy[key] = replaced(copy[key], path, by);
      return copy;
    };
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, by) => reads(replaced(valid, path, by))),
      runs(2000),
    );
  });
});
