import { sep } from 'node:path';
import { decode } from '../../basics/decode';
import { readFile } from '../../basics/regular-file';
import type { FileText, NearbyFiles } from '../../dataflow/messages/read-files';
import { onlyCandidate } from '../../project/files/paths';
import { isInside, slashed } from './paths';

/** A program that reads files. */
interface Program {
  readonly path: string;
  /** The outermost folder that a path in the program may be relative to. */
  readonly folder: string;
  /** Only files in these folders are read. */
  readonly within: readonly string[];
  readonly maxSize: number;
}

/** The files that a program may read. */
export const programInputs = ({ path, folder, within, maxSize }: Program): NearbyFiles => ({
  path: sep === '/' ? path : undefined,
  read(named) {
    const texts = new Map<string, FileText>();
    const has = (key: string) => {
      const file = pathOfKey(key);
      const text = isInside(file, within) ? readText(file, maxSize) : undefined;
      if (text !== undefined) texts.set(key, { file, text });
      return text !== undefined;
    };
    const around = { from: keyOfPath(path), folder: keyOfPath(folder), has, called: () => [] };
    const only = onlyCandidate(named, around);
    return only === undefined ? undefined : texts.get(only);
  },
});

function readText(file: string, maxSize: number): string | undefined {
  try {
    return decode(readFile(file, { maxSize })).text;
  } catch {
    return undefined;
  }
}

/** A path as in a URI: `/C:/folder/file` on Windows. */
const keyOfPath = (path: string) => (sep === '/' ? slashed(path) : `/${slashed(path)}`);

const pathOfKey = (key: string) => (sep === '/' ? key : key.slice(1));
