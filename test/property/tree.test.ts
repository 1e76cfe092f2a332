// The tree is lossless: for any text, its tokens concatenate to it and its nodes nest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from '../../server/src/textproto/parser';
import { anyText, blocks, configuration, crookedLines, mutated, tokenSoup } from './generators';
import { runs } from './runs';
import { flaw } from './shape';

const lossless = (text: string) => assert.equal(flaw(parse(text)), undefined);

test('any sequence of UTF-16 units gives a lossless tree', () => {
  fc.assert(fc.property(anyText, lossless), runs(10_000));
});

test('legal and illegal tokens in any order give a lossless tree', () => {
  fc.assert(fc.property(tokenSoup, lossless), runs(10_000));
});

test('blocks in any layout, with a few mistakes, give a lossless tree', () => {
  fc.assert(fc.property(mutated(blocks), lossless), runs(5_000));
});

test('badly indented lines give a lossless tree', () => {
  fc.assert(fc.property(crookedLines, lossless), runs(5_000));
});

test('configurations with a few mistakes give a lossless tree', () => {
  fc.assert(fc.property(mutated(configuration), lossless), runs(2_000));
});

test('well-formed blocks parse without an error in every layout', () => {
  fc.assert(
    fc.property(fc.array(blocks, { maxLength: 3 }), (parts) => {
      const { sections } = parse(parts.join('\n'));
      assert.deepEqual(
        sections.flatMap(({ errors }) => errors),
        [],
      );
    }),
    runs(3_000),
  );
});
