import type { Found } from './collector';
import { extract, type FileKind } from './extract';
import type { Source } from './source';

/** What is found in a file, and what it is. */
export interface SearchedFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly found: readonly Found[];
  /** What is wrong with it, as sentences. */
  readonly problems: readonly string[];
}

/** Names of files in which configurations are looked for: graphs, indices of checkpoints, TensorBoard's logs and others. */
export const MODEL_FILE =
  /\.(?:pb|pbtxt|graphdef|meta|index|log|txt|out|err|INFO|WARNING)$|\.log\.\d+$|\btfevents\b|\.log\.(?:INFO|WARNING)\b/;

/** The data files of a checkpoint; its index says which there are. */
export const SHARD = /\.data-\d{5}-of-\d{5}$/;

/** More problems of one file tell a person no more. */
const MAX_PROBLEMS = 3;

/** Looks for configurations in a file. `open` gives others beside it, such as the data of a checkpoint. */
export function searchFile(
  path: string,
  source: Source,
  open: (path: string) => Source | undefined,
): SearchedFile {
  const found: Found[] = [];
  const problems: string[] = [];
  let more = 0;
  const kind = extract(source, {
    give: (each) => found.push(each),
    tell: (problem) => (problems.length < MAX_PROBLEMS ? problems.push(problem) : more++),
    openShard: (shard, shards) => open(shardOf(path, shard, shards)),
  });
  if (more > 0) problems.push(`So on, ${more} times more.`);
  return { path, kind, found, problems };
}

const shardOf = (index: string, shard: number, shards: number) =>
  `${index.replace(/\.index$/, '')}.data-${digits(shard)}-of-${digits(shards)}`;

const digits = (number: number) => String(number).padStart(5, '0');
