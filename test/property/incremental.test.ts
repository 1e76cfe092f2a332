// Reading only what an edit touched gives what reading the whole text gives.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Analyzer, type Snapshot } from '../../server/src/analysis';
import { diagnose } from '../../server/src/features/diagnostics';
import { builtin } from '../../server/src/schema/builtin';
import { DEFAULT_SETTINGS } from '../../server/src/settings';
import { applyEdit, blocks, configuration, document, type Edit, edit, tokenSoup } from './generators';
import { runs } from './runs';
import { shapeOf } from './shape';

const options = { path: 'tpu_embedding.textproto' };

function findings(snapshot: Snapshot) {
  return diagnose(snapshot).map(({ fixes, ...rest }) => rest);
}

function sameAsFull(start: string, edits: readonly Edit[]): void {
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
  let snapshot = analyzer.open(start, options);
  for (const next of edits) {
    const { text, ...change } = applyEdit(snapshot.text, next);
    snapshot = analyzer.change(snapshot, text, change);
    const full = new Analyzer(builtin, DEFAULT_SETTINGS).open(text, options);
    assert.deepStrictEqual(shapeOf(snapshot.tree), shapeOf(full.tree));
    assert.deepStrictEqual(snapshot.tree.starts, full.tree.starts);
    assert.deepStrictEqual(findings(snapshot), findings(full));
  }
}

const sessions = (text: fc.Arbitrary<string>) =>
  fc.property(text, fc.array(edit, { minLength: 1, maxLength: 8 }), sameAsFull);

test('edits of short texts', () => {
  fc.assert(sessions(document), runs(3_000));
});

test('edits of rows of blocks', () => {
  const rows = fc.array(blocks, { minLength: 2, maxLength: 8 }).map((parts) => parts.join('\n'));
  fc.assert(sessions(rows), runs(3_000));
});

test('edits of tokens in any order', () => {
  fc.assert(
    sessions(fc.array(tokenSoup, { minLength: 1, maxLength: 4 }).map((s) => s.join('\n'))),
    runs(3_000),
  );
});

test('edits of configurations', () => {
  fc.assert(sessions(configuration), runs(500));
});
