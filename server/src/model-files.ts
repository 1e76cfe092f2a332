import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_FILE, type SearchedFile, SHARD, searchFile } from './extraction/search';
import type { Source } from './extraction/source';
import { type OpenFile, openUnlessFolder, unreadable } from './regular-file';
import { isInToolFolder } from './workspace/files';

/**
 * Looks for configurations in a file, in the files of a folder, or in a checkpoint that goes by the name its files begin with.
 * Throws an `UnreadableFile` where the path itself cannot be read; what is found in a folder and cannot be read goes to `refuse`.
 */
export function* searchPath(path: string, refuse: (error: unknown) => void): Generator<SearchedFile> {
  const named = namedFiles(path);
  for (const each of named) {
    const searched = search(each);
    if (searched) yield searched;
    else yield* searchFolder(each, refuse);
  }
}

/** A checkpoint is what its index and its graph hold. */
function namedFiles(path: string): readonly string[] {
  const prefix = path.replace(SHARD, '');
  if (prefix === path && (path === '' || existsSync(path))) return [path];
  const files = ['.index', '.meta'].map((ending) => prefix + ending).filter((file) => existsSync(file));
  return files.length > 0 ? files : [path];
}

/** Undefined for a folder. */
function search(path: string): SearchedFile | undefined {
  const opened: OpenFile[] = [];
  const open = (each: string): Source | undefined => {
    const file = openUnlessFolder(each);
    if (file) opened.push(file);
    return file;
  };
  const beside = (each: string) => {
    try {
      return open(each);
    } catch {
      return undefined;
    }
  };
  try {
    const source = open(path);
    return source && searchFile(path, source, beside);
  } finally {
    for (const file of opened) file.close();
  }
}

/** A link to a folder is not followed: it may lead back to where it lies. */
function* searchFolder(top: string, refuse: (error: unknown) => void): Generator<SearchedFile> {
  const reached = new Set<string>();
  const pending = entriesOf(top);
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    try {
      if (entry.isFolder) {
        pending.push(...entriesOf(entry.path));
        continue;
      }
      const real = realpathSync.native(entry.path);
      if (reached.has(real)) continue;
      reached.add(real);
      const searched = search(entry.path);
      if (searched) yield searched;
    } catch (error) {
      refuse(error);
    }
  }
}

/** What of a folder is searched, the last name first. */
function entriesOf(folder: string): { readonly path: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .filter(({ name, isFolder }) => !isInToolFolder(name) && (isFolder || MODEL_FILE.test(name)))
      .sort((a, b) => (a.name < b.name ? 1 : -1))
      .map(({ name, isFolder }) => ({ path: join(folder, name), isFolder }));
  } catch (error) {
    throw unreadable(folder, error);
  }
}
