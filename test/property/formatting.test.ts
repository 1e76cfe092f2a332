// Formatting changes where things stand, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { format } from '../../server/src/formatting/format';
import { inDoubleQuotes } from '../../server/src/formatting/quotes';
import { Kind } from '../../server/src/textproto/lexer';
import { parse } from '../../server/src/textproto/parser';
import { tokensOf } from '../../server/src/textproto/tree';
import { anyText, blocks, configuration, crookedLines, mutated, tokenSoup } from './generators';
import { runs } from './runs';

/** What a text says: its tokens but for separators, with one kind of brackets and quotes, and its comments. */
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
  fc.assert(fc.property(anyText, keepsAll), runs(500));
});

test('formatting legal and illegal tokens in any order keeps every token and comment', () => {
  fc.assert(fc.property(tokenSoup, keepsAll), runs(1_000));
});

test('formatting crooked lines keeps every token and comment', () => {
  fc.assert(fc.property(crookedLines, keepsAll), runs(500));
});

test('formatting configurations with a few mistakes keeps every token and comment', () => {
  fc.assert(fc.property(mutated(configuration), keepsAll), runs(500));
});

/**
 * What txtpbfmt itself formats in two steps: on one line, a string of several literals or a list with a comment before it;
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
    runs(1_000),
  );
});

test('formatting legal and illegal tokens a third time changes nothing', () => {
  fc.assert(
    fc.property(tokenSoup, (text) => {
      const twice = format(format(text));
      assert.equal(format(twice), twice);
    }),
    runs(1_000),
  );
});
