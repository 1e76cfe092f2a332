// The cases in test/fixtures/completion. `|` is the cursor. Parts of a case:
//   has, not           labels that are offered, or not
//   first, last, only  labels at the top, at the end, or all of them, in order; `nothing` where there are none
//   detail             `label = detail`
//   snippet            the text to insert, with its stops
//   accept             the whole text after accepting a label; insert, replace: where the two ways differ
// Flags: `crlf`, `no-newline` at the end, `unnamed` (nothing says which message the file holds).
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Analyzer, type Snapshot } from '../../server/src/analysis';
import { type Completion, complete, resolveCompletion } from '../../server/src/features/completion';
import { builtin } from '../../server/src/schema/builtin';
import { DEFAULT_SETTINGS } from '../../server/src/settings';
import { parse } from '../../server/src/textproto/parser';
import { type Case, caseFiles, type Part, readCases } from '../support/fixtures';

type Mode = 'insert' | 'replace';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
const open = (text: string, named = true): Snapshot => analyzer.open(text, { path: 'case.textproto', named });

function read({ text, flags }: Case): { snapshot: Snapshot; offset: number } {
  const marked = convert(text, flags);
  const offset = marked.indexOf('|');
  assert.ok(offset >= 0, 'the case has no cursor');
  return {
    snapshot: open(marked.slice(0, offset) + marked.slice(offset + 1), !flags.includes('unnamed')),
    offset,
  };
}

function convert(text: string, flags: readonly string[]): string {
  const ended = flags.includes('no-newline') ? text.replace(/\n$/, '') : text;
  return flags.includes('crlf') ? ended.replaceAll('\n', '\r\n') : ended;
}

/** The text of a snippet with the defaults of its stops. */
function plain(snippet: string): string {
  return snippet
    .replace(
      /\$\{\d+\|((?:[^\\|,]|\\.)*)[^|]*\|\}|\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\d+/g,
      (_, choice, value) => choice ?? value ?? '',
    )
    .replace(/\\([\\$},|])/g, '$1');
}

/** Does what an editor does: lines are indented like the one that they go into, and end like the text's. */
function accept(text: string, completion: Completion, mode: Mode): string {
  const { start, end } = mode === 'insert' ? completion.insertRange : completion.replaceRange;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, start))![0];
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const body = completion.isSnippet ? plain(completion.insert) : completion.insert;
  const edits = [
    { start, end, newText: body.replaceAll('\n', lineEnd + indent) },
    ...(completion.additionalEdits ?? []),
  ].sort((a, b) => b.start - a.start);
  return edits.reduce(
    (result, edit) => result.slice(0, edit.start) + edit.newText + result.slice(edit.end),
    text,
  );
}

/** How often each syntax error occurs. */
function errorCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of parse(text).sections.flatMap(({ errors }) => errors))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** What holds for every completion anywhere. */
function assertSound({ text, schema }: Snapshot, offset: number, completions: readonly Completion[]): void {
  const before = errorCounts(text);
  const labels = completions.map(({ label }) => label);
  assert.deepEqual(labels, [...new Set(labels)], 'a label comes twice');
  const keys = completions.map(({ sortText }) => sortText);
  assert.deepEqual(keys, [...keys].sort(), 'they are not in the order of their sort keys');
  for (const completion of completions) {
    const { insertRange, replaceRange, data, label } = completion;
    assert.equal(insertRange.start, replaceRange.start);
    assert.ok(replaceRange.start <= offset && offset <= replaceRange.end);
    assert.ok(insertRange.end === offset || insertRange.end === replaceRange.end);
    assert.ok(!text.slice(replaceRange.start, replaceRange.end).includes('\n'));
    assert.deepEqual(JSON.parse(JSON.stringify(data ?? null)), data ?? null);
    if (data) assert.equal(typeof resolveCompletion(schema, data).documentation, 'string');
    for (const mode of ['insert', 'replace'] as const) {
      const after = accept(text, completion, mode);
      for (const [code, count] of errorCounts(after)) {
        assert.ok(
          count <= (before.get(code) ?? 0),
          `${label} (${mode}) brings ${code} at ${offset}:\n${after}`,
        );
      }
    }
  }
}

function check(
  part: Part,
  snapshot: Snapshot,
  completions: readonly Completion[],
  flags: readonly string[],
): void {
  const labels = completions.map(({ label }) => label);
  const names = part.argument.split(', ').filter(Boolean);
  const offered = `offered: ${labels.join(', ') || 'nothing'}`;
  const find = (label: string): Completion => {
    const found = completions.find((completion) => completion.label === label);
    assert.ok(found, `${label} is not offered; ${offered}`);
    return found;
  };
  const accepts = (...modes: Mode[]) => {
    for (const mode of modes)
      assert.equal(accept(snapshot.text, find(part.argument), mode), convert(part.text, flags), mode);
  };
  switch (part.key) {
    case 'has':
      for (const name of names) find(name);
      return;
    case 'not':
      for (const name of names) assert.ok(!labels.includes(name), `${name} is offered`);
      return;
    case 'first':
      assert.deepEqual(labels.slice(0, names.length), names, offered);
      return;
    case 'only':
      assert.deepEqual(labels, names);
      return;
    case 'nothing':
      assert.deepEqual(labels, []);
      return;
    case 'last':
      assert.deepEqual(labels.slice(-names.length), names, offered);
      return;
    case 'detail': {
      const [label = '', detail] = part.argument.split(' = ');
      assert.equal(find(label).detail, detail);
      return;
    }
    case 'snippet':
      assert.equal(`${find(part.argument).insert}\n`, part.text);
      return;
    case 'accept':
      return accepts('insert', 'replace');
    case 'insert':
    case 'replace':
      return accepts(part.key);
  }
  assert.fail(`no such part: ${part.key}`);
}

for (const file of caseFiles('completion')) {
  suite(file, () => {
    for (const fixture of readCases(file)) {
      test(fixture.name, () => {
        const { snapshot, offset } = read(fixture);
        const completions = complete(snapshot, offset);
        assert.ok(fixture.parts.length > 0);
        for (const part of fixture.parts) check(part, snapshot, completions, fixture.flags);
        assertSound(snapshot, offset, completions);
      });
    }
  });
}
