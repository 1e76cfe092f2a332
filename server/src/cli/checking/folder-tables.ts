import { relative, resolve, sep } from 'node:path';
import type { NearbyTables } from '../../dataflow/messages/read-files';
import { isInToolFolder } from '../../project/files/files';
import type { FileNames } from '../../project/names/names';
import { tablesOf } from '../../project/names/tables';

/** The tables of the folders that the command line names. Each counts as a workspace folder for its files. */
export class FolderTables {
  /** The longest path first. */
  private readonly folders: readonly string[];
  private readonly files = new Map<string, { readonly key: string; readonly names: FileNames }[]>();
  private readonly tables = new Map<string, NearbyTables | undefined>();

  constructor(folders: readonly string[]) {
    this.folders = folders.map((folder) => resolve(folder)).sort((a, b) => b.length - a.length);
  }

  add(path: string, names: FileNames): void {
    const folder = this.folderOf(path);
    if (folder === undefined || isInToolFolder(relative(folder, resolve(path)))) return;
    const files = this.files.get(folder) ?? [];
    files.push({ key: path, names });
    this.files.set(folder, files);
  }

  /** Called when all files are added. */
  around(path: string): NearbyTables | undefined {
    const folder = this.folderOf(path);
    if (folder === undefined) return undefined;
    if (!this.tables.has(folder)) this.tables.set(folder, tablesOf(this.files.get(folder) ?? []));
    return this.tables.get(folder);
  }

  private folderOf(path: string): string | undefined {
    const file = resolve(path);
    return this.folders.find((folder) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep));
  }
}
