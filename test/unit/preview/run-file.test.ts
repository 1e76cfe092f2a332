import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULTS } from '../../../client/webview/model/options';
import { runFile, runOfFile } from '../../../client/webview/model/run-file';
import { restore } from '../../../client/webview/model/saved-state';
import { controlsOf, type Setup, usualSetup, withOverrides } from '../../../client/webview/model/setup';
import { RUN_COMMENT } from '../../../server/src/languages/protocol';
import { optimizers } from '../../../server/src/optimizers';
import { analyzeAs } from '../../support/optimizers';

const plain: Setup = {
  optimizationParameters: { adagrad: {}, learningRate: { constant: 0.05 } },
  initial: {},
  fed: { rate: 0.01 },
};

const state = restore({
  options: { ...DEFAULTS, seed: 7, ids: { ...DEFAULTS.ids, counts: 'home,90\nnews,"7"\n' } },
  comparison: { kind: 'pinned', choice: { ...DEFAULTS, setup: plain } },
  secondOverrides: { 'optimizationParameters.learningRate.constant': 0.3 },
  spot: { row: 2, column: 1 },
  step: 12,
});

for (const { name, title } of optimizers.values())
  test(`a run of ${title} that was saved opens as it was`, () => {
    const usual = usualSetup(name, plain);
    // Every rare value is set, too.
    const rare = controlsOf(usual, {}).filter(({ rare }) => rare);
    const setup = withOverrides(
      { ...usual, initial: { accumulators: 0.2 } },
      Object.fromEntries(rare.map(({ path, value }) => [path, typeof value === 'boolean' ? !value : 2])),
    );
    const text = runFile(setup, state, { name: 'a "user"', vocabularySize: 1000, dimension: 16 });
    const analysis = analyzeAs('textproto', text);
    assert.deepEqual(
      analysis.diagnose().filter(({ severity }) => severity === 'error'),
      [],
    );
    const place = analysis.optimizerAt(text.indexOf('optimization_parameters'))!;
    assert.deepEqual(place.optimizationParameters, setup.optimizationParameters);
    const { overrides, ...others } = runOfFile(place.run!);
    const { options, comparison, secondOverrides, spot, step } = state;
    assert.deepEqual(others, { options, comparison, secondOverrides, spot, step });
    assert.deepEqual(overrides, { 'initial.accumulators': 0.2, 'fed.rate': setup.fed.rate });
  });

test('a run whose state was edited beyond reading is a configuration like any other', () => {
  const text = runFile(plain, state, {}).replace(RUN_COMMENT, `${RUN_COMMENT}{`);
  const place = analyzeAs('textproto', text).optimizerAt(text.length)!;
  assert.equal(place.run, undefined);
  assert.deepEqual(place.optimizationParameters, plain.optimizationParameters);
});
