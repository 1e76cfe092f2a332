// The cases in test/fixtures for features at a cursor and for features of a whole text. Each case's text has a cursor
// `|` if needed, and a part has the expected result.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { OutlineSymbol } from '../../../server/src/languages/answers';
import type { Snapshot } from '../../../server/src/languages/snapshot';
import { definition } from '../../../server/src/languages/textproto/definition';
import { folds } from '../../../server/src/languages/textproto/folds';
import { highlights } from '../../../server/src/languages/textproto/highlights';
import { hover } from '../../../server/src/languages/textproto/hover';
import { links } from '../../../server/src/languages/textproto/links';
import { outline } from '../../../server/src/languages/textproto/outline';
import { selectionRanges } from '../../../server/src/languages/textproto/selection-ranges';
import { semanticTokens } from '../../../server/src/languages/textproto/semantic-tokens';
import { caseFiles, readCases } from '../../support/fixtures';
import { snapshotOf, takeCursor } from '../../support/snapshots';

/** How the result of each folder's feature is shown as text; with `includes`, a part need only be contained. */
const features: Readonly<
  Record<string, { show: (s: Snapshot, offset: number) => string; cursor: boolean; includes?: boolean }>
> = {
  hover: { cursor: true, includes: true, show: (s, offset) => hover(s, offset)?.markdown ?? 'nothing' },
  definition: {
    cursor: true,
    show: (s, offset) => {
      const found = definition(s, offset);
      if (!found) return 'nothing';
      const { target } = found;
      const from = s.text.slice(found.start, found.end);
      return target.kind === 'proto'
        ? `${from} -> ${target.location.file.split('/').at(-1)}`
        : `${from} -> ${s.text.slice(target.start, target.end)} on line ${s.text.slice(0, target.start).split('\n').length}`;
    },
  },
  highlight: {
    cursor: true,
    show: (s, offset) =>
      highlights(s, offset)
        .map(({ start, end }) => `${s.text.slice(0, start).split('\n').length}: ${s.text.slice(start, end)}`)
        .join('\n') || 'nothing',
  },
  selection: {
    cursor: true,
    show: (s, offset) =>
      selectionRanges(s, offset)
        .map(({ start, end }) => JSON.stringify(s.text.slice(start, end)))
        .join('\n'),
  },
  outline: {
    cursor: false,
    show: (s) =>
      outline(s)
        .flatMap(({ answers }) => answers.flatMap((symbol) => showSymbol(symbol, '')))
        .join('\n'),
  },
  links: {
    cursor: false,
    show: (s) =>
      links(s)
        .map(({ start, end, to }) => `${s.text.slice(start, end)} -> ${Object.entries(to).join(' ')}`)
        .join('\n'),
  },
  'semantic-tokens': {
    cursor: false,
    show: (s) =>
      semanticTokens(s, { start: 0, end: s.text.length })
        .flatMap(({ start: base, answers }) =>
          answers.map(
            ({ start, end, type, isDeprecated }) =>
              `${isDeprecated ? 'deprecated ' : ''}${type} ${s.text.slice(base + start, base + end)}`,
          ),
        )
        .join('\n'),
  },
  folding: {
    cursor: false,
    show: (s) => {
      const lineOf = (offset: number) => s.text.slice(0, offset).split('\n').length;
      return folds(s)
        .flatMap(({ start: base, answers }) =>
          answers.map(({ start, end, kind }) => `${kind} ${lineOf(base + start)}-${lineOf(base + end)}`),
        )
        .join('\n');
    },
  },
};

function showSymbol({ name, detail, kind, children }: OutlineSymbol, indent: string): string[] {
  const line = `${indent}${kind} ${name}${detail ? ` (${detail})` : ''}`;
  return [line, ...children.flatMap((child) => showSymbol(child, `${indent}  `))];
}

for (const [folder, { show, cursor, includes }] of Object.entries(features)) {
  for (const file of caseFiles(folder)) {
    suite(file, () => {
      for (const fixture of readCases(file)) {
        test(fixture.name, () => {
          const { text, offset } = cursor ? takeCursor(fixture.text) : { text: fixture.text, offset: 0 };
          const shown = show(snapshotOf(text), offset);
          const [part, hidden] = fixture.parts;
          assert.ok(part, 'the case says nothing of what must come out');
          for (const line of hidden?.text.trimEnd().split('\n') ?? []) {
            assert.ok(!shown.includes(line), `shown all the same: ${line}\nshown:\n${shown}`);
          }
          if (!includes || part.text.trim() === 'nothing') return assert.equal(shown, part.text.trimEnd());
          for (const line of part.text.split('\n')) {
            assert.ok(shown.includes(line), `not shown: ${line}\nshown:\n${shown}`);
          }
        });
      }
    });
  }
}

test('a long outline omits its deepest levels, not the end of the text', () => {
  const tables = (count: number) =>
    outline(snapshotOf('table_descriptor { name: "a" dimension: 8 }\n'.repeat(count))).flatMap(
      ({ answers }) => answers,
    );
  const isNested = (symbols: readonly OutlineSymbol[]) => symbols.map(({ children }) => children.length);
  assert.deepEqual(isNested(tables(1000)), Array(1000).fill(2));
  assert.deepEqual(isNested(tables(2000)), Array(2000).fill(0));
  assert.equal(tables(10_000).length, 5000);
});
