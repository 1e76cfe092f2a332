import { type Connection, FileChangeType, type FileEvent } from 'vscode-languageserver';
import { parentOf, upwards } from '../../project/files/paths';
import { type FileSystem, type FolderEntry, isInside } from '../files/file-system';
import type { FileWatchers } from '../files/file-watchers';
import { folderAround, uriKey } from '../files/uri-keys';
import { bundle } from '../load-analysis-bundle';
import type { Log } from '../log';
import type { Session } from '../session';
import { settledWithin } from '../timeout';
import type { ExcludedFiles } from './excluded-files';

/** A file that may be relevant, as it was when last read. */
interface ListedFile {
  readonly uri: string;
  /** Changes with each change of the file. */
  readonly stamp: string;
}

/** Further files are not read: such a workspace has to be opened in parts. */
const MAX_FILES = 20_000;

/** The limit for a repository on a web server, where each file is a separate request. */
const MAX_FETCHED = 500;

/**
 * Finds the files in the workspace's folders that may be relevant: on first use, and again after changes. A link that leads
 * out of the folders is not followed.
 */
export class WorkspaceListing {
  private readonly files = new Map<string, ListedFile>();
  private listing: Promise<void> | undefined;
  /** The editor's setting `files.exclude`, as JSON. */
  private editorExcludes = '';
  /** The workspace folders with files that may be relevant but are not read. */
  private partlyListed = new Set<string | undefined>();
  /** Whether the client reports changes. */
  isWatched = false;
  private changes = 0;

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly log: Log,
    private readonly tree: FileSystem,
    private readonly watchers: FileWatchers,
    /** How long requests wait, in milliseconds, for a client that may never answer. */
    private readonly timeout: number,
    /** The files and folders that are not checked. */
    private readonly excluded: Pick<ExcludedFiles, 'has'>,
  ) {}

  /** The files by their decoded URIs. If the client does not watch files, each call lists them again. */
  async all(): Promise<ReadonlyMap<string, ListedFile>> {
    this.isWatched = await this.watch();
    const excluded = await this.askExcluded();
    if (JSON.stringify(excluded) !== this.editorExcludes) this.forget();
    this.editorExcludes = JSON.stringify(excluded);
    this.listing ??= this.list(excluded).catch((error) =>
      this.log.error('The files of the workspace', error),
    );
    const { listing } = this;
    await listing;
    if (!this.isWatched && this.listing === listing) this.listing = undefined;
    return this.files;
  }

  /** The next call lists the files again. */
  forget(): void {
    this.listing = undefined;
  }

  /** The client reports changes of files, also of irrelevant ones. A listing in progress may have missed them. */
  changed(events: readonly FileEvent[]): void {
    this.listing = this.listing
      ?.then(() => this.apply(events))
      .catch((error) => this.log.error('Changes of files', error));
  }

  /** Whether a file still exists. When a folder is deleted, clients do not report the files in it. */
  async isThere(uri: string): Promise<boolean> {
    const stamp = await this.tree.stampOf(uri).catch(() => undefined);
    if (stamp === undefined) this.files.delete(uriKey(uri));
    return stamp !== undefined;
  }

  /** The same for all names of a file. */
  realPath(uri: string): Promise<string> {
    return this.tree.realPath(uri).catch(() => uri);
  }

  private async apply(events: readonly FileEvent[]): Promise<void> {
    const { ENDING, excludedFiles, isInToolFolder } = bundle();
    const isExcluded = excludedFiles(JSON.parse(this.editorExcludes));
    for (const { uri, type } of events) {
      const key = uriKey(uri);
      const folder = this.folderOf(uri);
      const path = this.pathInFolder(uri);
      if (type === FileChangeType.Deleted) this.files.delete(key);
      else if (folder === undefined || !ENDING.test(key) || isInToolFolder(path)) continue;
      else if (
        !isExcluded(path) &&
        !(await this.isWithinExcluded(uri)) &&
        (await this.isInside(uri)) &&
        (this.files.has(key) || this.files.size < this.maxFiles)
      )
        this.files.set(key, { uri, stamp: `${++this.changes}` });
      else this.partlyListed.add(folder);
    }
  }

  private isInside(uri: string): Promise<boolean> {
    return isInside(uri, this.session.client.folders, this.tree);
  }

  /** Whether a file is excluded, or a folder around it. */
  private async isWithinExcluded(uri: string): Promise<boolean> {
    const top = this.folderOf(uri);
    if (await this.excluded.has(uri, false)) return true;
    for (const at of upwards(parentOf(uri))) {
      if (top === undefined || uriKey(at).length <= uriKey(top).length) break;
      if (await this.excluded.has(at, true)) return true;
    }
    return false;
  }

  /** Whether all files in a workspace folder that may be ours are listed. */
  isListedWhole(folder: string): boolean {
    return !this.partlyListed.has(folder);
  }

  /** The workspace folder around a file. */
  folderOf(uri: string): string | undefined {
    return folderAround(uri, this.session.client.folders);
  }

  private pathInFolder(uri: string): string {
    const folder = this.folderOf(uri);
    return uriKey(uri).slice(folder === undefined ? 0 : uriKey(folder).length + 1);
  }

  private async list(excluded: unknown): Promise<void> {
    const { excludedFiles, isInToolFolder } = bundle();
    const isExcluded = excludedFiles(excluded);
    const found = new Map<string, ListedFile>();
    const partly = new Set<string | undefined>();
    // Elsewhere there is nothing to read.
    const roots = this.session.client.folders.filter(this.tree.reaches);
    const pending = [...roots];
    const visited = new Set<string>();
    const hidden = new Set<string>();
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      if (found.size >= this.maxFiles) break;
      if (visited.has(uriKey(folder))) continue;
      visited.add(uriKey(folder));
      // One file in the workspace folder that is not listed is enough to know.
      const isBelowHidden = hidden.has(folder);
      if (isBelowHidden && partly.has(this.folderOf(folder))) continue;
      const isHidden = async (uri: string, isFolder: boolean) =>
        isBelowHidden || isExcluded(this.pathInFolder(uri)) || (await this.excluded.has(uri, isFolder));
      const { files, folders } = await this.entriesOf(folder);
      for (const uri of folders) {
        if (isInToolFolder(this.pathInFolder(uri))) continue;
        if (await isHidden(uri, true)) {
          hidden.add(uri);
          pending.unshift(uri);
        } else pending.push(uri);
      }
      for (const { uri, isLink } of files) {
        if (found.size >= this.maxFiles || isInToolFolder(this.pathInFolder(uri))) continue;
        if ((await isHidden(uri, false)) || (isLink && !(await this.isInside(uri))))
          partly.add(this.folderOf(uri));
        else {
          const stamp = await this.tree.stampOf(uri).catch(() => undefined);
          if (stamp !== undefined) found.set(uriKey(uri), { uri, stamp });
        }
      }
    }
    const isCut = found.size >= this.maxFiles;
    if (isCut)
      this.log.warn(
        `Only ${this.maxFiles} files of the workspace are looked at. Open one of its folders, or exclude others by files.exclude.`,
      );
    this.partlyListed = isCut ? new Set(roots) : partly;
    this.files.clear();
    for (const [key, file] of found) this.files.set(key, file);
  }

  /** The largest number of files that are listed. */
  private get maxFiles(): number {
    return this.session.client.folders.some((folder) => folder.startsWith('vscode-vfs:'))
      ? MAX_FETCHED
      : MAX_FILES;
  }

  private async entriesOf(folder: string) {
    const { ENDING, ENVIRONMENT_MARK } = bundle();
    const entries = await this.tree.listFolder(folder).catch(() => []);
    if (entries.some(({ name }) => name === ENVIRONMENT_MARK)) return { files: [], folders: [] };
    const uriOf = ({ name }: FolderEntry) => `${folder}/${encodeURIComponent(name)}`;
    return {
      files: entries
        .filter(({ name, isFolder }) => !isFolder && ENDING.test(name))
        .map((entry) => ({ uri: uriOf(entry), isLink: entry.isLink })),
      folders: entries.filter(({ isFolder }) => isFolder).map(uriOf),
    };
  }

  /** The editor's setting `files.exclude` for the first folder. */
  private async askExcluded(): Promise<unknown> {
    const { capabilities, folders } = this.session.client;
    if (!capabilities.workspace?.configuration) return null;
    const [scopeUri] = folders;
    const asked = this.connection.workspace
      .getConfiguration({ section: 'files.exclude', ...(scopeUri !== undefined && { scopeUri }) })
      .catch(() => null);
    return (await settledWithin(asked, this.timeout)) ?? null;
  }

  /** Has the client report changes of relevant files. Resolves to whether it does. */
  private async watch(): Promise<boolean> {
    const globs = [bundle().FILES_GLOB, ...bundle().IGNORE_FILES.map((name) => `**/${name}`)];
    const all = globs.map((globPattern) => ({ globPattern }));
    const accepted = this.watchers.watch(all, 'Changes of other files will go unnoticed');
    return (await settledWithin(accepted, this.timeout)) === true;
  }
}
