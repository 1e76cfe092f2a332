import type { Files } from '../files/files';
import type { Log } from '../log';
import { settledWithin } from '../patience';

/** Facts from files in the folders around open documents. For each document, the nearest folder with a fact decides. */
export abstract class FactsAround<Fact> {
  /** The newest search for each document, with the fact known so far. */
  private readonly byUri = new Map<string, { fact: Fact | undefined }>();
  private readonly byFolder = new Map<string, Promise<Fact | undefined>>();
  private searching: Promise<unknown> = Promise.resolve();

  constructor(
    protected readonly log: Log,
    protected readonly files: Files,
    /** How long requests wait, in milliseconds, for files that may never answer. */
    private readonly patience: number,
    private readonly changed: (uri: string) => void,
  ) {}

  /** The fact known so far for a document or notebook. */
  readonly of = (uri: string): Fact | undefined => this.byUri.get(uri)?.fact;

  /** Resolves when all searches are finished or have timed out. */
  get settled(): Promise<unknown> {
    return this.searching;
  }

  /** For a document that is opened: folders are read again, because an editor's watcher may miss changes. */
  lookUp(uri: string): void {
    if (!this.files.reaches(uri)) return;
    this.watch();
    for (const folder of this.byFolder.keys()) if (isIn(uri, folder)) this.byFolder.delete(folder);
    this.find(uri);
  }

  private find(uri: string): void {
    const search = this.search(uri).catch((error) => this.log.error(`What is around ${uri}`, error));
    const before = this.searching;
    this.searching = settledWithin(search, this.patience).then(() => before);
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
  }

  /** Files have changed. */
  again(): void {
    this.byFolder.clear();
    for (const uri of this.byUri.keys()) this.find(uri);
  }

  async around(uri: string): Promise<Fact | undefined> {
    // Elsewhere there is nothing to read.
    if (!this.files.reaches(uri)) return undefined;
    const parent = parentOf(uri);
    const outermost = this.outermost(parent);
    for (let folder = parent; isIn(folder, outermost); folder = parentOf(folder)) {
      const found = this.byFolder.get(folder) ?? this.in(folder);
      this.byFolder.set(folder, found);
      const known = await found;
      if (known !== undefined) return known;
    }
    return undefined;
  }

  private async search(uri: string): Promise<void> {
    const before = this.of(uri);
    const search = { fact: before };
    this.byUri.set(uri, search);
    const found = await this.around(uri);
    // The document is closed, or a later search has begun.
    if (this.byUri.get(uri) !== search) return;
    search.fact = found;
    if (!this.isSame(found, before)) this.changed(uri);
  }

  /** The fact from one folder itself. */
  protected abstract in(folder: string): Promise<Fact | undefined>;

  /** The outermost folder to search above a folder. */
  protected abstract outermost(folder: string): string;

  protected abstract isSame(one: Fact | undefined, other: Fact | undefined): boolean;

  /** Has the client report when such a file changes, appears or is gone. */
  protected abstract watch(): void;
}

export const parentOf = (uri: string): string => uri.slice(0, Math.max(0, uri.lastIndexOf('/')));

export const isIn = (uri: string, folder: string): boolean => uri === folder || uri.startsWith(`${folder}/`);
