import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openUnlessFolder, unreadable } from '../../basics/regular-file';
import type { FileSystem } from '../../reports/extraction/search';

/** The files of this computer, as the command line names them. */
export const DISK: FileSystem = {
  open: async (path) => openUnlessFolder(path),
  async list(folder) {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
    } catch (error) {
      throw unreadable(folder, error);
    }
  },
  join,
};
