import { existsSync, readdirSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { decode } from '../../basics/decode';
import { errorMessage } from '../../basics/error-message';
import { isUnreadable, readUnlessFolder } from '../../basics/regular-file';
import { upwards } from '../../project/files/paths';
import { type Folder, Folders, type Question, type Search } from '../../project/nearby';
import type { Schema } from '../../schema/types';
import { slashed } from './paths';
import { setOf } from './schema';

/** A search that waits for an answer, and what is to be done with its result. */
interface Running {
  readonly search: Search<unknown>;
  readonly learn: (fact: unknown) => void;
}

/** Runs searches for facts in folders of this computer. What is found for a folder counts for the whole run of a command. */
export class DiskSearch {
  private readonly folders = new Folders(slashed);
  private readonly known = new Map<Folder, Map<string, unknown>>();

  /** `refuse` hears of files that exist but cannot be read. */
  constructor(private readonly refuse: (path: string, error: Error) => void = () => {}) {}

  /** The folder of a file. */
  folderOf(path: string): Folder {
    return this.folders.at(upwards(dirname(resolve(path)), dirname))!;
  }

  run<Result>(search: Search<Result>): Result {
    // No recursion: folders may nest deeper than the call stack allows.
    const running: Running[] = [{ search, learn() {} }];
    for (let answer: unknown; ; ) {
      const { search, learn } = running.at(-1)!;
      const { done, value } = search.next(answer);
      if (done) {
        learn(value);
        running.pop();
        if (running.length === 0) return value as Result;
        answer = value;
      } else if (value.ask === 'fact') {
        const { what, folder } = value;
        const facts = this.known.get(folder) ?? new Map<string, unknown>();
        this.known.set(folder, facts);
        answer = facts.get(what);
        if (!facts.has(what))
          running.push({ search: value.search(folder), learn: (fact) => facts.set(what, fact) });
      } else answer = this.answer(value);
    }
  }

  private answer(question: Exclude<Question, { ask: 'fact' }>): unknown {
    const { place } = question.folder;
    if (question.ask === 'schema') return schemaAt(place, question.named);
    // Unlike `join`, this leaves a long path as it is.
    const path = `${place}${place.endsWith(sep) ? '' : sep}${question.path.join(sep)}`;
    switch (question.ask) {
      case 'names':
        return namesIn(path);
      case 'exists':
        return existsSync(path);
      case 'text':
        return this.fileText(path, question.maxBytes);
    }
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
