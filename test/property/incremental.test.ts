// Incremental parsing of an edit equals parsing the whole text.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Analyzer, type Snapshot } from '../../server/src/languages/snapshot';
import { diagnose } from '../../server/src/languages/textproto/diagnostics';
import { folds } from '../../server/src/languages/textproto/folds';
import { outline } from '../../server/src/languages/textproto/outline';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';
import { OpenDocument } from '../../server/src/server/documents/open-document';
import { ProgramInputs } from '../../server/src/server/documents/program-inputs';
import { toDocumentSymbols, toFoldingRanges } from '../../server/src/server/requests/convert';
import {
  applyEdit,
  blocks,
  configuration,
  crookedLines,
  document,
  type Edit,
  edit,
  tokenSoup,
} from './generators';
import { runs } from './runs';
import { shapeOf } from './shape';

const options = { path: 'tpu_embedding.textproto' };

function findings(snapshot: Snapshot) {
  return diagnose(snapshot).map(({ fixes, ...rest }) => rest);
}

/** The outline and the folds as an editor gets them. */
function shown(snapshot: Snapshot, analyzer: Analyzer) {
  const document = new OpenDocument(
    'file:///a.textproto',
    'textproto',
    1,
    snapshot.text,
    { analyzer: () => analyzer, environment: () => ({}), isExcluded: () => false, accepted: () => undefined },
    new ProgramInputs('file:///a.textproto'),
  );
  return {
    symbols: toDocumentSymbols(document, outline(snapshot)),
    folds: toFoldingRanges(document, folds(snapshot)),
  };
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
    assert.deepStrictEqual(shown(snapshot, analyzer), shown(full, analyzer));
  }
}

const sessions = (text: fc.Arbitrary<string>) =>
  fc.property(text, fc.array(edit, { minLength: 1, maxLength: 8 }), sameAsFull);

test('reparsing short random texts equals parsing from scratch', () => {
  fc.assert(sessions(document), runs(400));
});

test('reparsing edited sequences of blocks equals parsing from scratch', () => {
  const rows = fc.array(blocks, { minLength: 2, maxLength: 8 }).map((parts) => parts.join('\n'));
  fc.assert(sessions(rows), runs(250));
});

test('reparsing edited tokens in random order equals parsing from scratch', () => {
  fc.assert(
    sessions(fc.array(tokenSoup, { minLength: 1, maxLength: 4 }).map((s) => s.join('\n'))),
    runs(500),
  );
});

test('reparsing edited lines with wrong indentation equals parsing from scratch', () => {
  fc.assert(sessions(crookedLines), runs(600));
});

test('reparsing edited configurations equals parsing from scratch', () => {
  fc.assert(sessions(configuration), runs(200));
});

const replace = (at: number, remove: number, insert: string): Edit => ({ at, remove, insert });
const MANY_OPEN = 'a {\n'.repeat(8);

/** Edits with far-reaching effects: a text, and a sequence of edits. */
const FAR: Readonly<Record<string, readonly [string, ...Edit[]]>> = {
  'text before a byte order mark': ['\ufeff\na: 1\n', replace(0, 0, 'x: 1')],
  'a byte order mark that becomes the first character': ['x: 1\ufeff\na: 1\n', replace(0, 4, '')],
  'a closer far below, for a block that was read by its indentation': [
    'z {\n }\n  a { c {\n  b: 1\n}\nd: 1\ne: 1\n',
    replace(-1, 0, '}'),
  ],
  'one block less of too many that are open': [
    `${MANY_OPEN}b {\nc: 1\n}\n`,
    replace(0, 4, ''),
    replace(0, 0, 'a {\n'),
  ],
  'a stray closer that goes': ['a {\n b: 1 }\n c: 1\n}\nd: 1\n', replace(11, 1, '')],
  'a stray closer that comes': ['a {\n b: 1 }\n c: 1\n\nd: 1\n', replace(19, 0, '}')],
  'blanks behind the end of a heredoc': [
    'a: <<E\nx\nE         \nb: 1\n',
    replace(19, 0, 'x'),
    replace(19, 1, ''),
  ],
  'a quote': ['a: "x\nb: "y"\n', replace(5, 0, '"'), replace(5, 1, '')],
};

suite('reparsing after an edit of most of the text equals parsing from scratch', () => {
  for (const [name, [text, ...edits]] of Object.entries(FAR)) test(name, () => sameAsFull(text, edits));
});
