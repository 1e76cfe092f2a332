import { isAbsolute, join, sep } from 'node:path';
import { decode } from '../../basics/decode';
import { readFile } from '../../basics/regular-file';
import type { FilesAround, FileText } from '../../dataflow/messages/read-files';

/**
 * The files that a program may read. `folders` are the program's folder and its parents. The program's working directory is
 * not known, so a path may be relative to any of them. If several files match, none is read.
 */
export function filesAround(path: string, folders: readonly string[], maxSize: number): FilesAround {
  const root = folders.at(-1)!;
  const isInside = (file: string) => file.startsWith(root.endsWith(sep) ? root : root + sep);
  return {
    path: sep === '/' ? path : undefined,
    read(named) {
      const candidates = isAbsolute(named) ? [named] : folders.map((folder) => join(folder, named));
      const [only, ...others] = candidates.filter(isInside).flatMap((file) => textOf(file, maxSize) ?? []);
      return others.length === 0 ? only : undefined;
    },
  };
}

function textOf(file: string, maxSize: number): FileText | undefined {
  try {
    return { file, text: decode(readFile(file, { maxSize })).text };
  } catch {
    return undefined;
  }
}
