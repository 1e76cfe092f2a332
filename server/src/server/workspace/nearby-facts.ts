import type { Folder, Search } from '../../project/nearby';
import type { FileSearch } from '../files/file-search';
import type { Log } from '../log';
import { settledWithin } from '../timeout';

/** How a kind of fact is found. */
interface Kind<Fact> {
  readonly search: (folder: Folder) => Search<Fact | undefined>;
  readonly isSame: (one: Fact | undefined, other: Fact | undefined) => boolean;
  /** Has the client report changes of the files with such facts. */
  readonly watch: () => void;
}

/** Facts from files in the folders around open documents. */
export class NearbyFacts<Fact> {
  /** The newest search for each document, with the fact known so far. */
  private readonly byUri = new Map<string, { fact: Fact | undefined }>();
  private searching: Promise<unknown> = Promise.resolve();

  constructor(
    protected readonly log: Log,
    private readonly searches: FileSearch,
    /** How long requests wait, in milliseconds, for files that may never answer. */
    private readonly timeout: number,
    private readonly changed: (uri: string) => void,
    private readonly kind: Kind<Fact>,
  ) {}

  /** The fact known so far for a document or notebook. */
  readonly of = (uri: string): Fact | undefined => this.byUri.get(uri)?.fact;

  /** Resolves when all searches are finished or have timed out. */
  get settled(): Promise<unknown> {
    return this.searching;
  }

  /** For a document that is opened: folders are read again, because an editor's watcher may miss changes. */
  lookUp(uri: string): void {
    if (!this.searches.files.reaches(uri)) return;
    this.kind.watch();
    this.searches.forget(uri);
    this.find(uri);
  }

  private find(uri: string): void {
    const search = this.search(uri).catch((error) => this.log.error(`What is around ${uri}`, error));
    const before = this.searching;
    this.searching = settledWithin(search, this.timeout).then(() => before);
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
  }

  /** Files have changed. */
  searchAgain(): void {
    this.searches.forget();
    for (const uri of this.byUri.keys()) this.find(uri);
  }

  async around(uri: string): Promise<Fact | undefined> {
    // Elsewhere there is nothing to read.
    const folder = this.searches.files.reaches(uri) ? this.searches.folderOf(uri) : undefined;
    return folder && this.searches.run(this.kind.search(folder));
  }

  private async search(uri: string): Promise<void> {
    const before = this.of(uri);
    const search = { fact: before };
    this.byUri.set(uri, search);
    const found = await this.around(uri);
    // The document is closed, or a later search has begun.
    if (this.byUri.get(uri) !== search) return;
    search.fact = found;
    if (!this.kind.isSame(found, before)) this.changed(uri);
  }
}
