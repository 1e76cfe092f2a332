// The cases in test/fixtures/rules: every diagnostic is marked and every mark is met, and each fix gives its text.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Analyzer, type Snapshot } from '../../server/src/analysis';
import { type Diagnostic, diagnose } from '../../server/src/features/diagnostics';
import { rules } from '../../server/src/rules';
import type { Fix } from '../../server/src/rules/rule';
import { builtin } from '../../server/src/schema/builtin';
import { DEFAULT_SETTINGS } from '../../server/src/settings';
import { startOf } from '../../server/src/textproto/tree';
import { type Case, caseFiles, readCases, renderMark } from '../support/fixtures';

/** A flag names the groups of rules that are on, so that a case may be a fragment; without flags all are. */
function analyze({ text, flags }: Pick<Case, 'text' | 'flags'>): Snapshot {
  const groups = new Set(flags);
  const off = rules.filter((rule) => groups.size > 0 && !groups.has(rule.group));
  const settings = {
    ...DEFAULT_SETTINGS,
    rules: Object.fromEntries(off.map((rule) => [rule.code, 'off' as const])),
  };
  return new Analyzer(builtin, settings).open(text, { path: 'case.textproto', named: true });
}

function render(text: string, diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ start, end, severity, code, message }) => {
    const line = text.slice(0, start).split('\n').length - 1;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const newline = text.indexOf('\n', start);
    const lineEnd = newline < 0 ? text.length : newline;
    const stop = Math.min(end, Math.max(lineEnd, start));
    const mark = { line, start: start - lineStart, end: stop - lineStart, severity, code, words: message };
    return `${line + 1}: ${renderMark(mark)}`;
  });
}

function apply({ tree, text }: Snapshot, fix: Fix): string {
  const edits = fix.edits
    .map(({ span, newText }) => ({
      start: startOf(tree, span.section) + span.start,
      end: startOf(tree, span.section) + span.end,
      newText,
    }))
    .sort((a, b) => b.start - a.start);
  return edits.reduce(
    (result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end),
    text,
  );
}

for (const file of caseFiles('rules')) {
  suite(file, () => {
    for (const fixture of readCases(file)) {
      test(fixture.name, () => {
        const snapshot = analyze(fixture);
        const found = diagnose(snapshot);
        const actual = render(fixture.text, found);
        const expected = fixture.marks.map((mark) => `${mark.line + 1}: ${renderMark(mark)}`);
        const met = expected.map((line) =>
          actual.find((a) => a.startsWith(headOf(line)) && a.includes(wordsOf(line))),
        );
        assert.deepEqual(
          {
            unmet: expected.filter((_, i) => met[i] === undefined),
            unmarked: actual.filter((a) => !met.includes(a)),
          },
          { unmet: [], unmarked: [] },
        );
        const fixes = found.flatMap((diagnostic) => diagnostic.problem.fixes?.() ?? []);
        for (const { key, argument, text } of fixture.parts) {
          if (key !== 'fix') continue;
          const fix = fixes.find(({ title }) => title === argument);
          assert.ok(
            fix,
            `no fix "${argument}"; there are: ${fixes.map(({ title }) => title).join(' | ') || 'none'}`,
          );
          assert.equal(apply(snapshot, fix), text);
        }
      });
    }
  });
}

const headOf = (line: string) => line.slice(0, line.indexOf(']') + 1);
const wordsOf = (line: string) => line.slice(line.indexOf(']') + 1).trim();
