// The cases in test/fixtures/hints and test/fixtures/python-hints: the text with its hints, those off by default in «»
// instead of ‹›. The cases in test/fixtures/lenses and test/fixtures/python-lenses: the text with lenses above its
// lines.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import type { Hint } from '../../../server/src/languages/answers';
import type { Analysis } from '../../../server/src/languages/language';
import { said } from '../../../server/src/languages/phrase';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { caseFiles, readCases } from '../../support/fixtures';
import { withHints, withLenses } from '../../support/hints';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

const hintsOf = (analysis: Analysis, range = { start: 0, end: analysis.text.length }) =>
  analysis.hints(range, {});

for (const [folder, path] of [
  ['hints', 'case.textproto'],
  ['python-hints', 'case.py'],
] as const) {
  const analyze = (text: string) => languageOf('', path).analyze(text, { analyzer, path, named: true });
  for (const file of caseFiles(folder)) {
    suite(file, () => {
      for (const { name, text, parts } of readCases(file)) {
        const analysis = analyze(text);
        test(name, () => assert.equal(withHints(text, hintsOf(analysis)), parts[0]?.text.trimEnd()));

        test(`${name}: a range only has its own hints`, () => {
          const all = hintsOf(analysis);
          for (let start = 0; start < text.length; start += 7) {
            const range = { start, end: start + 30 };
            const inside = all.filter(({ at }) => range.start <= at && at <= range.end);
            assert.deepEqual(hintsOf(analysis, range), inside);
          }
        });

        test(`${name}: inserting a hint's text means the same`, () => {
          const all = hintsOf(analysis);
          for (const { edits = [], label, kind } of all) {
            const written = edits
              .toSorted((a, b) => b.start - a.start)
              .reduce((now, { start, end, newText }) => now.slice(0, start) + newText + now.slice(end), text);
            if (written === text) continue;
            const count = (found: readonly Hint[]) =>
              found.filter((hint) => said(hint.label) === said(label) && hint.kind === kind).length;
            const after = analyze(written);
            assert.equal(count(hintsOf(after)), count(all) - 1, written);
            const others = (from: Analysis) =>
              hintsOf(from)
                .filter((hint) => hint.kind !== kind)
                .map((hint) => hint.label);
            assert.deepEqual(others(after), others(analysis), written);
            const errors = (from: Analysis) =>
              from
                .diagnose()
                .filter(({ severity }) => severity === 'error')
                .map(({ code }) => code);
            assert.deepEqual(errors(after), errors(analysis), written);
          }
        });
      }
    });
  }
}

for (const [folder, path] of [
  ['lenses', 'case.textproto'],
  ['python-lenses', 'case.py'],
] as const)
  for (const file of caseFiles(folder))
    suite(file, () => {
      for (const { name, text, parts } of readCases(file))
        test(name, () => {
          const analysis = languageOf('', path).analyze(text, { analyzer, path, named: true });
          const lenses = analysis.lenses({ numHosts: 1, numReplicas: 8, perReplicaBatchSize: 16 });
          assert.equal(withLenses(text, lenses), parts[0]?.text.trimEnd());
        });
    });
