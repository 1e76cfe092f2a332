import { decode } from '../../basics/decode';
import type { FileSystem } from '../extraction/search';
import type { Host } from './tool';

/** The files that tools may read, by places: paths or URIs. */
interface AllowedFiles extends FileSystem {
  /** The places that a path may mean, at least one. */
  readonly placesOf: (path: string) => Promise<readonly string[]>;
  readonly bytes: (place: string) => Promise<Uint8Array>;
  /** The end of a place, as people write it. */
  readonly shown: (end: string) => string;
  /** The error that the caller gets. */
  readonly refusal: (error: unknown) => unknown;
}

/** Reads them for tools. If a path may mean several files, the first one that can be read counts. */
export function readingOf(files: AllowedFiles): Pick<Host, 'read' | 'bytes' | 'search'> {
  const refuse = (error: unknown): never => {
    throw files.refusal(error);
  };
  const bytes = async (path: string) => {
    const refusals: unknown[] = [];
    for (const place of await files.placesOf(path)) {
      try {
        return await files.bytes(place);
      } catch (error) {
        refusals.push(error);
      }
    }
    return refuse(refusals[0]);
  };
  return {
    bytes,
    read: async (path) => decode(await bytes(path), /\.py$/i.test(path)),
    async search(path) {
      const at = (await files.placesOf(path))[0]!;
      const open: FileSystem['open'] = (file) => files.open(file).catch(refuse);
      const list: FileSystem['list'] = (folder) => files.list(folder).catch(refuse);
      const nameOf = (file: string) => path + files.shown(file.slice(at.length));
      return { at, files: { ...files, open, list }, nameOf };
    },
  };
}
