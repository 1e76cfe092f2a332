// Finds installed programs.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first executable of `names` on the PATH. */
export function findOnPath(...names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
