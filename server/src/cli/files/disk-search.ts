import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { decode } from '../../basics/decode';
import { errorMessage } from '../../basics/error-message';
import { isUnreadable, readUnlessFolder } from '../../basics/regular-file';
import { upwards } from '../../project/files/paths';
import type { Folder, Question, Search } from '../../project/nearby';
import type { Schema } from '../../schema/types';
import { slashed } from './paths';
import { setOf } from './schema';

/** Runs searches for facts in folders of this computer. What is found for a folder counts for the whole run of a command. */
export class DiskSearch {
  private readonly known = new Map<string, Map<string, unknown>>();
  private readonly chains = new Map<string, readonly Folder[]>();

  /** `refuse` hears of files that exist but cannot be read. */
  constructor(private readonly refuse: (path: string, error: Error) => void = () => {}) {}

  run<Result>(search: Search<Result>): Result {
    let step = search.next();
    while (!step.done) step = search.next(this.answer(step.value));
    return step.value;
  }

  /** What a search finds for a file, as for all others in its folder. */
  around<Result>(what: string, path: string, search: (folders: readonly Folder[]) => Search<Result>): Result {
    const folder = dirname(resolve(path));
    return this.found(`${what} around`, folder, () => search(this.foldersUp(folder))) as Result;
  }

  /** A folder and those around it: each is one object for the whole run, because long paths are slow to make and to hash. */
  private foldersUp(folder: string): readonly Folder[] {
    const steps: string[] = [];
    let chain: readonly Folder[] = [];
    for (const place of upwards(folder, dirname)) {
      const known = this.chains.get(place);
      if (known) {
        chain = known;
        break;
      }
      steps.push(place);
    }
    for (const place of steps.toReversed()) {
      chain = [folderAt(place), ...chain];
      this.chains.set(place, chain);
    }
    return chain;
  }

  private answer(question: Question): unknown {
    const { place } = question.folder;
    switch (question.ask) {
      case 'found':
        return this.found(question.what, place, () => question.search(question.folder));
      case 'schema':
        return schemaAt(place, question.named);
      case 'names':
        return namesIn(join(place, ...question.path));
      case 'exists':
        return existsSync(join(place, ...question.path));
      case 'text':
        return this.fileText(join(place, ...question.path), question.maxBytes);
    }
  }

  private found(what: string, folder: string, search: () => Search<unknown>): unknown {
    const known = this.known.get(what) ?? new Map<string, unknown>();
    this.known.set(what, known);
    if (!known.has(folder)) known.set(folder, this.run(search()));
    return known.get(folder);
  }

  private fileText(path: string, maxSize: number): string | undefined {
    if (!existsSync(path)) return undefined;
    try {
      const bytes = readUnlessFolder(path, { maxSize });
      return bytes && decode(bytes).text;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.refuse(path, error as Error);
      return undefined;
    }
  }
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

function schemaAt(folder: string, path: string): Schema | string {
  try {
    return setOf(folder, path);
  } catch (error) {
    return errorMessage(error);
  }
}

/** The folders around a file, the nearest first, up to the root of its file system. */
export const foldersAround = (path: string): readonly Folder[] =>
  [...upwards(dirname(resolve(path)), dirname)].map(folderAt);

const folderAt = (place: string): Folder => ({ place, path: slashed(place) });
