import type { Ignores } from '../../schema/ignore';

/** The ignore files of a folder, one of them only at a repository's root. A later one overrides an earlier one. */
export const IGNORE_FILES = ['.git/info/exclude', '.gitignore', '.ignore'] as const;

/** An ignore file that has been read. */
export interface IgnoreFile {
  /** With slashes, and without one at the end. */
  readonly folder: string;
  readonly ignores: Ignores;
}

/** Whether a file or folder is ignored by the files in the folders around it, the nearest first. */
export function isIgnored(path: string, isFolder: boolean, files: readonly IgnoreFile[]): boolean {
  for (const { folder, ignores } of files) {
    const said = ignores(path.slice(folder.length + 1), isFolder);
    if (said !== undefined) return said;
  }
  return false;
}
