// For any text, nothing throws, and no range lies outside the text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TextEdit } from '../../server/src/basics/range';
import type { OutlineSymbol } from '../../server/src/languages/answers';
import { fixAll, quickFixes } from '../../server/src/languages/fixes';
import { Analyzer, type Snapshot } from '../../server/src/languages/snapshot';
import { diagnose } from '../../server/src/languages/textproto/diagnostics';
import { folds } from '../../server/src/languages/textproto/folds';
import { outline } from '../../server/src/languages/textproto/outline';
import { selectionRanges } from '../../server/src/languages/textproto/selection-ranges';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';
import { configuration, document, mutated, tokenSoup } from './generators';
import { runs } from './runs';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

function open(text: string): Snapshot {
  return analyzer.open(text, { path: 'tpu_embedding.textproto' });
}

function assertInside(text: string, ranges: Iterable<{ start: number; end: number }>): void {
  for (const { start, end } of ranges) {
    assert.ok(0 <= start && start <= end && end <= text.length, `${start}…${end} of ${text.length}`);
  }
}

function assertDisjoint(changes: readonly TextEdit[]): void {
  const sorted = [...changes].sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [i, change] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before) assert.ok(before.end <= change.start, JSON.stringify([before, change]));
  }
}

function apply(text: string, changes: readonly TextEdit[]): string {
  return changes
    .toReversed()
    .reduce((result, c) => result.slice(0, c.start) + c.newText + result.slice(c.end), text);
}

test('ranges of diagnostics and their fixes lie in the text', () => {
  const property = fc.property(document, (text) => {
    const snapshot = open(text);
    const diagnostics = diagnose(snapshot);
    for (const diagnostic of diagnostics) {
      assertInside(text, [diagnostic, ...diagnostic.related]);
      assert.ok(diagnostic.message.length > 0);
    }
    for (const action of quickFixes(text, diagnostics, 0, text.length)) {
      assertInside(text, action.changes);
      assertDisjoint(action.changes);
      assert.ok(action.changes.length > 0 && action.title.length > 0);
    }
    void snapshot.derived;
  });
  fc.assert(property, runs(4_000));
});

test('fixing all mistakes edits each place once, and the result can be read', () => {
  const property = fc.property(fc.oneof(mutated(configuration), document), (text) => {
    const snapshot = open(text);
    const changes = fixAll(diagnose(snapshot));
    assertInside(text, changes);
    assertDisjoint(changes);
    const fixed = open(apply(text, changes));
    diagnose(fixed);
  });
  fc.assert(property, runs(2_000));
});

test('ranges of outline, folds and selections lie in the text', () => {
  const property = fc.property(
    document,
    fc.array(fc.nat({ max: 3000 }), { maxLength: 6 }),
    (text, offsets) => {
      const snapshot = open(text);
      const check = (part: string, symbols: readonly OutlineSymbol[]) => {
        for (const symbol of symbols) {
          const { start, end, nameStart, nameEnd, children } = symbol;
          assertInside(part, [symbol, { start: nameStart, end: nameEnd }]);
          assert.ok(start <= nameStart && nameEnd <= end, 'the name lies in the entry');
          for (const child of children) assert.ok(start <= child.start && child.end <= end, 'children nest');
          check(part, children);
        }
      };
      for (const { start, answers } of outline(snapshot)) check(text.slice(start), answers);
      for (const { start, answers } of folds(snapshot)) assertInside(text.slice(start), answers);
      for (const offset of [0, text.length, ...offsets.map((at) => at % (text.length + 1))]) {
        const ranges = selectionRanges(snapshot, offset);
        assertInside(text, ranges);
        for (const [i, { start, end }] of ranges.entries()) {
          assert.ok(start <= offset && offset <= end, `${start}…${end} holds ${offset}`);
          const inner = ranges[i - 1];
          if (inner) assert.ok(start <= inner.start && inner.end <= end, 'each range holds the one before');
        }
      }
    },
  );
  fc.assert(property, runs(4_000));
});

test('any header, path and suppression comment is accepted', () => {
  const line = fc.oneof(
    tokenSoup,
    fc.string().map((name) => `# proto-message: ${name}\n`),
    fc.string().map((codes) => `# tpu-embedding: ignore[${codes}]\n`),
    fc.constant('# proto-message: TPUEmbeddingConfiguration\n'),
  );
  const property = fc.property(fc.array(line, { maxLength: 5 }), fc.string(), (lines, path) => {
    const text = lines.join('');
    const snapshot = analyzer.open(text, { path });
    const diagnostics = diagnose(snapshot);
    assertInside(text, diagnostics);
    assertInside(
      text,
      quickFixes(text, diagnostics, 0, text.length).flatMap(({ changes }) => changes),
    );
  });
  fc.assert(property, runs(3_000));
});
