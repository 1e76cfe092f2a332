import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder that services count paths from: what they say themselves, else the repository's, else the working directory. */
export function repositoryRoot(cwd: string, env: NodeJS.ProcessEnv): string {
  const said = [env['GITHUB_WORKSPACE'], env['CI_PROJECT_DIR']]
    .flatMap((folder) => (folder ? [realPath(folder)] : []))
    .find((folder) => inside(folder, cwd) !== undefined);
  if (said !== undefined) return said;
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}

/** The path from a folder to a file in it, with slashes; else the absolute path. */
export function pathFrom(root: string, path: string): string {
  const file = resolve(path);
  return inside(root, file) ?? file;
}

/** The same as the URI of a file. */
export function uriFrom(root: string, path: string): string {
  const file = pathFrom(root, path);
  return isAbsolute(file) ? pathToFileURL(file).href : file.split('/').map(encodeURIComponent).join('/');
}

function inside(folder: string, path: string): string | undefined {
  const between = relative(folder, path);
  const leaves = between === '..' || between.startsWith(`..${sep}`) || isAbsolute(between);
  return leaves ? undefined : between.split(sep).join('/');
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
