import type { OpenFile } from '../../reports/extraction/search';

/** Files and folders by their URIs. If one does not exist, the call fails with a sentence for the user. */
export interface Files {
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
}

/** Reads with one source of files, or else with another. */
export function eitherOf(some: Files, others: Files): Files {
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
