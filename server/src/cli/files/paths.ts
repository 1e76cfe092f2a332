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

/** An absolute path with slashes, but without one at the end. */
export const slashed = (path: string): string => path.replaceAll(sep, '/').replace(/\/$/, '');

/** The root of the repository that a folder is in. */
export function repositoryAround(folder: string): string | undefined {
  const parent = dirname(folder);
  if (existsSync(join(folder, '.git'))) return folder;
  return parent === folder ? undefined : repositoryAround(parent);
}
