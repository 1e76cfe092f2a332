// The cases in test/fixtures/names: files of one workspace, one with a cursor `|`, and the references of its name in
// all files.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { followImports } from '../../../../server/src/project/names/imports';
import { Links, type Referent } from '../../../../server/src/project/names/links';
import { movedPaths } from '../../../../server/src/project/names/moves';
import { fileAt, type NamePlace, symbolsAt } from '../../../../server/src/project/names/names';
import { planRename, refuseName } from '../../../../server/src/project/names/rename';
import { findSymbols } from '../../../../server/src/project/names/symbols';
import { type Case, caseFiles, readCases } from '../../../support/fixtures';
import { takeCursor } from '../../../support/snapshots';
import { applied, type FileOfWorkspace, fileOfWorkspace, renamedText } from '../../../support/workspace';

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

const show = (
  { path, analysis: { text } }: FileOfWorkspace,
  { start, end }: { start: number; end: number },
) => `${path}:${lineOf(text, start)}: ${text.slice(start, end)}`;

/** The lines that a rename changes, after the change; or why there is none. */
function renamed(
  links: Links<FileOfWorkspace>,
  referents: readonly Referent<FileOfWorkspace>[],
  name: string,
): string {
  const plan = planRename(links, referents);
  if ('reason' in plan) return plan.reason;
  const refused = refuseName(links, referents[0]!, name);
  if (refused !== undefined) return refused;
  return links.documents
    .flatMap((document) => {
      const text = renamedText(document, plan, name);
      if (text === undefined) return `${document.path}: cannot be written`;
      const before = document.analysis.text.split('\n');
      const after = text.split('\n');
      return after.flatMap((line, i) =>
        line === before[i] ? [] : `${document.path}:${i + 1}: ${line.trim()}`,
      );
    })
    .join('\n');
}

const QUESTIONS: Readonly<
  Record<
    string,
    (links: Links<FileOfWorkspace>, at: FileOfWorkspace, offset: number, argument: string) => string
  >
> = {
  definition(links, at, offset) {
    const file = fileAt(at.names, offset);
    const leads = file && links.documentOf(at, file);
    if (leads) return leads.path;
    return placesOf(links, at, offset, ({ declares }) => declares, true);
  },
  references: (links, at, offset) => placesOf(links, at, offset, () => true),
  rename: (links, at, offset, name) => renamed(links, referentsAt(at, offset), name.replaceAll('\\n', '\n')),
  move: (links, _at, _offset, argument) => {
    const moves = argument.split(', ').map((move) => {
      const [from, to] = move.split(' to ').map((path) => `file:///folder/${path}`);
      return { from: from!, to: to! };
    });
    return movedPaths(links.documents, moves)
      .map(({ document: { analysis, path: own }, file, path }) => {
        const edits = analysis.writePath(file, path);
        if (!edits) return `${own}: cannot be written`;
        const line = lineOf(analysis.text, file.start);
        return `${own}:${line}: ${applied(analysis.text, edits).split('\n')[line - 1]!.trim()}`;
      })
      .join('\n');
  },
  symbols: (links, _at, _offset, query) =>
    findSymbols(links.documents, query)
      .map(
        ({ document, symbol, place }) =>
          `${symbol.kind} ${symbol.name} (${symbol.container}) ${show(document, place)}`,
      )
      .join('\n'),
};

const referentsAt = (document: FileOfWorkspace, offset: number): Referent<FileOfWorkspace>[] =>
  symbolsAt(document.names, offset).map((symbol) => ({ document, symbol }));

function placesOf(
  links: Links<FileOfWorkspace>,
  at: FileOfWorkspace,
  offset: number,
  accept: (place: NamePlace) => boolean,
  guesses = false,
): string {
  const lines = referentsAt(at, offset).flatMap((referent) => {
    const { all, candidates } = links.referentsOf(referent);
    const shown = guesses && candidates.length > 0 ? candidates : all;
    return shown.flatMap(({ document, symbol }) =>
      symbol.places.filter(accept).map((place) => show(document, place)),
    );
  });
  return [...new Set(lines)].sort().join('\n');
}

function workspaceOf({ parts }: Case) {
  let at: { readonly document: FileOfWorkspace; readonly offset: number } | undefined;
  const documents = parts
    .filter(({ key }) => key === 'file')
    .map(({ argument, text: marked }) => {
      if (!marked.includes('|')) return fileOfWorkspace(argument, marked);
      const { text, offset } = takeCursor(marked);
      at = { document: fileOfWorkspace(argument, text), offset };
      return at.document;
    });
  const steps = followImports(documents);
  let step = steps.next();
  while (!step.done) step = steps.next(step.value.analysis.moduleNames());
  const found = step.value;
  const document = found.find(({ key }) => key === (at?.document ?? documents[0]!).key)!;
  return { links: new Links(found), document, offset: at?.offset ?? 0 };
}

for (const file of caseFiles('names')) {
  suite(file, () => {
    for (const fixture of readCases(file)) {
      test(fixture.name, () => {
        const { links, document, offset } = workspaceOf(fixture);
        const asked = fixture.parts.filter(({ key }) => key !== 'file');
        assert.notEqual(asked.length, 0);
        for (const { key, argument, text } of asked)
          assert.equal(`${QUESTIONS[key]!(links, document, offset, argument) || 'nothing'}\n`, text, key);
      });
    }
  });
}
