import type { NearbyTables } from '../../dataflow/messages/read-files';
import { isTextFormat } from '../../textproto/file-names';
import type { NamedDocument } from './links';

/** The tables of a folder's files; undefined if no file is a configuration, or if a file may have any table. */
export function tablesOf(
  documents: readonly Pick<NamedDocument, 'key' | 'names'>[],
): NearbyTables | undefined {
  if (!documents.some(({ key, names }) => names.configurations > 0 && isTextFormat(key))) return undefined;
  const declared = new Set<string>();
  const used = new Set<string>();
  const shared = new Set<string>();
  for (const { names } of documents) {
    if (names.isUnread) return undefined;
    const usedHere = new Set<string>();
    for (const { kind, name, from, id, isDeclared, isSpelling } of names.symbols) {
      if (kind !== 'table' || isSpelling) continue;
      if (name !== undefined) (isDeclared ? declared : usedHere).add(name);
      // An imported name of a table that nothing is known to use is most likely none of these.
      else if (isDeclared && (from === undefined || id !== undefined)) return undefined;
    }
    for (const name of usedHere) (used.has(name) ? shared : used).add(name);
  }
  return { declared, shared };
}
