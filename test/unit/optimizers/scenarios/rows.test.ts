import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import {
  matrix,
  type OptimizerSettings,
  optimizers,
  type State,
  settingsOf,
} from '../../../../server/src/optimizers';
import {
  ENGLISH,
  LOSSES,
  ROWS_DEFAULTS,
  type Role,
  type RowsOptions,
  type RowsRun,
  runRows,
  scenarioOf,
  sentences,
} from '../../../../server/src/optimizers/scenarios';

interface Expected {
  mean: number;
  spread: number;
}
type Toy = {
  optimizer: string;
  learningRate: number;
  initialAccumulator: number | null;
  diverges: boolean;
} & Record<'loss10' | 'loss100' | 'loss1000' | 'frequent' | 'rare', Expected>;
const toy: RowsOptions & { cases: Toy[] } = JSON.parse(readFileSync('test/fixtures/zipf-toy.json', 'utf8'));

const USUAL: Record<string, object> = { adam: { beta1: 0.9, beta2: 0.999, epsilon: 1e-7 } };

const settingsFor = (optimizer: string, rate: number, more: object = {}) =>
  settingsOf({ [optimizer]: USUAL[optimizer] ?? {}, learningRate: { constant: rate }, ...more });

function tableOf(
  { optimizer }: OptimizerSettings,
  { rows, columns }: RowsOptions,
  accumulator: number,
): State {
  const { slots } = optimizers.get(optimizer)!;
  const start = (name: string) => matrix(rows, columns, name === 'accumulators' ? accumulator : 0);
  return { parameters: matrix(rows, columns), slots: new Map(slots.map(({ name }) => [name, start(name)])) };
}

