import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unifiedDiff } from '../../../server/src/basics/unified-diff';
import { runs } from '../../property/runs';

/** Applies a diff to a text, strictly at the given lines. */
function patched(text: string, diff: readonly string[]): string {
  const old = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const out: string[] = [];
  let at = 0;
  for (const [i, line] of diff.entries()) {
    const isLast = diff[i + 1]?.startsWith('\\');
    const content = line.slice(1) + (isLast ? '' : '\n');
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/.exec(line);
    if (i < 2 || line.startsWith('\\')) continue;
    if (hunk) {
      const start = Number(hunk[1]) - (hunk[2] === '0' ? 0 : 1);
      out.push(...old.slice(at, start));
      at = start;
      assert.equal(out.length, Number(hunk[3]) - (hunk[4] === '0' ? 0 : 1), line);
      continue;
    }
    if (line[0] !== '+') assert.equal(old[at++], content);
    if (line[0] !== '-') out.push(content);
  }
  return [...out, ...old.slice(at)].join('');
}

test('a difference equals the output of diff -u', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `${i}\n`);
  const after = lines.with(1, 'one\n').with(15, 'a\nb\n').with(19, 'end');
  assert.deepEqual(unifiedDiff('a.txt', lines.join(''), after.join('')), [
    '--- a.txt',
    '+++ a.txt',
    '@@ -1,5 +1,5 @@',
    ...[' 0', '-1', '+one', ' 2', ' 3', ' 4'],
    '@@ -13,8 +13,9 @@',
    ...[' 12', ' 13', ' 14', '-15', '+a', '+b', ' 16', ' 17', ' 18', '-19', '+end'],
    '\\ No newline at end of file',
  ]);
  assert.deepEqual(unifiedDiff('a.txt', 'same', 'same'), []);
});

test('applying a difference to one text gives the other', () => {
  const text = fc
    .tuple(fc.array(fc.constantFrom('a', 'b', 'c\r', '', '}'), { maxLength: 30 }), fc.boolean())
    .map(([lines, ends]) => lines.map((line) => `${line}\n`).join('') + (ends ? '' : 'last'));
  fc.assert(
    fc.property(text, text, (before, after) =>
      assert.equal(patched(before, unifiedDiff('x', before, after)), after),
    ),
    runs(500),
  );
});
