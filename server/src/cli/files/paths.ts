import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** The path with links resolved; the absolute path if nothing exists there. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

/** The path relative to a folder, with slashes; undefined for a path outside of it. */
export function pathInside(folder: string, path: string): string | undefined {
  const between = relative(folder, path);
  const leaves = between === '..' || between.startsWith(`..${sep}`) || isAbsolute(between);
  return leaves ? undefined : between.split(sep).join('/');
}

/** The root of the repository that a folder is in. `known` caches the answer for each folder on the way. */
export function repositoryAround(
  folder: string,
  known = new Map<string, string | undefined>(),
): string | undefined {
  if (!known.has(folder)) {
    const parent = dirname(folder);
    const isRoot = existsSync(join(folder, '.git'));
    known.set(folder, isRoot ? folder : parent === folder ? undefined : repositoryAround(parent, known));
  }
  return known.get(folder);
}
