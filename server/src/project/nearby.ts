// Facts from the files in the folders around a text. Each is a search: a generator that asks about files and folders, so
// that the same search serves a caller that reads them at once and a caller that waits for answers.
import type { Schema } from '../schema/types';

/** A folder around a text. */
export interface Folder {
  /** Its path or URI, as questions name it. */
  readonly place: string;
  /** Its absolute path, with slashes but without one at the end. */
  readonly path: string;
}

/** A question about what is in a folder. `path` leads from the folder to a file or another folder, name by name. */
export type Question = { readonly folder: Folder } & (
  | { readonly ask: 'names' | 'exists'; readonly path: readonly string[] }
  | { readonly ask: 'text'; readonly path: readonly string[]; readonly maxBytes: number }
  | { readonly ask: 'schema'; readonly named: string }
  /** What a search finds for the folder, which is the same for all texts. */
  | { readonly ask: 'found'; readonly what: string; readonly search: (folder: Folder) => Search<unknown> }
);

/** The caller runs a search: it answers each question, and gets the result. */
export type Search<Result> = Generator<Question, Result, unknown>;

/** The names in a folder; none if it cannot be read. */
export function* namesIn(folder: Folder, path: readonly string[] = []): Search<readonly string[]> {
  return ((yield { ask: 'names', folder, path }) as readonly string[] | undefined) ?? [];
}

/** The text of a file; undefined if it cannot be read or is too large. */
export function* fileText(
  folder: Folder,
  path: readonly string[],
  maxBytes: number,
): Search<string | undefined> {
  return (yield { ask: 'text', folder, path, maxBytes }) as string | undefined;
}

/**
 * The message types of the descriptor set at a path that a user wrote, or a sentence about the problem; undefined if the folder
 * is not trusted.
 */
export function* schemaOf(folder: Folder, named: string): Search<Schema | string | undefined> {
  return (yield { ask: 'schema', folder, named }) as Schema | string | undefined;
}

/** A fact of a folder, found once for all texts. */
export function* found<Fact>(
  what: string,
  folder: Folder,
  search: (folder: Folder) => Search<Fact>,
): Search<Fact> {
  return (yield { ask: 'found', what, folder, search }) as Fact;
}

/** The fact of the first folder that has one. `what` names the kind of fact. */
export function* nearest<Fact>(
  what: string,
  folders: readonly Folder[],
  search: (folder: Folder) => Search<Fact | undefined>,
): Search<Fact | undefined> {
  for (const folder of folders) {
    const fact = (yield { ask: 'found', what, folder, search }) as Fact | undefined;
    if (fact !== undefined) return fact;
  }
  return undefined;
}

/** The folders up to the outermost one that is a top; without a top, only the nearest. */
export const upToTop = (folders: readonly Folder[], isTop: (folder: Folder) => boolean): readonly Folder[] =>
  folders.slice(0, Math.max(0, folders.findLastIndex(isTop)) + 1);

/** The folders up to the root of a repository; outside of one, as `upToTop`. */
export function* withinRepository(
  folders: readonly Folder[],
  isTop: (folder: Folder) => boolean,
): Search<readonly Folder[]> {
  const isRoot = function* (folder: Folder): Search<true | undefined> {
    return (yield { ask: 'exists', folder, path: ['.git'] }) ? true : undefined;
  };
  for (const [i, folder] of folders.entries())
    if (yield { ask: 'found', what: 'repository', folder, search: isRoot }) return folders.slice(0, i + 1);
  return upToTop(folders, isTop);
}
