import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
} from 'vscode-languageserver';
import type { Answer, Question } from '../releases/folder';
import type { TargetTensorflow } from '../releases/target';
import { core } from './load-core';
import type { Log } from './log';
import { settledWithin } from './patience';
import type { Session } from './session';

/** The files of this computer, by their URIs; each fails where there is none. */
export interface Files {
  readonly readFile: (uri: string, maxBytes: number) => Promise<Uint8Array>;
  readonly listFolder: (uri: string) => Promise<readonly string[]>;
}

type Found = TargetTensorflow | undefined;

/** Finds the TensorFlow that open Python runs on, by what stands in the folders around it. */
export class TensorflowVersions {
  private readonly byUri = new Map<string, Found>();
  private readonly byFolder = new Map<string, Promise<Found>>();
  private searching: Promise<unknown> = Promise.resolve();
  private watching = false;

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly log: Log,
    private readonly files: Files,
    /** How long requests wait, in milliseconds, for files that may never answer. */
    private readonly patience: number,
    private readonly changed: (uri: string) => void,
  ) {}

  /** What is known by now of a document or notebook. */
  readonly of = (uri: string): Found => this.byUri.get(uri);

  /** Resolves when all that is looked for is found, or given up. */
  get settled(): Promise<unknown> {
    return this.searching;
  }

  lookUp(uri: string): void {
    if (!uri.startsWith('file:')) return;
    this.watch();
    const search = this.search(uri).catch((error) => this.log.error(`TensorFlow around ${uri}`, error));
    const before = this.searching;
    this.searching = settledWithin(search, this.patience).then(() => before);
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
  }

  /** Files have changed. */
  again(): void {
    this.byFolder.clear();
    for (const uri of this.byUri.keys()) this.lookUp(uri);
  }

  private async search(uri: string): Promise<void> {
    const before = this.byUri.get(uri);
    this.byUri.set(uri, before);
    const found = await this.around(uri);
    if (!this.byUri.has(uri)) return;
    this.byUri.set(uri, found);
    if (JSON.stringify(found) !== JSON.stringify(before)) this.changed(uri);
  }

  /** The nearest folder that says something counts, up to the workspace's. */
  async around(uri: string): Promise<Found> {
    // Elsewhere there is nothing to read.
    if (!uri.startsWith('file:')) return undefined;
    const parent = parentOf(uri);
    const workspace = this.session.client.folders.find((folder) => isIn(parent, folder)) ?? parent;
    for (let folder = parent; isIn(folder, workspace); folder = parentOf(folder)) {
      const found = this.byFolder.get(folder) ?? this.in(folder);
      this.byFolder.set(folder, found);
      const known = await found;
      if (known) return known;
    }
    return undefined;
  }

  private async in(folder: string): Promise<Found> {
    const steps = core().findTensorflow((await this.list(folder)) ?? []);
    let step = steps.next();
    while (!step.done) step = steps.next(await this.answer(folder, step.value));
    return step.value;
  }

  private answer(folder: string, { ask, path }: Question): Promise<Answer> {
    const uri = [folder, ...path.map(encodeURIComponent)].join('/');
    return ask === 'names' ? this.list(uri) : this.read(uri);
  }

  private list(uri: string): Promise<readonly string[] | undefined> {
    return this.files.listFolder(uri).catch(() => undefined);
  }

  private async read(uri: string): Promise<string | undefined> {
    const { MAX_DEPENDENCY_FILE } = core();
    const bytes = await this.files.readFile(uri, MAX_DEPENDENCY_FILE).catch(() => undefined);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** Has the client report when such a file changes, appears or is gone. */
  private watch(): void {
    const { dynamicRegistration } = this.session.client.capabilities.workspace?.didChangeWatchedFiles ?? {};
    if (this.watching || !dynamicRegistration) return;
    this.watching = true;
    const watchers: FileSystemWatcher[] = core().DEPENDENCY_GLOBS.map((glob) => ({
      globPattern: `**/${glob}`,
    }));
    this.connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers })
      .catch((error) => this.log.error('Another TensorFlow will go unnoticed', error));
  }
}

const parentOf = (uri: string) => uri.slice(0, Math.max(0, uri.lastIndexOf('/')));

const isIn = (uri: string, folder: string) => uri === folder || uri.startsWith(`${folder}/`);
