import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from './command';
import { type Decoded, decode } from './decode';

/** A file that the command line names, or one found in a folder that it names. */
export interface Source {
  readonly path: string;
  readonly named: boolean;
  readonly bytes: Buffer;
}

/** Takes what cannot be read. */
export type Refuse = (error: unknown, named: boolean) => void;

export const isPython = (path: string) => /\.py$/i.test(path);
export const isNotebook = (path: string) => /\.ipynb$/i.test(path);

/** What is looked for in folders. */
const ENDING = /\.(?:textproto|txtpb|pbtxt|textpb|py|ipynb)$/i;
const SKIPPED_FOLDERS = new Set(['node_modules', '.git', '.hg', '.svn', '__pycache__']);

const MEBIBYTE = 1024 * 1024;
/** Node cannot hold much more as one string. */
const MAX_SIZE = 400 * MEBIBYTE;

/**
 * The files that some paths lead to, in a stable order. A file that is reached in several ways comes once, by the name
 * that it is given on the command line if it is.
 */
export async function* readSources(paths: readonly string[], refuse: Refuse): AsyncGenerator<Source> {
  const named = new Map<string, string>();
  for (const path of paths) {
    const real = realPath(path);
    if (!named.has(real)) named.set(real, path);
  }
  const reached = new Set(named.keys());
  for (const [real, path] of named) {
    try {
      const bytes = path === '-' ? await readInput() : readUnlessFolder(path);
      if (bytes) yield { path, named: true, bytes };
      else yield* readFolder({ path, real }, reached, refuse);
    } catch (error) {
      refuse(error, true);
    }
  }
}

/** The text of a file, or of standard input for `-`. */
export async function readText(path: string): Promise<Decoded> {
  return decode(path === '-' ? await readInput() : readFile(path));
}

/** The bytes of a regular file. */
export function readFile(path: string, maxSize = MAX_SIZE): Buffer {
  const bytes = readUnlessFolder(path, maxSize);
  if (!bytes) throw cannotRead(path, 'it is a folder');
  return bytes;
}

interface Place {
  readonly path: string;
  /** Without links. */
  readonly real: string;
}

interface Entry extends Place {
  readonly isFolder: boolean;
}

function* readFolder(folder: Place, reached: Set<string>, refuse: Refuse): Generator<Source> {
  // No recursion: folders may lie deeper within each other than calls may.
  const pending = entriesOf(folder);
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const { path, real, isFolder } = entry;
    if (reached.has(real)) continue;
    try {
      if (isFolder) {
        for (const inside of entriesOf(entry)) pending.push(inside);
        reached.add(real);
        continue;
      }
      // A link to a folder is not followed: it may lead back to where it lies.
      const bytes = readUnlessFolder(path);
      if (!bytes) continue;
      reached.add(real);
      yield { path, named: false, bytes };
    } catch (error) {
      refuse(error, false);
    }
  }
}

/** What of a folder is looked at, the last name first. */
function entriesOf({ path: folder, real }: Place): Entry[] {
  return list(folder)
    .filter((entry) => (entry.isDirectory() ? !SKIPPED_FOLDERS.has(entry.name) : ENDING.test(entry.name)))
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
    throw cannotRead(folder, reasonOf(folder, error));
  }
}

/** The bytes of a regular file; undefined for a folder. */
function readUnlessFolder(path: string, maxSize = MAX_SIZE): Buffer | undefined {
  let file: number | undefined;
  try {
    // What is judged is what is open, and opening a pipe does not wait for a writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
    const status = fstatSync(file);
    if (status.isDirectory()) return undefined;
    if (!status.isFile())
      throw cannotRead(path, `it is ${kindOf(status)}, not a regular file; use - for standard input`);
    const bytes = status.size <= maxSize && readToEnd(file, status.size, maxSize);
    if (!bytes) throw cannotRead(path, `it is larger than ${maxSize / MEBIBYTE} MiB`);
    return bytes;
  } catch (error) {
    throw error instanceof UsageError ? error : cannotRead(path, reasonOf(path, error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** `size` is a guess: the kernel's own files claim to be empty. Undefined beyond the limit. */
function readToEnd(file: number, size: number, maxSize: number): Buffer | undefined {
  let bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    if (read === 0) return bytes.subarray(0, length);
    length += read;
    if (length > maxSize) return undefined;
    if (length === bytes.length) bytes = Buffer.concat([bytes], length * 2);
  }
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The path without links; where that leads nowhere, just the absolute one. */
function realPath(path: string): string {
  if (path === '-') return path;
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

const cannotRead = (path: string, reason: string) => new UsageError(`Cannot read ${path}: ${reason}.`);

function kindOf(status: Stats): string {
  if (status.isFIFO()) return 'a named pipe';
  return status.isSocket() ? 'a socket' : 'a device';
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its path is too long',
  ENOTDIR: 'there is no such file or folder',
  // What opening a socket gives.
  ENXIO: 'it is a socket or a device, not a regular file',
  EOPNOTSUPP: 'it is a socket or a device, not a regular file',
};

function reasonOf(path: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? whyMissing(path) : (REASONS[code] ?? message);
}

function whyMissing(path: string): string {
  try {
    return `it is a link to ${readlinkSync(path)}, which does not exist`;
  } catch {
    return path.includes('\ufffd') ? 'its name is not UTF-8' : 'there is no such file or folder';
  }
}
