import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Results, runSteps, summaryOf } from '../../../scripts/steps.mjs';

const STEPS = [
  { name: 'build' },
  { name: 'unit' },
  { name: 'protocol', needs: 'build' },
  { name: 'package' },
];

async function summary(...red: string[]): Promise<string[]> {
  const results: Results = { passed: [], failed: [], leftOut: [] };
  await runSteps([...STEPS], async ({ name }) => !red.includes(name), results);
  return summaryOf(results);
}

suite('the steps of the tests', () => {
  test('a red step hides no other', async () => {
    assert.deepEqual(await summary('unit', 'protocol'), [
      '✔ passed: build, package',
      '✘ unit and protocol failed',
    ]);
  });

  test('what needs a red step is not run, and the summary says so', async () => {
    assert.deepEqual(await summary('build'), [
      '✔ passed: unit, package',
      '– not run: protocol, because it needs build',
      '✘ build failed',
    ]);
  });

  test('a sequence that has ended takes over the last step that the other has not begun', async () => {
    const results: Results = { passed: [], failed: [], leftOut: [] };
    let finishLong = (): void => undefined;
    const long = new Promise<boolean>((done) => {
      finishLong = () => done(true);
    });
    const isGreen = async ({ name }: { name: string }) => {
      if (name === 'long') return long;
      if (name === 'second') finishLong();
      return true;
    };
    const [one, other] = [[{ name: 'short' }], [{ name: 'long' }, { name: 'second' }, { name: 'third' }]];
    await Promise.all([runSteps(one, isGreen, results, other), runSteps(other, isGreen, results, one)]);
    assert.deepEqual(results.passed.slice(0, 3), ['short', 'third', 'second']);
  });

  test('a green run says what it was', async () => {
    assert.deepEqual(await summary(), ['✔ passed: build, unit, protocol, package']);
  });
});
