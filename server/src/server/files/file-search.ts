import { rootOf, upwards } from '../../project/files/paths';
import { type Folder, Folders, type Question, type Search } from '../../project/nearby';
import type { Schema } from '../../schema/types';
import type { FileSystem } from './file-system';
import { isIn, uriPath } from './uri-keys';

/** Runs searches for facts in folders, which URIs name. What is found for a folder is known until it is forgotten. */
export class FileSearch {
  private folders = new Folders(uriPath);
  private readonly own = new Map<Folder, Map<string, Promise<unknown>>>();
  private readonly inherited: typeof this.own = new Map();

  constructor(
    readonly files: FileSystem,
    /** The message types of a descriptor set that a file in a folder names, or the problem with it. */
    private readonly schemaAt?: (folder: string, path: string) => Promise<Schema | string | undefined>,
  ) {}

  async run<Result>(search: Search<Result>): Promise<Result> {
    let step = search.next();
    while (!step.done) step = search.next(await this.answer(step.value));
    return step.value;
  }

  /** The folder of a file, if its URI names one. */
  folderOf(uri: string): Folder | undefined {
    return this.folders.at(placesAround(uri));
  }

  /** Forgets all, or what was found for the folders around a file. */
  forget(uri?: string): void {
    this.inherited.clear();
    if (uri === undefined) {
      this.own.clear();
      this.folders = new Folders(uriPath);
    } else for (let at = this.folderOf(uri); at; at = at.parent) this.own.delete(at);
  }

  private async answer(question: Question): Promise<unknown> {
    const { place } = question.folder;
    if (question.ask === 'fact') {
      const { what, folder, search, isInherited } = question;
      const known = isInherited ? this.inherited : this.own;
      const facts = known.get(folder) ?? new Map<string, Promise<unknown>>();
      const fact = facts.get(what) ?? this.run(search(folder));
      known.set(folder, facts.set(what, fact));
      return fact;
    }
    if (question.ask === 'schema') return this.schemaAt?.(place, question.named);
    const uri = [place, ...question.path.map(encodeURIComponent)].join('/');
    try {
      switch (question.ask) {
        case 'names':
          return (await this.files.listFolder(uri)).map(({ name }) => name);
        case 'text':
          return new TextDecoder().decode(await this.files.readFile(uri, question.maxBytes));
        case 'exists':
          return (await this.files.stampOf(uri)) !== undefined;
      }
    } catch {
      return undefined;
    }
  }
}

/** The places of the folders around a file, the nearest first, up to the root of its file system. */
export function* placesAround(uri: string): Generator<string> {
  const root = rootOf(uri);
  for (const place of upwards(uri)) if (place !== uri && isIn(place, root)) yield place;
}
