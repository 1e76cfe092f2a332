import { type Ignores, ignoresWithin, readIgnores } from '../../schema/ignore';
import { type Folder, fileText, found, inherited, repositoryOrTop, type Search } from '../nearby';

/** In bytes. Files written by hand are smaller. */
const MAX_IGNORE_FILE = 1024 * 1024;

/** The ignore files of a folder, one of them only at a repository's root. A later one overrides an earlier one. */
export const IGNORE_FILES = ['.git/info/exclude', '.gitignore', '.ignore'] as const;

/** Patterns for the files in a folder. */
export interface FolderPatterns {
  /** With slashes, and without one at the end. */
  readonly folder: string;
  readonly ignores: Ignores;
}

/** Whether patterns exclude a file or folder by its absolute path; undefined if none matches. */
export function excludes({ folder, ignores }: FolderPatterns, path: string, isFolder: boolean) {
  return path.startsWith(`${folder}/`) ? ignores(path.slice(folder.length + 1), isFolder) : undefined;
}

/** Whether patterns exclude a file or a folder around it. */
export const excludesWithin = ({ folder, ignores }: FolderPatterns, path: string): boolean =>
  path.startsWith(`${folder}/`) && ignoresWithin(ignores, path.slice(folder.length + 1));

/** Whether ignore files exclude a file or folder; the first with a pattern for it counts. */
export function isIgnored(path: string, isFolder: boolean, files: readonly FolderPatterns[]): boolean {
  for (const file of files) {
    const isExcluded = excludes(file, path, isFolder);
    if (isExcluded !== undefined) return isExcluded;
  }
  return false;
}

/** The ignore files, the nearest first: up to the root of the repository or, outside of one, up to the outermost top. */
export function* ignoreFilesAround(
  folder: Folder,
  tops: readonly string[],
): Search<readonly FolderPatterns[]> {
  return yield* ignoreFilesUpTo(yield* repositoryOrTop(folder, tops), folder);
}

const ignoreFilesUpTo = (last: string, folder: Folder): Search<readonly FolderPatterns[]> =>
  inherited(`ignore files up to ${last}`, folder, function* (at) {
    const own = yield* found('ignore files', at, ignoreFilesIn);
    const outer = at.parent && at.path !== last ? yield* ignoreFilesUpTo(last, at.parent) : [];
    return own.length === 0 ? outer : [...own, ...outer];
  });

function* ignoreFilesIn(folder: Folder): Search<readonly FolderPatterns[]> {
  const files: FolderPatterns[] = [];
  for (const name of IGNORE_FILES) {
    const text = yield* fileText(folder, name.split('/'), MAX_IGNORE_FILE);
    if (text !== undefined) files.unshift({ folder: folder.path, ignores: readIgnores(text.split('\n')) });
  }
  return files;
}
