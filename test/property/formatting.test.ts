// Formatting only changes layout.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TextEdit } from '../../server/src/basics/range';
import { formattingEdits, rangeFormattingEdits } from '../../server/src/textproto/formatting/edits';
import { format } from '../../server/src/textproto/formatting/format';
import { inDoubleQuotes } from '../../server/src/textproto/formatting/quotes';
import { Kind } from '../../server/src/textproto/lexer';
import { parse } from '../../server/src/textproto/parser';
import { tokensOf } from '../../server/src/textproto/tree';
import { anyText, blocks, configuration, crookedLines, mutated, tokenSoup } from './generators';
import { runs } from './runs';

/** The content of a text: its tokens without separators, with normalized brackets and quotes, and its comments. */
function saidBy(text: string) {
  const tree = parse(text.replaceAll('\ufeff', '').replaceAll(/\r+\n/g, '\n'));
  const tokens: string[] = [];
  const comments: string[] = [];
  for (const [i, section] of tree.sections.entries()) {
    for (const { kind, start, end } of tokensOf(tree, section)) {
      const token = tree.text.slice(tree.starts[i]! + start, tree.starts[i]! + end);
      if (kind === Kind.Comment) comments.push(token);
      else if (kind === Kind.String) tokens.push(inDoubleQuotes(token));
      else if (kind !== Kind.Whitespace && kind !== Kind.Comma && kind !== Kind.Semicolon)
        tokens.push(token === '<' ? '{' : token === '>' ? '}' : token);
    }
  }
  return { tokens, comments: comments.sort() };
}

const keepsAll = (text: string) => assert.deepEqual(saidBy(format(text)), saidBy(text));

test('formatting any sequence of UTF-16 units keeps every token and comment', () => {
  fc.assert(fc.property(anyText, keepsAll), runs(200));
});

test('formatting legal and illegal tokens in any order keeps every token and comment', () => {
  fc.assert(fc.property(tokenSoup, keepsAll), runs(400));
});

test('formatting badly indented lines keeps every token and comment', () => {
  fc.assert(fc.property(crookedLines, keepsAll), runs(200));
});

test('formatting configurations with a few mistakes keeps every token and comment', () => {
  fc.assert(fc.property(mutated(configuration), keepsAll), runs(200));
});

/**
 * Cases that txtpbfmt itself formats in two steps: on one line, a string of several literals or a list after a comment;
 * a separator at the start of a line.
 */
const TWO_STEPS = /^ {3}"|\[ #|^\s*[;,]/m;

test('formatting blocks with a few mistakes a second time changes nothing', () => {
  fc.assert(
    fc.property(mutated(blocks), (text) => {
      const once = format(text);
      fc.pre(!TWO_STEPS.test(once + text));
      assert.equal(format(once), once);
    }),
    runs(400),
  );
});

test('formatting legal and illegal tokens a third time changes nothing', () => {
  fc.assert(
    fc.property(tokenSoup, (text) => {
      const twice = format(format(text));
      assert.equal(format(twice), twice);
    }),
    runs(400),
  );
});

function applied(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight(
    (result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end),
    text,
  );
}

test("the edits sent to an editor give the formatted text with the text's line endings", () => {
  fc.assert(
    fc.property(fc.oneof(tokenSoup, mutated(blocks), mutated(configuration)), fc.boolean(), (mixed, crlf) => {
      const text = crlf ? mixed.replaceAll(/\r*\n/g, '\r\n') : mixed.replaceAll('\r', '');
      const edits = formattingEdits(text);
      const formatted = format(text);
      assert.equal(
        applied(text, edits),
        text.includes('\r\n') ? formatted.replaceAll('\n', '\r\n') : formatted,
      );
      for (const [i, { start, end }] of edits.entries())
        assert.ok(start <= end && end <= (edits[i + 1]?.start ?? end));
    }),
    runs(400),
  );
});

test('formatting a range keeps every token and comment, and changes nothing outside', () => {
  const texts = fc.oneof(tokenSoup, crookedLines, mutated(blocks));
  fc.assert(
    fc.property(texts, fc.nat(200), fc.nat(100), (mixed, start, length) => {
      const text = mixed.replaceAll('\r', '');
      const range = { start, end: start + length };
      const edits = rangeFormattingEdits(text, [range]);
      assert.deepEqual(saidBy(applied(text, edits)), saidBy(text));
      for (const edit of edits) assert.ok(edit.start < Math.max(range.end, start + 1) && edit.end > start);
    }),
    runs(400),
  );
});

test('a wrapped string fills its lines up to the column, which counts the indentation, at any depth', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 30 });
  const column = fc.integer({ min: 30, max: 60 });
  fc.assert(
    fc.property(fc.nat(5), column, words, fc.boolean(), (depth, column, words, anywhere) => {
      const content = words.join(' ');
      const rule = `wrap_strings_at_column=${column}${anywhere ? ', wrap_strings_without_wordwrap' : ''}`;
      const blocks = ['a {\n'.repeat(depth), '}\n'.repeat(depth)];
      const lines = format(`# txtpbfmt: ${rule}\n${blocks[0]}b: "${content}"\n${blocks[1]}`)
        .split('\n')
        .filter((line) => line.endsWith('"'));
      const pieces = lines.map((line) => line.slice(line.indexOf('"') + 1, -1));
      assert.equal(pieces.join(''), content);
      // A string on one line may stand behind its name, which does not count.
      const ends = pieces.map((piece) => 2 * (depth + 1) + piece.length + 2);
      for (const [i, end] of ends.entries()) {
        assert.ok(end <= column, `line ${i} ends at ${end}`);
        const next = pieces[i + 1];
        // A word needs room for a space, too.
        const more = next && (anywhere ? 1 : /^\S+/.exec(next)![0].length + 1);
        assert.ok(!more || end + more > column, `line ${i} ends at ${end} before ${next}`);
      }
    }),
    runs(300),
  );
});
