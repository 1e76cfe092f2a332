// The answer that the preview gives first: every sentence, with a run that makes it true.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { axisNames } from '../../../client/webview/model/axis-paths';
import { namesOf } from '../../../client/webview/model/names';
import { formatCount, formatShare } from '../../../client/webview/model/numbers';
import { DEFAULTS, type Options } from '../../../client/webview/model/options';
import { computeRows, mapOf, type RowsShown } from '../../../client/webview/model/rows';
import { linesOf } from '../../../client/webview/model/rows-chart';
import type { Choice } from '../../../client/webview/model/run';
import { type Setup, usualSetup } from '../../../client/webview/model/setup';
import { type Verdict, verdictOf } from '../../../client/webview/model/verdict';
import { optimizers } from '../../../server/src/optimizers';
import { bestOf, randomFrom } from '../../../server/src/optimizers/scenarios';

const ids = { exponent: 1.1, vocabulary: 60, lookups: 64, pull: 1, noise: 0.3, steps: 60, counts: '' };

const setupWith = (optimizer: string, values: object, rate: number, initial = {}): Setup => ({
  optimizationParameters: { [optimizer]: values, learningRate: { constant: rate } },
  initial,
  fed: { rate: 0.01 },
});
const sgd = (rate: number) => setupWith('stochasticGradientDescent', {}, rate);
const adagrad = (rate: number, accumulators = 0.1) => setupWith('adagrad', {}, rate, { accumulators });
const adam = (rate: number) => setupWith('adam', { beta1: 0.9, beta2: 0.999, epsilon: 1e-7 }, rate);

const choiceOf = (setup: Setup): Choice => ({
  setup,
  schedule: { kind: 'configured' },
  biasCorrection: false,
  pipelined: false,
  hardware: DEFAULTS.hardware,
});

function last<T>(generator: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = generator.next();
    if (done) return value;
  }
}

interface Said extends Verdict {
  run: RowsShown;
}

function judged(
  setup: Setup,
  { more = {}, second, map = false }: { more?: object; second?: string; map?: boolean } = {},
): Said {
  const options: Options = { ...DEFAULTS, ids: { ...ids, ...more } };
  const a = choiceOf(setup);
  const b = second === undefined ? undefined : choiceOf(usualSetup(second, setup));
  const run = last(computeRows(a, options));
  const names = namesOf(
    { a, ...(b && { b }) },
    second === undefined ? { kind: 'none' } : { kind: 'optimizer', name: second },
  );
  const verdict = verdictOf({
    shown: run,
    ...(b && { other: last(computeRows(b, options)) }),
    names: { shown: names.a, other: names.b },
    axes: axisNames(setup),
    ...(map && { map: last(mapOf(a, a, options)) }),
  });
  return { ...verdict, run };
}

suite('every sentence is said of a run that makes it true', () => {
  const cases: [name: string, said: Said, text: RegExp, because: RegExp, advice?: RegExp][] = [
    [
      'it diverges',
      judged(sgd(1e6), { map: true }),
      /^Training diverges: from step \d+ on weights are infinite or NaN\.$/,
      /^$/,
      /^In this simulation learning_rate [\d.e+]+ would leave .*%|^No values in the map/,
    ],
    [
      'it grows',
      judged(sgd(4), { more: { noise: 3, lookups: 4, steps: 10 } }),
      /^Training makes the table worse: after 10 steps \d.* of the loss is left\.$/,
      /^(Frequent rows do not settle: .*)?$/,
    ],
    [
      'all learn',
      judged(adam(0.1)),
      /^Frequent and rare rows learn: after 60 steps .*% and .*% of their loss is left\.$/,
      /^(Frequent rows do not settle: .*)?$/,
    ],
    [
      'noise',
      judged(adam(3), { more: { noise: 1, lookups: 512, exponent: 0.5, steps: 100 } }),
      /rows/,
      /^Frequent rows do not settle: after step \d+ only .*% was left\.$/,
    ],
    [
      'frequent rows stay behind',
      judged(adam(0.1), { more: { noise: 1, lookups: 4, exponent: 0.5, steps: 100 } }),
      /^Rare rows learn, frequent rows do not: after 100 steps 41% and 52% of their loss is left\.$/,
      /^$/,
    ],
    [
      'rare rows stay behind',
      judged(sgd(1)),
      /^Frequent rows learn, rare rows hardly do: after 60 steps .*% and .*% of their loss is left\.$/,
      /^The rare row \d+ was looked up \d+ times, the most frequent one [\d,]+ times\.$/,
    ],
    [
      'nothing is learnt',
      judged(sgd(1e-6)),
      /^Hardly anything is learnt: after 60 steps frequent rows keep 100% of their loss, rare rows 100%\.$/,
      /^$/,
    ],
    [
      'the start dominates',
      judged(adagrad(0.1, 100)),
      /^Hardly anything is learnt/,
      /^Rare rows get few gradients, and the initial accumulators, 100, keep each of their steps small\.$/,
    ],
    [
      'two runs',
      judged(adam(0.01), { second: 'adagrad' }),
      /rows/,
      /Adam leaves .*% of the loss of all rows, Adagrad leaves .*%\.$/,
    ],
    [
      'better values',
      judged(sgd(0.01), { map: true }),
      /learnt/,
      /^$/,
      /^In this simulation learning_rate \S+ would leave .*% of the loss, not 90%\.$/,
    ],
  ];
  for (const [name, { text, because, advice }, expected, reason, proposal] of cases)
    test(name, () => {
      assert.match(text, expected);
      assert.match(because, reason);
      if (proposal) assert.match(advice ?? '', proposal);
      else assert.equal(advice, undefined);
    });

  test('the best values have nothing better, and none is invented where all diverge', () => {
    const { use } = judged(adagrad(0.1), { map: true });
    const best = adagrad(use!.rate, use!.second);
    assert.equal(judged(best, { map: true }).advice?.startsWith('No values in the map'), true);
    assert.equal(
      judged(sgd(1e30), { map: true }).advice,
      'No values in the map below keep the table finite. Try a much lower learning_rate.',
    );
  });
});

