import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The path without links; where that leads nowhere, just the absolute one. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

/** The path from a folder to what is in it, with slashes; undefined for what is not. */
export function pathInside(folder: string, path: string): string | undefined {
  const between = relative(folder, path);
  const leaves = between === '..' || between.startsWith(`..${sep}`) || isAbsolute(between);
  return leaves ? undefined : between.split(sep).join('/');
}
