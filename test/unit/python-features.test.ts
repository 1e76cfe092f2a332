// The cases in test/fixtures/python-*. `|` is the cursor. Parts of a case for completion:
//   has, not           labels that are offered, or not
//   first, last, only  labels at the top, at the end, or all of them, in order; `nothing` where there are none
//   detail             `label = detail`
//   deprecated         labels that are marked so
//   snippet            the text to insert, with its stops
//   accept             the whole text after accepting a label; insert, replace: where the two ways differ
// The first part of a case for hover is what the Markdown must contain, line by line; for a signature the label
// with the active parameter in `«»`; for a definition the range and the place it leads to.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type PythonFile, readPython } from '../../server/src/calls/python-file';
import { type Completion, resolveCompletion } from '../../server/src/features/completion';
import { completePython } from '../../server/src/features/python/completion';
import { definitionPython } from '../../server/src/features/python/definition';
import { hoverPython } from '../../server/src/features/python/hover';
import { signatureHelp } from '../../server/src/features/python/signature';
import { walk } from '../../server/src/python/tree';
import { builtin } from '../../server/src/schema/builtin';
import { type Case, caseFiles, type Part, readCases } from '../support/fixtures';
import { takeCursor } from '../support/snapshots';
import { expandSnippet } from '../support/snippet-text';

function read(text: string): PythonFile {
  const file = readPython(text);
  assert.ok(file, 'the text does not use TPU embedding');
  return file;
}

function readCase({ text, flags }: Case): { file: PythonFile; offset: number } {
  const { text: source, offset } = takeCursor(text);
  return { file: read(flags.includes('no-newline') ? source.replace(/\n$/, '') : source), offset };
}

function accept(text: string, completion: Completion, mode: 'insert' | 'replace'): string {
  const { start, end } = mode === 'insert' ? completion.insertRange : completion.replaceRange;
  const body = completion.isSnippet ? expandSnippet(completion.insert) : completion.insert;
  return text.slice(0, start) + body + text.slice(end);
}

/** How much of a file is not as it should be. */
function faults({ tree, calls }: PythonFile): { gaps: number; unclosed: number; problems: number } {
  let gaps = 0;
  for (const { kind } of walk(tree.module)) if (kind === 'missing') gaps++;
  const problems = calls.flatMap(({ binding }) => binding.problems).filter(({ kind }) => kind !== 'missing');
  return { gaps, unclosed: tree.calls.filter(({ close }) => close < 0).length, problems: problems.length };
}

/** What holds for every completion anywhere. */
function assertSound(file: PythonFile, offset: number, completions: readonly Completion[]): void {
  const { text } = file;
  const before = faults(file);
  const labels = completions.map(({ label }) => label);
  assert.deepEqual(labels, [...new Set(labels)], 'a label comes twice');
  const keys = completions.map(({ sortText }) => sortText);
  assert.deepEqual(keys, [...keys].sort(), 'they are not in the order of their sort keys');
  for (const completion of completions) {
    const { insertRange, replaceRange, data, label } = completion;
    assert.equal(insertRange.start, replaceRange.start);
    assert.ok(replaceRange.start <= offset && offset <= replaceRange.end);
    assert.ok(insertRange.end === offset || insertRange.end === replaceRange.end);
    assert.ok(data && resolveCompletion(builtin, data).documentation !== '', `${label} is not documented`);
    for (const mode of ['insert', 'replace'] as const) {
      const after = accept(text, completion, mode);
      const read = readPython(after);
      // A module need not have to do with TPU embedding before something of it is named.
      if (!read && completion.kind === 'module') continue;
      assert.ok(read, `nothing is recognised after ${label}`);
      const found = faults(read);
      const shown = `${label} (${mode}):\n${after}`;
      assert.ok(found.gaps <= before.gaps, `something is missing after ${shown}`);
      assert.ok(found.unclosed <= before.unclosed, `a call is not closed after ${shown}`);
      // The rest of a word that something is inserted in may make a name of it that there is not.
      if (mode === 'replace' && data.kind === 'parameter')
        assert.ok(found.problems <= before.problems, `a call is wrong after ${shown}`);
    }
  }
}

