import { parentOf, rootOf, upwards } from '../../project/files/paths';
import type { Folder, Question, Search } from '../../project/nearby';
import type { Schema } from '../../schema/types';
import type { FileSystem } from './file-system';
import { isIn, uriPath } from './uri-keys';

/** Runs searches for facts in folders, which URIs name. What is found for a folder is known until it is forgotten. */
export class FileSearch {
  private readonly known = new Map<string, { readonly folder: string; readonly found: Promise<unknown> }>();

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

  /** What a search finds for a file, as for all others in its folder. */
  around<Result>(
    what: string,
    uri: string,
    search: (folders: readonly Folder[]) => Search<Result>,
  ): Promise<Result> {
    return this.found(`${what} around`, parentOf(uri), () => search(foldersAround(uri))) as Promise<Result>;
  }

  /** Forgets all, or what was found for the folders around a file. */
  forget(uri?: string): void {
    for (const [key, { folder }] of this.known)
      if (uri === undefined || isIn(uri, folder)) this.known.delete(key);
  }

  private found(what: string, folder: string, search: () => Search<unknown>): Promise<unknown> {
    const key = `${what} ${folder}`;
    const known = this.known.get(key) ?? { folder, found: this.run(search()) };
    this.known.set(key, known);
    return known.found;
  }

  private async answer(question: Question): Promise<unknown> {
    const {
      folder: { place },
      ask,
    } = question;
    if (ask === 'found') return this.found(question.what, place, () => question.search(question.folder));
    if (ask === 'schema') return this.schemaAt?.(place, question.named);
    const uri = [place, ...question.path.map(encodeURIComponent)].join('/');
    try {
      switch (ask) {
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

/** The folders around a file, the nearest first, up to the root of its file system. */
export function foldersAround(uri: string): readonly Folder[] {
  const root = rootOf(uri);
  return [...upwards(uri)].filter((at) => at !== uri && isIn(at, root)).map(folderAt);
}

const folderAt = (place: string): Folder => ({
  place,
  get path() {
    return uriPath(place);
  },
});
