import assert from 'node:assert/strict';
import type { Completion } from '../../server/src/languages/answers';
import type { Part } from './fixtures';
import { expandSnippet } from './snippet-text';

/** The two ways in which editors accept a completion: insert before the rest of a word, or replace the word. */
export type Mode = 'insert' | 'replace';

/** Does the same as an editor: adapts indentation and line endings. */
export function accept(text: string, completion: Completion, mode: Mode): string {
  const { start, end } = mode === 'insert' ? completion.insertRange : completion.replaceRange;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, start))![0];
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const body = completion.isSnippet ? expandSnippet(completion.insert) : completion.insert;
  const edits = [
    { start, end, newText: body.replaceAll('\n', lineEnd + indent) },
    ...(completion.additionalEdits ?? []),
  ].sort((a, b) => b.start - a.start);
  return edits.reduce(
    (result, edit) => result.slice(0, edit.start) + edit.newText + result.slice(edit.end),
    text,
  );
}

/** Checks the offered completions against a part of a case. `written` converts the part's text by the case's flags. */
export function provePart(
  { key, argument, text: expected }: Part,
  text: string,
  completions: readonly Completion[],
  written: (text: string) => string,
): void {
  const labels = completions.map(({ label }) => label);
  const names = argument.split(', ').filter(Boolean);
  const offered = `offered: ${labels.join(', ') || 'nothing'}`;
  const find = (label: string): Completion => {
    const found = completions.find((completion) => completion.label === label);
    assert.ok(found, `${label} is not offered; ${offered}`);
    return found;
  };
  const accepts = (...modes: Mode[]) => {
    for (const mode of modes) assert.equal(accept(text, find(argument), mode), written(expected), mode);
  };
  switch (key) {
    case 'has':
      for (const name of names) find(name);
      return;
    case 'not':
      for (const name of names) assert.ok(!labels.includes(name), `${name} is offered`);
      return;
    case 'first':
      return assert.deepEqual(labels.slice(0, names.length), names, offered);
    case 'last':
      return assert.deepEqual(labels.slice(-names.length), names, offered);
    case 'only':
      return assert.deepEqual(labels, names);
    case 'nothing':
      return assert.deepEqual(labels, []);
    case 'deprecated':
      for (const name of names) assert.equal(find(name).deprecated, true);
      return;
    case 'detail': {
      const [, label = '', detail] = /^(\S+) = (.*)$/.exec(argument) ?? [];
      return assert.equal(find(label).detail, detail);
    }
    case 'snippet':
      return assert.equal(`${find(argument).insert}\n`, expected.replace(/\n+$/, '\n'));
    case 'accept':
      return accepts('insert', 'replace');
    case 'insert':
    case 'replace':
      return accepts(key);
    default:
      assert.fail(`no such part: ${key}`);
  }
}
