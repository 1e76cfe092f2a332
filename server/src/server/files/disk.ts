// Unlike node:fs/promises, loaded when it is first used.
import { promises } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openUnlessFolder, readFile } from '../../basics/regular-file';
import type { FileSystem } from './file-system';

/** The files of the computer that the server runs on. */
export const disk: FileSystem = {
  reaches: (uri) => uri.startsWith('file:'),
  readFile: async (uri, maxBytes) => readFile(fileURLToPath(uri), { maxSize: maxBytes }),
  openFile: async (uri) => openUnlessFolder(fileURLToPath(uri)),
  listFolder: async (uri) => {
    const entries = await promises.readdir(fileURLToPath(uri), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() || entry.isDirectory() || entry.isSymbolicLink())
      .map((entry) => ({
        name: entry.name,
        isFolder: entry.isDirectory(),
        isLink: entry.isSymbolicLink(),
      }));
  },
  stampOf: async (uri) => {
    const { mtimeMs, size, ino } = await promises.stat(fileURLToPath(uri));
    return `${mtimeMs} ${size} ${ino}`;
  },
  realPath: (uri) => promises.realpath(fileURLToPath(uri)),
};
