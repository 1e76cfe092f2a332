import { functionEntries } from './around/functions';
import { messageEntries } from './around/messages';
import { protobufEntries } from './around/protobuf';
import { recommendersEntries } from './around/recommenders';
import { removedEntries } from './around/removed';
import { valueEntries } from './around/values';
import { embeddingEntries } from './embedding';
import { moduleEntries } from './modules';
import { lastPart, parentPath } from './names';
import { opEntries } from './ops';
import type { Entry } from './types';

export interface Catalogue {
  readonly entries: readonly Entry[];
  readonly byName: ReadonlyMap<string, Entry>;
  /** The entries in a module or class by the name that they have there. */
  readonly byParent: ReadonlyMap<string, ReadonlyMap<string, Entry>>;
}

let built: Catalogue | undefined;

/** Built when first asked for: a session without Python never pays for it. */
export function catalogue(): Catalogue {
  built ??= index([
    ...opEntries(),
    ...embeddingEntries(),
    ...recommendersEntries(),
    ...functionEntries(),
    ...removedEntries(),
    ...messageEntries(),
    ...protobufEntries(),
    ...valueEntries(),
  ]);
  return built;
}

function index(symbols: readonly Entry[]): Catalogue {
  const entries = [...symbols, ...moduleEntries(symbols)];
  const byName = new Map<string, Entry>();
  const byParent = new Map<string, Map<string, Entry>>();
  for (const entry of entries) {
    for (const name of entry.qualifiedNames) {
      byName.set(name, entry);
      const parent = parentPath(name);
      const siblings = byParent.get(parent) ?? new Map<string, Entry>();
      byParent.set(parent, siblings.set(lastPart(name), entry));
    }
  }
  return { entries, byName, byParent };
}
