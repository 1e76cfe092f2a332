import type { Files } from './files';
import type { Log } from './log';
import { settledWithin } from './patience';

/** What stands in the folders around open documents: of each document, the nearest folder that says something counts. */
export abstract class FactsAround<Fact> {
  private readonly byUri = new Map<string, Fact | undefined>();
  private readonly byFolder = new Map<string, Promise<Fact | undefined>>();
  private searching: Promise<unknown> = Promise.resolve();

  constructor(
    protected readonly log: Log,
    protected readonly files: Files,
    /** How long requests wait, in milliseconds, for files that may never answer. */
    private readonly patience: number,
    private readonly changed: (uri: string) => void,
  ) {}

  /** What is known by now of a document or notebook. */
  readonly of = (uri: string): Fact | undefined => this.byUri.get(uri);

  /** Resolves when all that is looked for is found, or given up. */
  get settled(): Promise<unknown> {
    return this.searching;
  }

  lookUp(uri: string): void {
    if (!this.files.reaches(uri)) return;
    this.watch();
    const search = this.search(uri).catch((error) => this.log.error(`What is around ${uri}`, error));
    const before = this.searching;
    this.searching = settledWithin(search, this.patience).then(() => before);
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
  }

  protected forgetFolders(): void {
    this.byFolder.clear();
  }

  /** Files have changed. */
  again(): void {
    this.forgetFolders();
    for (const uri of this.byUri.keys()) this.lookUp(uri);
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
    const before = this.byUri.get(uri);
    this.byUri.set(uri, before);
    const found = await this.around(uri);
    if (!this.byUri.has(uri)) return;
    this.byUri.set(uri, found);
    if (!this.isSame(found, before)) this.changed(uri);
  }

  /** What a folder says itself. */
  protected abstract in(folder: string): Promise<Fact | undefined>;

  /** The last folder that is looked at, of those around another. */
  protected abstract outermost(folder: string): string;

  protected abstract isSame(one: Fact | undefined, other: Fact | undefined): boolean;

  /** Has the client report when such a file changes, appears or is gone. */
  protected abstract watch(): void;
}

export const parentOf = (uri: string): string => uri.slice(0, Math.max(0, uri.lastIndexOf('/')));

export const isIn = (uri: string, folder: string): boolean => uri === folder || uri.startsWith(`${folder}/`);
