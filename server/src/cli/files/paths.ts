import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { upwards } from '../../project/files/paths';

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

/** The path as a user would write it: relative to the working directory, or absolute. */
export const shownPath = (path: string): string => pathInside('', path) ?? path;

/** An absolute path with slashes, but without one at the end. */
export function slashed(path: string): string {
  const slashes = sep === '/' ? path : path.replaceAll(sep, '/');
  return slashes.endsWith('/') ? slashes.slice(0, -1) : slashes;
}

/** The root of the repository that a folder is in. */
export const repositoryAround = (folder: string): string | undefined =>
  [...upwards(folder, dirname)].find((at) => existsSync(join(at, '.git')));

/**
 * Whether a place is in one of some folders, also if links are followed. They are not on network shares elsewhere: the
 * request would reveal the user to the owner of the share.
 */
export const isInside = (place: string, folders: readonly string[]): boolean =>
  folders.some(
    (folder) =>
      (pathInside(folder, place) !== undefined || !place.startsWith(`${sep}${sep}`)) &&
      pathInside(realPath(folder), realPath(place)) !== undefined,
  );