function finished(
  settings: OptimizerSettings,
  {
    accumulator = 0.1,
    counts,
    ...options
  }: Partial<RowsOptions> & { accumulator?: number; counts?: number[] } = {},
): RowsRun {
  const all = { ...ROWS_DEFAULTS, ...options };
  const { learningRate } = settings;
  const rate = learningRate && 'constant' in learningRate ? learningRate.constant : Number.NaN;
  const run = runRows(settings, tableOf(settings, all, accumulator), scenarioOf(all, counts), () => rate);
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

suite('the toy problem, compared with NumPy', () => {
  test('is the default', () => {
    const { rows, columns, steps, lookups, exponent, noise } = toy;
    assert.deepEqual(ROWS_DEFAULTS, { rows, columns, steps, lookups, exponent, pull: 1, noise, seed: 1 });
  });

  for (const { optimizer, learningRate, initialAccumulator, diverges, ...losses } of toy.cases)
    test(`${optimizer} with rate ${learningRate} ${diverges ? 'diverges and says so' : `has losses within three spreads, with accumulators from ${initialAccumulator}`}`, () => {
      const run = finished(settingsFor(optimizer, learningRate), { accumulator: initialAccumulator ?? 0 });
      const said = sentences(run, ENGLISH).join(' ');
      assert.equal(run.diverged !== undefined, diverges);
      assert.equal(said.includes('diverges at step'), diverges, said);
      if (diverges) return;
      const found = {
        loss10: run.loss[10]!,
        loss100: run.loss[100]!,
        loss1000: run.loss[1000]!,
        frequent: run.frequent[1000]!,
        rare: run.rare[1000]!,
      };
      const far = Object.entries(found).filter(([name, value]) => {
        const { mean, spread } = losses[name as keyof typeof found];
        return Math.abs(value - mean) > 3 * spread;
      });
      assert.deepEqual(far, []);
    });
});

/** The share of its initial excess loss that each group of rows keeps. */
type Kept = { optimizer: string; rate: number; step: 100 | 1000 } & Record<Role, number>;
const towers: { cases: Kept[] } = JSON.parse(readFileSync('test/fixtures/two-tower.json', 'utf8'));

suite('beside a two-tower model on clicks that TensorFlow trained', () => {
  /** The mean error of rows from one rank to another, before them and after some steps. */
  function kept(loss: keyof typeof LOSSES, { optimizer, rate, step }: Kept): Record<Role, number> {
    const { order, state, targets, initial } = finished(settingsFor(optimizer, rate), {
      ...LOSSES[loss],
      steps: step,
    });
    const { columns } = ROWS_DEFAULTS;
    const errorOf = ({ parameters }: State, from: number, to: number) => {
      let sum = 0;
      for (const row of order.subarray(from, to))
        for (let cell = row * columns; cell < (row + 1) * columns; cell++)
          sum += (parameters.data[cell]! - targets[cell]!) ** 2;
      return sum;
    };
    const share = (from: number, to?: number) =>
      errorOf(state, from, to ?? order.length) / errorOf(initial, from, to ?? order.length);
    return { frequent: share(0, 10), middling: share(10, 500), rare: share(500) };
  }
  /** How much more each group keeps than that of the model, in percentage points. */
  const differences = (loss: keyof typeof LOSSES, of: Kept) => {
    const found = kept(loss, of);
    return (['frequent', 'middling', 'rare'] as const).map((role) =>
      Math.round(100 * (found[role] - of[role])),
    );
  };
  const isFar = (loss: keyof typeof LOSSES, of: Kept) =>
    differences(loss, of).some((points) => Math.abs(points) > 6);

  for (const of of towers.cases)
    test(`rows on clicks keep what the page says: ${of.optimizer}, step ${of.step}`, () => {
      if (of.optimizer === 'adam' && of.step === 1000)
        assert.deepEqual(differences('clicks', of), [-10, 11, 3]);
      else assert.ok(!isFar('clicks', of), JSON.stringify([kept('clicks', of), of]));
    });

  test('rows of a squared error do not, which the page says', () => {
    assert.ok(towers.cases.filter((of) => isFar('squared', of)).length > 3);
  });

  test('the table of the guide has these numbers', () => {
    const guide = readFileSync('docs/numbers.md', 'utf8');
    const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
    for (const of of towers.cases) {
      const [clicks, squared] = [kept('clicks', of), kept('squared', of)];
      const cells = (['frequent', 'middling', 'rare'] as const).map(
        (role) => `${percent(of[role])}, ${percent(clicks[role])}, ${percent(squared[role])}`,
      );
      const title = TITLES[of.optimizer as keyof typeof TITLES];
      const row = `| ${title} ${of.rate}, ${of.step} | ${cells.join(' | ')} |`;
      assert.ok(guide.includes(row), row);
    }
  });
});
const TITLES = { stochasticGradientDescent: 'SGD', adagrad: 'Adagrad', adam: 'Adam' };

const SMALL = { rows: 40, columns: 4, steps: 30, lookups: 24 };

test('the same seed gives the same run, another one another', () => {
  const settings = settingsFor('adagrad', 0.5);
  const loss = (seed: number) => finished(settings, { ...SMALL, seed }).loss;
  assert.deepEqual(loss(7), loss(7));
  assert.notDeepEqual(loss(7), loss(8));
});

test('without noise, SGD moves the same with gradients applied one by one as with their sum', () => {
  const run = (status: string) =>
    finished(settingsFor('stochasticGradientDescent', 2, { gradientAccumulationStatus: status }), {
      ...SMALL,
      noise: 0,
    });
  const [summed, single] = [run('ENABLED'), run('DISABLED')];
  for (const [step, loss] of summed.loss.entries())
    assert(Math.abs(loss - single.loss[step]!) < 1e-6, `step ${step}`);
});

test('with accumulation off each duplicate adds its own square, so accumulators grow less', () => {
  const run = (status: string) =>
    finished(settingsFor('adagrad', 0.1, { gradientAccumulationStatus: status }), {
      ...SMALL,
      noise: 0,
      accumulator: 1e-8,
    });
  const accumulator = ({ state, tracked }: RowsRun) =>
    state.slots.get('accumulators')!.data[tracked[0]!.row * 4]!;
  assert(accumulator(run('DISABLED')) < accumulator(run('ENABLED')));
});

test('look-ups, never-seen rows and effective rates of the three rows are consistent', () => {
  const run = finished(settingsFor('stochasticGradientDescent', 2), SMALL);
  assert.deepEqual(
    run.tracked.map(({ role, row }) => [role, row]),
    [
      ['frequent', 0],
      ['middling', 10],
      ['rare', 29],
    ],
  );
  assert.equal(run.unseen[0], 40);
  for (let step = 1; step <= 30; step++) assert(run.unseen[step]! <= run.unseen[step - 1]!);
  for (const { rates, lookups } of run.tracked)
    for (let step = 1; step <= 30; step++) {
      const isSeen = lookups[step]! > lookups[step - 1]!;
      assert.equal(Number.isNaN(rates[step]), !isSeen);
      // SGD moves by its learning rate.
      if (isSeen) assert(Math.abs(rates[step]! - 2) < 1e-4, `${rates[step]}`);
    }
});

test('rows with a count of 0 are never seen, wherever they are', () => {
  const counts = [0, 5, 0, 1, 100, 0];
  const run = finished(settingsFor('adagrad', 0.1), { ...SMALL, rows: 6, steps: 200, counts });
  assert.deepEqual([...run.order], [4, 1, 3, 0, 2, 5]);
  assert.equal(run.unseen[200], 3);
});

test('the first step with NaN or infinite weights is found, and the loss is not finite from there on', () => {
  const run = finished(settingsFor('stochasticGradientDescent', 1e20), SMALL);
  assert(run.diverged! > 1 && run.diverged! < 30);
  assert(Number.isFinite(run.loss[run.diverged! - 1]) && !Number.isFinite(run.loss[run.diverged!]));
});

suite('sentences about a run are true', () => {
  const said = (settings: OptimizerSettings, options = {}) => sentences(finished(settings, options), ENGLISH);
  const has = (found: string[], words: RegExp) => found.some((sentence) => words.test(sentence));
  const DOMINATES =
    /^The initial accumulator \(0\.1\) dominates: after 1,000 steps rare rows have moved \d % of the way\.$/;

  test('the initial accumulator is reported as dominant for mean gradients, and not once it is small', () => {
    assert(has(said(settingsFor('adagrad', 0.1)), DOMINATES));
    assert(!has(said(settingsFor('adagrad', 0.1), { accumulator: 1e-6 }), /dominates/));
    assert(!has(said(settingsFor('stochasticGradientDescent', 1)), /dominates/));
  });

  test('rare rows are reported as lagging behind', () => {
    assert(
      has(
        said(settingsFor('stochasticGradientDescent', 1)),
        /frequent rows have moved 100 % .* rare rows \d\d %/,
      ),
    );
    assert(!has(said(settingsFor('adam', 0.01)), /rare rows \d/));
  });

  test('a growing loss is reported, even if all numbers are finite', () => {
    assert(
      has(
        said(settingsFor('stochasticGradientDescent', 12), SMALL),
        /^The loss after 30 steps is .* times that/,
      ),
    );
  });

  test('weight decay is reported not to reach never-seen rows, unless the optimizer updates all rows', () => {
    const decay = { weightDecayFactor: 0.01 };
    const rare = { ...SMALL, steps: 3 };
    assert(has(said(settingsFor('adam', 0.01, decay), rare), /Weight decay has not reached/));
    const adam = { ...USUAL['adam'], useNonLazyAdam: true };
    const nonLazy = settingsOf({ adam, learningRate: { constant: 0.01 }, ...decay });
    assert(!has(said(nonLazy, rare), /Weight decay has not reached/));
    assert(has(said(nonLazy, rare), /rows were never looked up/));
  });

  test('duplicates are reported as applied one by one without accumulation', () => {
    const off = settingsFor('adagrad', 0.1, { gradientAccumulationStatus: 'DISABLED' });
    assert(has(said(off, SMALL), /each occurrence is applied by itself/));
    assert(!has(said(settingsFor('adagrad', 0.1), SMALL), /each occurrence/));
  });
});
