import { jaxEntries } from './jax';
import { jaxTpuEmbeddingEntries } from './jax-tpu-embedding';
import { kerasRsEntries } from './keras-rs';
import { moduleEntries, packageEntry } from './modules';
import { lastPart, parentPath } from './names';
import { protobufEntries } from './protobuf';
import { recommendersEntries } from './recommenders';
import { embeddingEntries } from './tensorflow/embedding';
import { functionEntries } from './tensorflow/functions';
import { messageEntries } from './tensorflow/messages';
import { opSources } from './tensorflow/ops';
import { removedEntries } from './tensorflow/removed';
import { systemObjectEntries } from './tensorflow/system-objects';
import type { Entry, EntrySource } from './types';
import { valueEntries } from './values';

interface Catalogue {
  readonly sources: readonly EntrySource[];
  readonly byName: ReadonlyMap<string, EntrySource>;
  /** The members of a module or class, by their names there. */
  readonly byParent: ReadonlyMap<string, ReadonlyMap<string, EntrySource>>;
  /** The last parts of the names of ops, classes, functions and constants that rules or features judge. */
  readonly judgedNames: ReadonlySet<string>;
}

let built: Catalogue | undefined;

/** All entries, each once. */
export const allEntries = (): readonly Entry[] => catalogue().sources.map((source) => source.entry());

/** Built on first use: a session without Python never needs it. */
export function catalogue(): Catalogue {
  built ??= build();
  return built;
}

function build(): Catalogue {
  const sources: EntrySource[] = [];
  const byName = new Map<string, EntrySource>();
  const byParent = new Map<string, Map<string, EntrySource>>();
  const judgedNames = new Set<string>();
  const add = (source: EntrySource, isJudged: boolean) => {
    sources.push(source);
    for (const name of source.names) {
      if (isJudged) judgedNames.add(lastPart(name));
      byName.set(name, source);
      const parent = parentPath(name);
      const siblings = byParent.get(parent);
      if (siblings) siblings.set(lastPart(name), source);
      else byParent.set(parent, new Map([[lastPart(name), source]]));
    }
  };
  for (const source of opSources()) add(source, true);
  for (const entries of ENTRIES) for (const entry of entries()) add(sourceOf(entry), isJudged(entry));
  // A package adds its own parent, which the loop comes to as well.
  for (const path of byParent.keys())
    if (path !== '' && !byName.has(path)) add(sourceOf(packageEntry(path)), false);
  return { sources, byName, byParent, judgedNames };
}

/** Methods and properties do not count: they are found through an object whose class is named somewhere. */
const isJudged = ({ foreign, kind }: Entry) =>
  !foreign && kind !== 'method' && kind !== 'property' && kind !== 'module';

/** The functions that make the entries, one for each file or folder. */
export const ENTRIES: readonly (() => readonly Entry[])[] = [
  embeddingEntries,
  recommendersEntries,
  kerasRsEntries,
  jaxTpuEmbeddingEntries,
  jaxEntries,
  functionEntries,
  systemObjectEntries,
  removedEntries,
  messageEntries,
  protobufEntries,
  valueEntries,
  moduleEntries,
];

const sourceOf = (entry: Entry): EntrySource => ({ names: entry.qualifiedNames, entry: () => entry });
