import type { Analysis, AnalyzeOptions } from '../../languages/language';
import type { Documents } from '../documents/documents';
import type { Positions } from '../documents/positions';
import type { FileSystem } from '../files/file-system';
import { uriKey } from '../files/uri-keys';
import { bundle } from '../load-analysis-bundle';
import type { WorkspaceListing } from './workspace-listing';

/** A text of the workspace: as the editor has it or, with no version, as it is on disk. */
export interface WorkspaceDocument extends Positions {
  /** For a notebook: the analysis of all its cells. */
  readonly analysis: Analysis;
}

/** A file of the workspace, which is read when its text is requested. */
export interface WorkspaceFile {
  /** The URI of the file, also for a notebook. */
  readonly uri: string;
  /** Changes with each change of the text. */
  readonly stamp: unknown;
  readonly isOpen: boolean;
  /** Undefined if the file cannot be read or is too large. */
  readonly read: (options?: ReadOptions) => Promise<WorkspaceDocument | undefined>;
  /** False if it was deleted without a report from the client. */
  readonly isThere: () => Promise<boolean>;
  /** The same for a file and links to it. */
  readonly realPath: () => Promise<string>;
}

/** How a closed file is read. */
interface ReadOptions extends Pick<AnalyzeOptions, 'environment' | 'files'> {
  /** A limit below that of the settings. */
  readonly maxBytes?: number;
}

export type FilesByKey = ReadonlyMap<string, WorkspaceFile>;

/** All files that may be relevant: those open in the editor, and those in the workspace's folders. */
export class Workspace {
  constructor(
    private readonly listing: WorkspaceListing,
    private readonly documents: Documents,
    private readonly onDisk: Pick<FileSystem, 'readFile'>,
  ) {}

  /** Open documents come first, and replace the files on disk. */
  async files(): Promise<readonly WorkspaceFile[]> {
    const onDisk = await this.listing.all();
    const open = this.documents.byFile();
    const files = [...open].map(
      ([uri, document]): WorkspaceFile => ({
        uri,
        stamp: document.analysis,
        isOpen: true,
        read: async () => document,
        isThere: async () => true,
        realPath: () => this.listing.realPath(uri),
      }),
    );
    const isOpen = new Set([...open.keys()].map(uriKey));
    for (const [key, { uri, stamp }] of onDisk)
      if (!isOpen.has(key))
        files.push({
          uri,
          stamp,
          isOpen: false,
          read: (options) => this.read(uri, options),
          isThere: () => this.listing.isThere(uri),
          realPath: () => this.listing.realPath(uri),
        });
    return files;
  }

  /** All files by their decoded URIs. */
  async byKey(): Promise<FilesByKey> {
    return new Map((await this.files()).map((file) => [uriKey(file.uri), file]));
  }

  /** The workspace folder around a file. */
  folderOf(uri: string): string | undefined {
    return this.listing.folderOf(uri);
  }

  /** Whether all relevant files in a workspace folder are read. */
  async isListedWhole(folder: string): Promise<boolean> {
    await this.listing.all();
    return this.listing.isListedWhole(folder);
  }

  /** Whether the client reports changes of files. */
  get isWatched(): boolean {
    return this.listing.isWatched;
  }

  private async read(uri: string, options: ReadOptions = {}): Promise<WorkspaceDocument | undefined> {
    const analyzer = await this.documents.analyzerAround(uri);
    const { maxBytes = Number.POSITIVE_INFINITY, ...analyzeOptions } = options;
    const limit = Math.min(maxBytes, analyzer.maxFileBytes);
    const bytes = await this.onDisk.readFile(uri, limit).catch(() => undefined);
    if (!bytes) return undefined;
    return bundle().readClosed(uri, new TextDecoder().decode(bytes), { ...analyzeOptions, analyzer });
  }
}
