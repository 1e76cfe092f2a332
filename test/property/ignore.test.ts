// Patterns of .gitignore, compared with the package ignore.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import ignore from 'ignore';
import { type Ignores, readIgnores } from '../../server/src/schema/ignore';
import { runs } from './runs';

const name = fc.constantFrom('a', 'b', 'ab', '.b', 'a b', 'B', '{a', '#a', '!b');
const path = fc.array(name, { minLength: 1, maxLength: 4 });
const part = fc.oneof(
  name,
  fc.constantFrom(
    '*',
    '**',
    'a*',
    '*b',
    '?',
    '[ab]',
    '[!a]',
    '[A-Z]',
    '[a\\]]',
    '\\#a',
    '\\!b',
    '{a',
    'a\\ ',
  ),
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '/', '!/'),
    fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
    fc.constantFrom('', '', '/', ' ', '\r'),
  )
  .map((parts) => parts.join(''));

/** As a walk from the root: folders that are ignored are not entered. */
function isIgnored(ignores: Ignores, names: readonly string[]): boolean {
  return names.some((_, i) => ignores(names.slice(0, i + 1).join('/'), i + 1 < names.length));
}

suite('patterns as in .gitignore', () => {
  test('ignore the same paths as the package ignore', () => {
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 4 }), path, (lines, names) => {
        const judge = ignore({ ignorecase: false }).add(lines);
        assert.equal(isIgnored(readIgnores(lines), names), judge.ignores(names.join('/')));
      }),
      runs(3000),
    );
  });

  test("know git's character classes", () => {
    const ignores = readIgnores(['[[:upper:]][![:digit:]_]', 'x[[:nonsense:]]']);
    const ignored = ['Ab', 'ab', 'A1', 'A_', 'Éb', 'x:', 'xn'].filter((name) => ignores(name, false));
    assert.deepEqual(ignored, ['Ab']);
  });

  // The regular expressions of the package ignore would not finish in time.
  test('are matched without backtracking on a long path', () => {
    const ignores = readIgnores([`${'**/a/'.repeat(25)}b`, `${'*a'.repeat(25)}b`]);
    assert.equal(ignores(`${'a/'.repeat(100)}${'a'.repeat(250)}`, false), undefined);
  });
});