function check(part: Part, { text }: PythonFile, completions: readonly Completion[], ended: boolean): void {
  const labels = completions.map(({ label }) => label);
  const names = part.argument === '' ? [] : part.argument.split(', ');
  const offered = `offered: ${labels.join(', ')}`;
  const find = (label: string): Completion => {
    const found = completions.find((completion) => completion.label === label);
    assert.ok(found, `${label} is not among ${offered}`);
    return found;
  };
  const accepts = (...modes: ('insert' | 'replace')[]) => {
    for (const mode of modes) {
      const expected = ended ? part.text : part.text.replace(/\n$/, '');
      assert.equal(accept(text, find(part.argument), mode).trimEnd(), expected.trimEnd(), mode);
    }
  };
  switch (part.key) {
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
      const [, label = '', detail] = /^(\S+) = (.*)$/.exec(part.argument) ?? [];
      return assert.equal(find(label).detail, detail);
    }
    case 'snippet':
      return assert.equal(`${find(part.argument).insert}\n`, part.text.replace(/\n+$/, '\n'));
    case 'accept':
      return accepts('insert', 'replace');
    case 'insert':
    case 'replace':
      return accepts(part.key);
    default:
      assert.fail(`no such part: ${part.key}`);
  }
}

for (const path of caseFiles('python-completion')) {
  suite(path, () => {
    for (const fixture of readCases(path)) {
      test(fixture.name, () => {
        const { file, offset } = readCase(fixture);
        const completions = completePython(file, offset);
        assert.ok(fixture.parts.length > 0);
        for (const part of fixture.parts)
          check(part, file, completions, !fixture.flags.includes('no-newline'));
        assertSound(file, offset, completions);
      });
    }
  });
}

/** How each folder's feature is shown as text; `includes` where a part need only be contained. */
const features: Readonly<
  Record<string, { show: (file: PythonFile, offset: number) => string; includes?: boolean }>
> = {
  'python-hover': {
    includes: true,
    show: (file, offset) => {
      const found = hoverPython(file, offset);
      return found ? `on: ${file.text.slice(found.start, found.end)}\n${found.markdown}` : 'nothing';
    },
  },
  'python-signature': {
    show: (file, offset) => {
      const found = signatureHelp(file, offset);
      if (!found) return 'nothing';
      const { label, parameters, activeParameter } = found;
      assert.equal(found.parameterDocumentation.length, parameters.length);
      if (activeParameter === undefined) return label;
      const [start, end] = parameters[activeParameter]!;
      return `${label.slice(0, start)}«${label.slice(start, end)}»${label.slice(end)}`;
    },
  },
  'python-definition': {
    show: (file, offset) => {
      const found = definitionPython(file, offset);
      if (found?.target.kind !== 'proto') return 'nothing';
      const { file: proto, line } = found.target.location;
      assert.ok(line > 0);
      return `${file.text.slice(found.start, found.end)} -> ${proto.split('/').at(-1)}`;
    },
  },
};

for (const [folder, { show, includes }] of Object.entries(features)) {
  for (const path of caseFiles(folder)) {
    suite(path, () => {
      for (const fixture of readCases(path)) {
        test(fixture.name, () => {
          const { file, offset } = readCase(fixture);
          const shown = show(file, offset);
          const [part] = fixture.parts;
          assert.ok(part, 'the case says nothing of what must come out');
          if (!includes || part.text.trim() === 'nothing') return assert.equal(shown, part.text.trimEnd());
          for (const line of part.text.trimEnd().split('\n'))
            assert.ok(shown.includes(line), `not shown: ${line}\nshown:\n${shown}`);
        });
      }
    });
  }
}
