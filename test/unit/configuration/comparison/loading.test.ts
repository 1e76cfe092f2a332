// What keeps a checkpoint of one configuration from loading into another.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { loading } from '../../../../server/src/configuration/comparison/loading';
import { checkpointOf, checkpointsIn } from '../../../support/comparison';
import { caseFiles, readCases } from '../../../support/fixtures';

for (const file of caseFiles('loading')) {
  const language = file.endsWith('programs.cases') ? 'python' : 'textproto';
  for (const { name, text, parts } of readCases(file)) {
    const part = (key: string) => parts.find((each) => each.key === key)?.text.trim();
    test(name, () => {
      const [before, after] = [checkpointOf(text, language), checkpointOf(part('after')!, language)];
      const { breaking, unknown, loads, assumed } = loading(before, after);
      assert.equal(
        breaking.map(({ kind, path, reason }) => `${kind} ${path}: ${reason}`).join('\n'),
        part('breaks'),
      );
      assert.equal(unknown.map(({ side, path }) => `${side} ${path}`).join('\n'), part('unknown') ?? '');
      assert.equal(assumed.join('\n'), part('assumes') ?? '');
      assert.equal(loads, breaking.length > 0 ? false : unknown.length > 0 ? null : true);
    });
  }
}

interface Verdicts {
  readonly programs: Readonly<Record<string, string>>;
  /** The programs into which a checkpoint of each loads. */
  readonly loads: Readonly<Record<string, readonly string[]>>;
}

// Made by scripts/fixtures/checkpoint-verdicts.py.
suite('checkpoints load where TensorFlow loads them', () => {
  const file = 'test/fixtures/checkpoint-verdicts.json';
  const { programs, loads }: Verdicts = JSON.parse(readFileSync(file, 'utf8'));
  const checkpoints = Object.entries(programs).map(
    ([name, text]) => [name, checkpointOf(text, 'python')] as const,
  );
  for (const [before, checkpoint] of checkpoints)
    test(before, () => {
      const found = checkpoints.filter(([, after]) => loading(checkpoint, after).loads);
      assert.deepEqual(
        found.map(([after]) => after),
        loads[before],
      );
    });
});

test('a checkpoint of any configuration loads into the same', () => {
  const files = [caseFiles('loading'), caseFiles('derivation'), caseFiles('comparison')].flat();
  let compared = 0;
  for (const { text } of files.flatMap(readCases))
    for (const language of ['textproto', 'python'] as const)
      for (const checkpoint of checkpointsIn(text, language)) {
        compared++;
        assert.deepEqual(loading(checkpoint, checkpoint).breaking, [], text);
      }
  assert.ok(compared > 100, String(compared));
});
