import type { Source } from './lazy-entry';
import { moduleEntries, packageEntry } from './modules';
import { lastPart, parentPath } from './names';
import { protobufEntries } from './protobuf';
import { recommendersEntries } from './recommenders';
import { embeddingEntries } from './tensorflow/embedding';
import { functionEntries } from './tensorflow/functions';
import { messageEntries } from './tensorflow/messages';
import { opSources } from './tensorflow/ops';
import { removedEntries } from './tensorflow/removed';
import type { Entry } from './types';
import { valueEntries } from './values';

export interface Catalogue {
  readonly sources: readonly Source[];
  readonly byName: ReadonlyMap<string, Source>;
  /** What is in a module or class, by the name that it has there. */
  readonly byParent: ReadonlyMap<string, ReadonlyMap<string, Source>>;
}

let built: Catalogue | undefined;

/** Built when first asked for: a session without Python never pays for it. */
export function catalogue(): Catalogue {
  built ??= build();
  return built;
}

function build(): Catalogue {
  const sources: Source[] = [];
  const byName = new Map<string, Source>();
  const byParent = new Map<string, Map<string, Source>>();
  const add = (source: Source) => {
    sources.push(source);
    for (const name of source.names) {
      byName.set(name, source);
      const parent = parentPath(name);
      const siblings = byParent.get(parent);
      if (siblings) siblings.set(lastPart(name), source);
      else byParent.set(parent, new Map([[lastPart(name), source]]));
    }
  };
  opSources().forEach(add);
  for (const entries of ENTRIES) for (const entry of entries()) add(sourceOf(entry));
  // A package adds its own parent, which the loop comes to as well.
  for (const path of byParent.keys()) if (path !== '' && !byName.has(path)) add(sourceOf(packageEntry(path)));
  return { sources, byName, byParent };
}

const ENTRIES: readonly (() => Entry[])[] = [
  embeddingEntries,
  recommendersEntries,
  functionEntries,
  removedEntries,
  messageEntries,
  protobufEntries,
  valueEntries,
  moduleEntries,
];

const sourceOf = (entry: Entry): Source => ({ names: entry.qualifiedNames, entry: () => entry });
