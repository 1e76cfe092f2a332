import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pathInside, realPath, repositoryAround } from '../../files/paths';

/** The folder that paths for services are relative to: the one the service names, else the repository's, else the working directory. */
export function repositoryRoot(cwd: string, env: NodeJS.ProcessEnv): string {
  const named = [env['GITHUB_WORKSPACE'], env['CI_PROJECT_DIR']]
    .flatMap((folder) => (folder ? [realPath(folder)] : []))
    .find((folder) => pathInside(folder, cwd) !== undefined);
  return named ?? repositoryAround(cwd) ?? cwd;
}

/** The path from a folder to a file in it, with slashes; else the absolute path. */
export function pathFrom(root: string, path: string): string {
  const file = resolve(path);
  return pathInside(root, file) ?? file;
}

/** The same path as a URI. */
export function uriFrom(root: string, path: string): string {
  const file = pathFrom(root, path);
  return isAbsolute(file) ? pathToFileURL(file).href : file.split('/').map(encodeURIComponent).join('/');
}
