import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { builtin } from '../schema/builtin';
import { combine, type Schema } from '../schema/types';

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** The exit status; undefined for a command that goes on running. */
  run(values: Values, positionals: readonly string[]): Promise<number | undefined>;
}

/** Wrong usage or an unreadable file; its message is for the person, and the exit status is 2. */
export class UsageError extends Error {}

/** Writes an error for the person to standard error. */
export function tell(error: unknown): void {
  process.stderr.write(`tpu-embedding: ${error instanceof Error ? error.message : error}\n`);
}

/** One of a few words, or the first of them where the option is not given. */
export function choice<T extends string>(values: Values, option: string, words: readonly [T, ...T[]]): T {
  const value = values[option] ?? words[0];
  const word = words.find((w) => w === value);
  if (!word) throw new UsageError(`--${option} takes one of ${words.join(', ')}, not "${value}".`);
  return word;
}

/** Above this a file is not even opened: Node cannot hold it as one string. */
const MAX_READABLE = 400 * 1024 * 1024;

/** The text of a file, or of standard input for `-`. Malformed UTF-8 becomes replacement characters. */
export async function readText(path: string): Promise<string> {
  if (path === '-') {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }
  return (await readBytes(path)).toString('utf8');
}

export async function readBytes(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > MAX_READABLE) throw new UsageError(`${path} is too large to be read (${size} bytes).`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw cannotRead(path, error);
  }
}

function cannotRead(path: string, error: unknown): UsageError {
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    return new UsageError(`Cannot read ${path}: there is no such file or folder.`);
  }
  return new UsageError(`Cannot read ${path}: ${error instanceof Error ? error.message : error}`);
}

/** Our schema and that of each `--descriptor-set`. */
export async function loadSchema(values: Values): Promise<Schema> {
  const paths = (values['descriptor-set'] ?? []) as string[];
  if (paths.length === 0) return builtin;
  const { readDescriptorSet } = await import('../schema/descriptor-set');
  const sets: Schema[] = [];
  for (const path of paths) {
    const bytes = await readBytes(path);
    try {
      sets.push(readDescriptorSet(bytes));
    } catch (error) {
      throw new UsageError(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return combine(builtin, ...sets);
}

const SKIPPED_FOLDERS = new Set(['node_modules', '.git', '.hg', '.svn', '__pycache__']);

/** Files with one of the endings below a folder, in a stable order. */
export async function* walk(folder: string, endings: readonly string[]): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    throw cannotRead(folder, error);
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) yield* walk(path, endings);
    } else if (endings.some((ending) => entry.name.endsWith(ending))) {
      yield path;
    }
  }
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw cannotRead(path, error);
  }
}
