import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { textproto } from '../../../server/src/languages/textproto';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

/** The text after typing the part before `|`. */
function typed(marked: string): string {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const analysis = textproto.analyze(text, { analyzer, path: 'a.textproto' });
  return analysis.formatTyped!(offset, text[offset - 1]!).reduceRight(
    (result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end),
    text,
  );
}

test('a closing bracket at the start of its line gets the indentation of the opening line', () => {
  assert.equal(typed('a {\n  b {\n    c: 1\n    }|\n}\n'), 'a {\n  b {\n    c: 1\n  }\n}\n');
  assert.equal(typed('  a <\n>|\n'), '  a <\n  >\n');
  assert.equal(typed('a: [\n  1\n  ]|\n'), 'a: [\n  1\n]\n');
});

test('a closing bracket after other text on its line is unchanged', () => {
  for (const text of ['a { b: 1 }|\n', 'a {\n   b: 1 }|\n', 'a: [\n  1 ]|\n', '  }|\n', '"}|"\n'])
    assert.equal(typed(text), text.replace('|', ''));
});

test('a new line is indented like the field before it, or two columns more than its block', () => {
  assert.equal(typed('a {\n|\n}\n'), 'a {\n  \n}\n');
  assert.equal(typed('a {\n    b: 1\n|\n}\n'), 'a {\n    b: 1\n    \n}\n');
});

test('the closing bracket of a block opened on the line before moves below it', () => {
  assert.equal(typed('  a {\n|}\n'), '  a {\n  }\n');
});

test('a new line between top-level fields is unchanged', () => {
  assert.equal(typed('a: 1\n|\nb: 2\n'), 'a: 1\n\nb: 2\n');
});
