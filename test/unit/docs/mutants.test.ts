import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { MUTANTS } from '../../mutants';

/** Whether a suite has a test file with one of the words in its path; as scripts/node-test.mjs selects them. */
const hasTests = (suite: string, words: readonly string[]) =>
  readdirSync(join('test', suite), { recursive: true, encoding: 'utf8' }).some(
    (file) => file.endsWith('.test.ts') && (words.length === 0 || words.some((word) => file.includes(word))),
  );

// Where a mutant's line is gone or reworded: word its `find` and `replace` anew, or take another line with the same reason.
suite('each planted mistake of test/mutants', () => {
  for (const [i, { file, find, replace, tests, reason }] of MUTANTS.entries())
    test(`${i + 1}, ${reason}: stands once in ${file}`, () => {
      assert.ok(existsSync(file), 'the file is gone');
      assert.equal(readFileSync(file, 'utf8').split(find).length - 1, 1, find);
      assert.notEqual(find, replace);
      for (const [suite, ...words] of tests) assert.ok(hasTests(suite, words), `no test file in ${suite}`);
    });
});
