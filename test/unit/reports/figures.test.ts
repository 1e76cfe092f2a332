// One figure for one thing: what a configuration takes is said in lenses, hints, hovers, the preview, `describe`, `plan` and
// the page Memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeConfiguration } from '../../../server/src/configuration/description';
import { bytes } from '../../../server/src/configuration/quantities';
import { said } from '../../../server/src/languages/phrase';
import { likelySlice, planOf } from '../../../server/src/sizing/plan';
import { analyzeAs } from '../../support/optimizers';
import { snapshotOf } from '../../support/snapshots';

const texts = readFileSync('test/fixtures/config-verdicts.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { text: string }).text);

/** With fewer, the configurations would no longer show what this is about. */
const LEAST = 100;

test('lens, hints, hover, preview, describe, plan and page have the same figures for a configuration', () => {
  let shown = 0;
  for (const text of texts) {
    const analysis = analyzeAs('textproto', text);
    const lens = analysis.lenses({}).find(({ kind }) => kind === 'memory');
    const [found] = analysis.sizes({});
    const plan = found?.sizes && planOf(found.sizes);
    // They differ for a table without rows or floats: it takes nothing, and a lens that says so would only confuse.
    const isEmpty = found?.sizes?.tables.some((table) => !table.vocabularySize || !table.dimension);
    const isRight = !isEmpty && analysis.diagnose().every(({ severity }) => severity !== 'error');
    if (isRight) assert.equal(lens !== undefined, plan?.deviceBytes !== undefined, text);
    if (!lens || !found?.sizes || plan?.deviceBytes === undefined) continue;
    shown++;
    assert.equal(
      said(lens.title),
      `${bytes(plan.deviceBytes)} on the devices, ${bytes(plan.hostBytes!)} on the hosts`,
    );

    const hover = JSON.stringify(analysis.hover(text.indexOf('mode:')));
    assert(hover.includes(`Device memory, all hosts | ${bytes(plan.deviceBytes)}`), hover);

    const { configuration, derived } = snapshotOf(text);
    const { tables } = describeConfiguration(configuration!, derived!);
    const ofTable = plan.tables.map(({ slots }) => slots.reduce((sum, slot) => sum + slot.deviceBytes, 0));
    assert.deepEqual(
      tables.map(({ deviceBytes }) => deviceBytes),
      ofTable,
    );
    const hints = analysis.hints({ start: 0, end: text.length }, {}).filter(({ kind }) => kind === 'memory');
    assert.deepEqual(
      hints.map(({ label }) => said(label)),
      ofTable.map((size) => `${bytes(size)} on the devices`),
    );
    const previewed = analysis
      .optimizers()
      .map(({ start }) => analysis.optimizerAt(start)!.table!.deviceBytes);
    assert.deepEqual(previewed, ofTable);

    const onSlice = planOf(found.sizes, likelySlice(found.sizes));
    assert.equal(onSlice.deviceBytes, plan.deviceBytes, 'the page starts with the figure of the lens');
  }
  assert(shown >= LEAST, `only ${shown} of ${texts.length} configurations have figures`);
});
