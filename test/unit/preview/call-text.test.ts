// What the preview in an output cell copies: the call with the values of the preview.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { callText, type Template } from '../../../client/webview/output-cell/call-text';
import { lineIndex } from '../../../server/src/basics/line-index';
import type { ValueChange } from '../../../server/src/configuration/value-change';
import { editOptimizer } from '../../../server/src/languages/optimizer/values';
import { analyzeAs } from '../../support/optimizers';

const HEAD = 'import tensorflow as tf\nembedding = tf.tpu.experimental.embedding\n';
const PARAMETERS = 'optimizationParameters.';
const RATE = `${PARAMETERS}learningRate.constant`;
const INITIAL = 'initial.accumulators';
const ACCUMULATES = `${PARAMETERS}gradientAccumulationStatus`;
/** As a notebook's kernel asks. */
const VALUES: readonly ValueChange['value'][] = [0.8125, 7, false, true, 'ENABLED', 'DISABLED'];

function optimizerIn(text: string) {
  const place = analyzeAs('python', text).optimizerAt(text.indexOf('Adagrad'));
  assert.ok(place, text);
  return place;
}

function copied(text: string, changes: readonly ValueChange[]): string | undefined {
  const place = optimizerIn(text);
  const { position } = lineIndex(text);
  const range = ({ start, end }: { start: number; end: number }) => ({
    start: position(start),
    end: position(end),
  });
  const templates = [...place.editable.keys()].flatMap((path) =>
    VALUES.flatMap((value): Template[] => {
      const edit = editOptimizer(place, [{ path, value }]);
      if ('reason' in edit) return [];
      return [
        { path, value, edits: edit.changes.map((each) => ({ range: range(each), newText: each.newText })) },
      ];
    }),
  );
  return callText(text, range(place), templates, changes);
}

const exactly: readonly (readonly [
  source: string,
  changes: Record<string, ValueChange['value']>,
  expected: string,
])[] = [
  ['embedding.Adagrad(0.1)', { [RATE]: 1e-7 }, 'embedding.Adagrad(1e-7)'],
  [
    'embedding.Adagrad(0.1)',
    { [ACCUMULATES]: 'DISABLED', [INITIAL]: 2 },
    'embedding.Adagrad(0.1, use_gradient_accumulation=False, initial_accumulator_value=2)',
  ],
  [
    'rate = 0.1\nx = embedding.Adagrad(rate)\ny = 1',
    { [RATE]: 0.5 },
    'rate = 0.5\nx = embedding.Adagrad(rate)',
  ],
];

suite('the copied call', () => {
  for (const [source, changes, expected] of exactly)
    test(`of ${JSON.stringify(source)}`, () => {
      const list = Object.entries(changes).map(([path, value]) => ({ path, value }));
      assert.equal(copied(HEAD + source, list), expected);
    });

  for (const call of [
    'embedding.Adagrad()',
    'embedding.Adagrad(0.1)',
    'embedding.Adagrad(0.1, 0.2, False, clip_weight_min=-1)',
    'embedding.Adagrad(\n    learning_rate=0.1,\n)',
    'embedding.Adagrad(\n    learning_rate=0.1,  # of all tables\n    initial_accumulator_value=0.2  # more\n)',
  ])
    test(`of ${JSON.stringify(call)} has the values of the preview, whichever they are`, () => {
      const changes: readonly ValueChange[] = [
        { path: RATE, value: 0.25 },
        { path: INITIAL, value: 3 },
        { path: ACCUMULATES, value: 'DISABLED' },
        { path: `${PARAMETERS}clippingLimits.lower`, value: -2.5 },
      ];
      for (let subset = 1; subset < 2 ** changes.length; subset++) {
        const chosen = changes.filter((_, i) => subset & (2 ** i));
        const text = copied(HEAD + call, chosen);
        assert.ok(text !== undefined);
        const place = optimizerIn(HEAD + text) as unknown as Record<string, unknown>;
        for (const { path, value } of chosen) {
          const found = path
            .split('.')
            .reduce((at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name], place);
          assert.equal(found, value, text);
        }
      }
    });

  test('there is none for a value that the server would not write', () => {
    const change = { path: `${PARAMETERS}weightDecayFactor`, value: 'ENABLED' };
    assert.equal(copied(`${HEAD}embedding.Adagrad(0.1)`, [change]), undefined);
  });
});
