import type { OpenFile } from '../extraction/search';

/** Files and folders by their URIs. What is asked fails, with a sentence for the person, where there is none. */
export interface Files {
  /** Whether files at such a URI can be read, if there are any. */
  readonly reaches: (uri: string) => boolean;
  /** The bytes of a regular file. */
  readonly readFile: (uri: string, maxBytes: number) => Promise<Uint8Array>;
  /** A regular file of any size, to be closed; undefined for a folder. */
  readonly openFile: (uri: string) => Promise<OpenFile | undefined>;
  /** What is in a folder. A link to a folder counts as a file, as it may lead back to where it lies. */
  readonly listFolder: (uri: string) => Promise<readonly FolderEntry[]>;
  /** Another text for each state of a file. */
  readonly stampOf: (uri: string) => Promise<string>;
  /** The same for all names of a file. */
  readonly realPath: (uri: string) => Promise<string>;
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** What some reach, or else others. */
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
