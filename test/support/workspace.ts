import { lineIndex } from '../../server/src/basics/line-index';
import type { TextEdit } from '../../server/src/basics/range';
import { languageOf } from '../../server/src/languages';
import type { Analysis } from '../../server/src/languages/language';
import { Analyzer } from '../../server/src/languages/snapshot';
import type { NamedDocument } from '../../server/src/project/names/links';
import type { RenamePlan } from '../../server/src/project/names/rename';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';

/** A file of a workspace, which is closed. */
export interface FileOfWorkspace extends NamedDocument {
  readonly path: string;
  readonly analysis: Analysis;
}

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

/** A file by its path from the workspace folder; `../` leads to another folder of the workspace. */
export function fileOfWorkspace(path: string, text: string): FileOfWorkspace {
  const analysis = languageOf('', path, text).analyze(text, { analyzer, path });
  const names = analysis.names();
  const isOther = path.startsWith('../');
  const folder = isOther ? 'file:///other' : 'file:///folder';
  const key = `${folder}/${isOther ? path.slice(3) : path}`;
  return { path, analysis, names, key, folder, positionAt: lineIndex(text).position };
}

/** The text of a file after a rename; undefined if the name cannot be written there. */
export function renamedText(
  file: FileOfWorkspace,
  plan: RenamePlan<FileOfWorkspace>,
  name: string,
): string | undefined {
  const places = plan.places.filter(({ document }) => document === file).map(({ place }) => place);
  const edits = places.map((place) => file.analysis.writeName(place, name));
  return edits.every((each) => each !== undefined) ? applied(file.analysis.text, edits.flat()) : undefined;
}

export const applied = (text: string, edits: readonly TextEdit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, end, newText }) => all.slice(0, start) + newText + all.slice(end), text);