test('in random settings an answer names numbers that the charts show, and contradicts none', () => {
  const random = randomFrom(7);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random.uniform() * all.length)]!;
  const names = [...optimizers.values()].filter(({ formula }) => formula).map(({ name }) => name);
  for (let turn = 0; turn < 300; turn++) {
    const usual = usualSetup(pick(names), sgd(0.1));
    const rate = 10 ** (random.uniform() * 6 - 4);
    const setup = {
      ...usual,
      optimizationParameters: { ...usual.optimizationParameters, learningRate: { constant: rate } },
    };
    const more = {
      exponent: 2 * random.uniform(),
      vocabulary: 10 + Math.floor(50 * random.uniform()),
      noise: 2 * random.uniform(),
      lookups: 1 + Math.floor(64 * random.uniform()),
      steps: 10 + Math.floor(30 * random.uniform()),
    };
    const { text, because, run } = judged(setup, { more });
    const where = `${Object.keys(setup.optimizationParameters).join()} ${rate} ${JSON.stringify(more)}: ${text} ${because}`;
    const { losses } = linesOf({ a: run }, 'a', { a: '', b: '' });
    const end = (role: string) => losses.find((line) => line.role === role)!;
    const [all, frequent, rare] = ['a', 'frequent', 'rare'].map((role) => end(role).values[run.steps]!);
    const shown = new Set([
      ...losses.flatMap(({ end, values }) => [end!, ...Array.from(values, formatShare)]),
      ...run.tracked.flatMap(({ name, lookups }) => [name, formatCount(lookups)]),
      ...Array.from({ length: run.steps + 1 }, (_, step) => formatCount(step)),
    ]);
    for (const [number] of `${text} ${because}`.matchAll(/(?:< )?\d[\d,.e−]*(?:%| ×)?(?<![.,])/g))
      assert(
        shown.has(number) || because.includes(`, ${number}, keep`),
        `${number} is in no chart: ${where}`,
      );
    if (/^Training diverges/.test(text)) assert(!Number.isFinite(all!), where);
    if (/makes the table worse/.test(text)) assert(all! > 1, where);
    if (/^Frequent and rare rows learn/.test(text)) assert(frequent! <= 0.5 && rare! <= 0.5, where);
    if (/^Frequent rows learn/.test(text)) assert(frequent! <= 0.5 && rare! > 0.5, where);
    if (/^Rare rows learn/.test(text)) assert(frequent! > 0.5 && rare! <= 0.5, where);
    if (/^Hardly/.test(text)) assert(frequent! > 0.5 && rare! > 0.5 && all! <= 1.05, where);
    if (/do not settle/.test(because))
      assert(Math.min(...Array.from(end('frequent').values)) * 2 < frequent!, where);
  }
});

test('an advised cell leaves what is said of it', () => {
  const options = { ...DEFAULTS, ids };
  const a = choiceOf(sgd(0.01));
  const map = last(mapOf(a, a, options));
  const run = last(computeRows(a, options));
  const { advice, use } = verdictOf({
    shown: run,
    names: { shown: '', other: '' },
    axes: axisNames(a.setup),
    map,
  });
  assert.equal(use, bestOf(map));
  assert.equal(
    advice,
    `In this simulation learning_rate ${use!.rate} would leave ${formatShare(use!.loss! / run.loss[0]!)} of the loss, not ${linesOf({ a: run }, 'a', { a: '', b: '' }).losses[0]!.end}.`,
  );
});
