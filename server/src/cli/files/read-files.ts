import { isAbsolute, join, sep } from 'node:path';
import { decode } from '../../basics/decode';
import { readFile } from '../../basics/regular-file';
import type { FilesAround, FileText } from '../../dataflow/messages/read-files';
import { isInside } from './paths';

/** The program that reads files, and the files that it may read. */
interface Reader {
  readonly path: string;
  /** The program's folder and its parents. Its working directory is not known, so a path may be relative to any of them. */
  readonly folders: readonly string[];
  /** Only files in these are read. */
  readonly within: readonly string[];
  readonly maxSize: number;
}

/** The files that a program may read. If a path in it may mean several files, none is read. */
export function filesAround({ path, folders, within, maxSize }: Reader): FilesAround {
  return {
    path: sep === '/' ? path : undefined,
    read(named) {
      const candidates = isAbsolute(named) ? [named] : folders.map((folder) => join(folder, named));
      const allowed = candidates.filter((file) => isInside(file, within));
      const [only, ...others] = allowed.flatMap((file) => textOf(file, maxSize) ?? []);
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
