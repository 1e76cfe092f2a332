import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from '../../server/src/languages/diagnostic';
import { apply } from './check';
import { type Case, caseFiles, type Mark, readCases, renderMark, updateMarks } from './fixtures';

/**
 * Checks the cases of a folder: diagnostics equal the marks, and each fix gives its text. A `snippet` is a fix with
 * placeholders, and `no-fix` names one that must not exist. UPDATE=1 rewrites the marks of cases that fail, with whole
 * messages, for you to check and shorten.
 */
export function proveCases(folder: string, diagnose: (fixture: Case) => readonly Diagnostic[]): void {
  for (const file of caseFiles(folder)) {
    suite(file, () => {
      for (const fixture of readCases(file)) test(fixture.name, () => prove(fixture, diagnose(fixture)));
    });
  }
}

function prove(fixture: Case, found: readonly Diagnostic[]): void {
  const marks = marksOf(fixture.text, found);
  const all = { unmet: [], unmarked: [] };
  const missed = difference(fixture.marks, marks);
  if (!process.env['UPDATE']) assert.deepEqual(missed, all);
  else if (!isDeepStrictEqual(missed, all)) updateMarks(fixture, marks);
  const fixes = found.flatMap((diagnostic) => diagnostic.fixes());
  for (const { key, argument, text } of fixture.parts) {
    if (!PARTS.has(key)) continue;
    const fix = fixes.find(({ title }) => title === argument);
    if (key === 'no-fix') {
      assert.equal(fix, undefined, `there is a fix "${argument}"`);
      continue;
    }
    assert.ok(
      fix,
      `no fix "${argument}"; there are: ${fixes.map(({ title }) => title).join(' | ') || 'none'}`,
    );
    assert.equal(fix.isSnippet === true, key === 'snippet', 'whether it is for editors with snippets only');
    assert.equal(apply(fixture.text, fix), text);
  }
}

/** What is expected and not found, and what is found and not expected. */
function difference(wanted: readonly Mark[], found: readonly Mark[]) {
  const actual = found.map(render);
  const expected = wanted.map(render);
  const met = expected.map((line) =>
    actual.find((a) => a.startsWith(headOf(line)) && a.includes(wordsOf(line))),
  );
  return {
    unmet: expected.filter((_, i) => met[i] === undefined),
    unmarked: actual.filter((a) => !met.includes(a)),
  };
}

const PARTS: ReadonlySet<string> = new Set(['fix', 'snippet', 'no-fix']);

function marksOf(text: string, diagnostics: readonly Diagnostic[]): Mark[] {
  return diagnostics.map(({ start, end, severity, code, message }) => {
    const line = text.slice(0, start).split('\n').length - 1;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const newline = text.indexOf('\n', start);
    const lineEnd = newline < 0 ? text.length : newline;
    const stop = Math.min(end, Math.max(lineEnd, start));
    return { line, start: start - lineStart, end: stop - lineStart, severity, code, words: message };
  });
}

const render = (mark: Mark) => `${mark.line + 1}: ${renderMark(mark)}`;
const headOf = (line: string) => line.slice(0, line.indexOf(']') + 1);
const wordsOf = (line: string) => line.slice(line.indexOf(']') + 1).trim();
