import { isCheckpointIndex, readIndex, readStrings } from './checkpoint';
import type { FoundConfiguration, Tell } from './collector';
import { extract, type FileKind } from './extract';
import type { ByteSource } from './source';

/** The kind of a file, and the configurations in it. */
export interface SearchedFile {
  readonly path: string;
  readonly kind: FileKind | 'checkpoint';
  readonly found: readonly FoundConfiguration[];
  /** Problems of the file, as sentences. */
  readonly problems: readonly string[];
}

/** Files and folders by paths or other names. Calls fail with a sentence for the user. */
export interface FileSystem {
  /** A file, to be closed; undefined for a folder. */
  readonly open: (path: string) => Promise<OpenFile | undefined>;
  /** The entries of a folder. A link to a folder counts as a file, because it may lead to a parent folder. */
  readonly list: (
    folder: string,
  ) => Promise<readonly { readonly name: string; readonly isFolder: boolean }[]>;
  readonly join: (folder: string, name: string) => string;
}

export interface OpenFile extends ByteSource {
  close(): void;
}

/** Files in which configurations are looked for: graphs, indices of checkpoints, TensorBoard's logs and others. */
const MODEL_FILE =
  /\.(?:pb|pbtxt|graphdef|meta|index|log|txt|out|err)$|\.log\.\d+$|\.(?:INFO|WARNING)\b|\btfevents\b/i;

/** A data file of a checkpoint; the index names them all. */
const SHARD = /\.data-\d{5}-of-\d{5}$/;

/** Hidden folders, and folders that tools fill. */
const TOOL_FOLDER = /^(?:\..*|node_modules|__pycache__|site-packages)$/;

/**
 * Searches a file, the files of a folder, or a checkpoint, which is named by the common beginning of its files. Throws if the
 * path itself cannot be read; errors of files in a folder go to `refuse`.
 */
export async function* searchPath(
  path: string,
  places: FileSystem,
  refuse: (error: unknown) => void,
): AsyncGenerator<SearchedFile> {
  const prefix = path.replace(SHARD, '');
  const named = prefix === path ? await attempt(() => searchFile(path, places)) : undefined;
  if (named && 'value' in named) {
    if (named.value) yield named.value;
    else yield* searchFolder(path, places, refuse);
    return;
  }
  // A checkpoint is what its index and its graph hold.
  let isCheckpoint = false;
  for (const ending of ['.index', '.meta']) {
    const part = await attempt(() => searchFile(prefix + ending, places));
    if (!('value' in part) || !part.value) continue;
    isCheckpoint = true;
    yield part.value;
  }
  if (isCheckpoint) return;
  if (named) throw named.error;
  const alone = await searchFile(path, places);
  if (alone) yield alone;
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown };

async function attempt<T>(run: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
}

/** Undefined for a folder. */
async function searchFile(path: string, places: FileSystem): Promise<SearchedFile | undefined> {
  const source = await places.open(path);
  if (!source) return undefined;
  const found: FoundConfiguration[] = [];
  const problems: string[] = [];
  let more = 0;
  const give = (each: FoundConfiguration) => found.push(each);
  const tell = (problem: string) => (problems.length < MAX_PROBLEMS ? problems.push(problem) : more++);
  try {
    const kind = isCheckpointIndex(source) ? 'checkpoint' : extract(source, give, tell);
    if (kind === 'checkpoint') await searchCheckpoint(path, source, places, give, tell);
    if (more > 0) problems.push(`More problems of this file: ${more}.`);
    return { path, kind, found, problems };
  } finally {
    source.close();
  }
}

/** More problems of one file do not help the user. */
const MAX_PROBLEMS = 3;

async function searchCheckpoint(
  path: string,
  index: ByteSource,
  { open }: FileSystem,
  give: (found: FoundConfiguration) => void,
  tell: Tell,
): Promise<void> {
  const { shards, tensors } = readIndex(index, tell);
  for (const [shard, entries] of tensors) {
    const data = await attempt(() => open(shardOf(path, shard, shards)));
    if (!('value' in data) || !data.value) {
      tell(`Its data file ${shard + 1} of ${shards} cannot be read.`);
      continue;
    }
    try {
      readStrings(data.value, entries, give, tell);
    } finally {
      data.value.close();
    }
  }
}

const shardOf = (index: string, shard: number, shards: number) =>
  `${index.replace(/\.index$/, '')}.data-${digits(shard)}-of-${digits(shards)}`;

const digits = (number: number) => String(number).padStart(5, '0');

async function* searchFolder(
  top: string,
  places: FileSystem,
  refuse: (error: unknown) => void,
): AsyncGenerator<SearchedFile> {
  const entriesOf = async (folder: string) =>
    (await places.list(folder))
      .filter(({ name, isFolder }) => (isFolder ? !TOOL_FOLDER.test(name) : MODEL_FILE.test(name)))
      .sort((a, b) => (a.name < b.name ? 1 : -1))
      .map(({ name, isFolder }) => ({ path: places.join(folder, name), isFolder }));
  // No recursion: folders may nest deeper than the call stack allows.
  const pending = await entriesOf(top);
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const { path, isFolder } = entry;
    try {
      // One by one: a call takes only so many arguments.
      if (isFolder) for (const inner of await entriesOf(path)) pending.push(inner);
      else {
        const searched = await searchFile(path, places);
        if (searched) yield searched;
      }
    } catch (error) {
      refuse(error);
    }
  }
}
