import { fstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Decoded, decode } from '../../basics/decode';
import { cannotRead, readFile, readStream, readUnlessFolder, unreadable } from '../../basics/regular-file';
import { ENDING, ENVIRONMENT_MARK, isInToolFolder } from '../../project/files/files';
import { realPath } from './paths';

/** A file that the command line names, or one found in a folder that it names. */
export interface Source {
  readonly path: string;
  readonly named: boolean;
  readonly bytes: Buffer;
}

/** Decides which files are excluded. */
export interface Selection {
  /** For files found in the named folder `top`, or in a folder within. */
  excludes(path: string, isFolder: boolean, top: string): boolean;
  /** For files that are named themselves. */
  excludesNamed(path: string): boolean;
}

export const ALL: Selection = { excludes: () => false, excludesNamed: () => false };

/** Called for each file or folder that cannot be read, named or found. */
type Refuse = (error: unknown, path: string, named: boolean) => void;

const INSTEAD = { advice: '; use - for standard input' };

export const isPython = (path: string) => /\.py$/i.test(path);

/**
 * The files that some paths lead to, in a stable order. A file that is reached in several ways comes once, if possible with
 * the name given on the command line.
 */
export async function* readSources(
  paths: readonly string[],
  refuse: Refuse,
  selection: Selection = ALL,
): AsyncGenerator<Source> {
  const named = new Map<string, string>();
  for (const path of paths) {
    // An empty path would mean the working directory.
    const real = path === '-' || path === '' ? path : realPath(path);
    if (!named.has(real)) named.set(real, path);
  }
  const reached = new Set(named.keys());
  for (const [real, path] of named) {
    if (path !== '-' && selection.excludesNamed(path)) continue;
    try {
      const bytes = path === '-' ? await readInput() : readUnlessFolder(path, INSTEAD);
      if (bytes) yield { path, named: true, bytes };
      else yield* readFolder({ path, real }, reached, refuse, selection);
    } catch (error) {
      refuse(error, path, true);
    }
  }
}

/** The bytes of a file, or of standard input for `-`. */
export const readBytes = async (path: string): Promise<Buffer> =>
  path === '-' ? readInput() : readFile(path, INSTEAD);

/** The text of a file, or of standard input for `-`. */
export const readText = async (path: string, isProgram = false): Promise<Decoded> =>
  decode(await readBytes(path), isProgram);

interface Place {
  readonly path: string;
  /** Without links. */
  readonly real: string;
}

interface Entry extends Place {
  readonly isFolder: boolean;
}

function* readFolder(
  top: Place,
  reached: Set<string>,
  refuse: Refuse,
  selection: Selection,
): Generator<Source> {
  // No recursion: folders may nest deeper than the call stack allows.
  const pending = entriesOf(top);
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const { path, real, isFolder } = entry;
    if (reached.has(real) || selection.excludes(path, isFolder, top.path)) continue;
    try {
      if (isFolder) {
        const entries = list(path);
        if (!entries.some(({ name }) => name === ENVIRONMENT_MARK))
          for (const inside of entriesOf(entry, entries)) pending.push(inside);
        reached.add(real);
        continue;
      }
      // A link to a folder is not followed: it may lead to a parent folder.
      const bytes = readUnlessFolder(path);
      if (!bytes) continue;
      reached.add(real);
      yield { path, named: false, bytes };
    } catch (error) {
      refuse(error, path, false);
    }
  }
}

/** The files in a folder that may be relevant, as far as the folder can be read. */
export function* filesIn(path: string): Generator<string> {
  const pending = [path];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    try {
      const entries = list(folder);
      if (entries.some(({ name }) => name === ENVIRONMENT_MARK)) continue;
      for (const entry of entriesOf({ path: folder, real: folder }, entries))
        if (entry.isFolder) pending.push(entry.path);
        else yield entry.path;
    } catch {
      // A file that cannot be read counts as not relevant.
    }
  }
}

/** The entries of a folder that are searched, the last name first. */
function entriesOf({ path: folder, real }: Place, entries = list(folder)): Entry[] {
  return entries
    .filter((entry) => !isInToolFolder(entry.name) && (entry.isDirectory() || ENDING.test(entry.name)))
    .sort((a, b) => (a.name < b.name ? 1 : -1))
    .map((entry) => {
      const path = join(folder, entry.name);
      return {
        path,
        real: entry.isSymbolicLink() ? realPath(path) : join(real, entry.name),
        isFolder: entry.isDirectory(),
      };
    });
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw unreadable(folder, error);
  }
}

async function readInput(): Promise<Buffer> {
  // Node would read a folder as if it were empty.
  if (fstatSync(0).isDirectory()) throw cannotRead('standard input', 'it is a folder');
  return readStream(process.stdin, 'standard input');
}

/** Whether a path is certainly a folder, readable or not. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
