import type { OpenFile } from '../../reports/extraction/search';
import { uriKey } from './uri-keys';

/** Files and folders by their URIs. If one does not exist, the call fails with a sentence for the user. */
export interface FileSystem {
  /** Whether files at such a URI can be read, if there are any. */
  readonly reaches: (uri: string) => boolean;
  /** The bytes of a regular file. */
  readonly readFile: (uri: string, maxBytes: number) => Promise<Uint8Array>;
  /** A regular file of any size, to be closed; undefined for a folder. */
  readonly openFile: (uri: string) => Promise<OpenFile | undefined>;
  /** The entries of a folder. A link to a folder counts as a file, because it may lead to a parent folder. */
  readonly listFolder: (uri: string) => Promise<readonly FolderEntry[]>;
  /** A string that changes with each change of the file. */
  readonly stampOf: (uri: string) => Promise<string>;
  /** The same for all names of a file. */
  readonly realPath: (uri: string) => Promise<string>;
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly isLink?: boolean;
}

/** Reads with one source of files, or else with another. */
export function eitherOf(some: FileSystem, others: FileSystem): FileSystem {
  const at = (uri: string) => (some.reaches(uri) ? some : others);
  return {
    reaches: (uri) => at(uri).reaches(uri),
    readFile: async (uri, maxBytes) => at(uri).readFile(uri, maxBytes),
    openFile: async (uri) => at(uri).openFile(uri),
    listFolder: async (uri) => at(uri).listFolder(uri),
    stampOf: async (uri) => at(uri).stampOf(uri),
    realPath: async (uri) => at(uri).realPath(uri),
  };
}

/** Whether a file is in one of some folders, also if links are followed. A file that does not exist counts by its name. */
export async function isInside(
  uri: string,
  folders: readonly string[],
  { realPath }: Pick<FileSystem, 'realPath'>,
): Promise<boolean> {
  if (!folders.some((folder) => isBelow(uriKey(uri), uriKey(folder)))) return false;
  const real = async (each: string) => realPath(each).catch(() => undefined);
  const target = await real(uri);
  if (target === undefined) return true;
  const roots = await Promise.all(folders.map(real));
  return roots.some((root) => root !== undefined && isBelow(target, root));
}

/** Of paths of this computer, or of URIs. */
const isBelow = (path: string, root: string) =>
  path === root ||
  path.startsWith(root.endsWith('/') || root.endsWith('\\') ? root : `${root}/`) ||
  path.startsWith(`${root}\\`);
