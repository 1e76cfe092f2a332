import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formattingEdits, rangeFormattingEdits } from '../../../../server/src/textproto/formatting/edits';

/** Each edit as removed and inserted text. */
const edits = (text: string) =>
  formattingEdits(text).map(({ start, end, newText }) => [text.slice(start, end), newText]);

test('only lines that change are edited', () => {
  assert.deepEqual(edits('a:1\nb: 2\nc {\n d: 3\n}\n'), [
    ['a:1\n', 'a: 1\n'],
    [' d: 3\n', '  d: 3\n'],
  ]);
});

test('blank lines are removed by edits of their own', () => {
  assert.deepEqual(edits('a: 1\n\n\nb: 2'), [
    ['\n', ''],
    ['b: 2', 'b: 2\n'],
  ]);
});

test('joined or broken-up lines are one edit', () => {
  assert.deepEqual(edits('a:\n1\nb: 2 c: 3\nd: 4\n'), [
    ['a:\n1\n', 'a: 1\n'],
    ['b: 2 c: 3\n', 'b: 2\nc: 3\n'],
  ]);
});

test('the line endings of the text are kept', () => {
  assert.deepEqual(edits('a: 1\r\nb:2\r\n'), [['b:2\r\n', 'b: 2\r\n']]);
});

test('a formatted text has no edits', () => {
  assert.deepEqual(edits('a: 1\r\nb: 2\r\n'), []);
  assert.deepEqual(edits(''), []);
});

test('formatting a range leaves the other lines unchanged', () => {
  const text = 'a:1\nb:2\nc:3\n';
  assert.deepEqual(rangeFormattingEdits(text, [{ start: 4, end: 8 }]), [
    { start: 4, end: 8, newText: 'b: 2\n' },
  ]);
  assert.equal(
    rangeFormattingEdits(text, [
      { start: 0, end: 2 },
      { start: 9, end: 9 },
    ]).length,
    2,
  );
});

test('one line of 50,000 fields is one edit', () => {
  assert.equal(formattingEdits('a:1 '.repeat(50_000)).length, 1);
});
