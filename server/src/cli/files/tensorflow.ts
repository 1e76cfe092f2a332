import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { decode } from '../../basics/decode';
import { readFile } from '../../basics/regular-file';
import type { TargetTensorflow } from '../../catalogue/target';
import { findTensorflow, MAX_DEPENDENCY_FILE, type Question } from '../../project/tensorflow/folder';

/** Finds the TensorFlow that files run on, from the files in the folders around them. */
export class TensorflowAround {
  private readonly namesIn = new Map<string, readonly string[]>();
  private readonly byFolder = new Map<string, TargetTensorflow | undefined>();

  /** The nearest folder with a version decides. */
  of(path: string): TargetTensorflow | undefined {
    for (const folder of this.foldersAround(dirname(resolve(path)))) {
      const found = this.in(folder);
      if (found) return found;
    }
    return undefined;
  }

  /** The folders up to the repository's root, or else to the working directory. Outside of both, only the folder itself. */
  foldersAround(folder: string): readonly string[] {
    const folders = [folder];
    for (let at = dirname(folder); at !== folders.at(-1); at = dirname(at)) folders.push(at);
    const repository = folders.findIndex((each) => this.names(each).includes('.git'));
    const last = repository < 0 ? folders.indexOf(process.cwd()) : repository;
    return folders.slice(0, Math.max(0, last) + 1);
  }

  private in(folder: string): TargetTensorflow | undefined {
    if (!this.byFolder.has(folder)) this.byFolder.set(folder, this.find(folder));
    return this.byFolder.get(folder);
  }

  private find(folder: string): TargetTensorflow | undefined {
    const steps = findTensorflow(this.names(folder));
    let step = steps.next();
    while (!step.done) step = steps.next(answer(folder, step.value));
    return step.value;
  }

  private names(folder: string): readonly string[] {
    const names = this.namesIn.get(folder) ?? list(folder) ?? [];
    this.namesIn.set(folder, names);
    return names;
  }
}

const answer = (folder: string, { ask, path }: Question) =>
  ask === 'names' ? list(join(folder, ...path)) : textOf(join(folder, ...path));

function list(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return decode(readFile(path, { maxSize: MAX_DEPENDENCY_FILE })).text;
  } catch {
    return undefined;
  }
}
