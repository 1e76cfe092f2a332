// What a stack takes on SparseCores, for people.
import { bytes, grouped } from '../configuration/quantities';
import type { LibraryStack } from '../sizing/library-stacks';
import type { Limit } from '../sizing/sparsecore/stacks';

/** Memory, limits and buffers of a stack, a line each. */
export function memoryLines({ tableBytes, buffers, maxIds, maxUniqueIds }: LibraryStack): string[] {
  return [
    ...(tableBytes
      ? [
          `tables: ${bytes(tableBytes.perSparseCore)} a SparseCore, ${bytes(tableBytes.perChip)} a chip, ${bytes(tableBytes.perHost)} a host`,
        ]
      : []),
    `limits: ${limitText('ids', maxIds)}, ${limitText('unique ids', maxUniqueIds)} from one SparseCore to another`,
    buffers
      ? `buffers: ${bytes(buffers.perChip)} a chip, ${bytes(buffers.perHost)} a host: ${grouped(buffers.ids)} ids and ${grouped(buffers.rowPointers)} row pointers a device`
      : 'buffers: unknown, as the limit of ids is not known',
    ...(buffers?.refused ? [buffers.refused] : []),
  ];
}

const limitText = (what: string, limit: Limit | undefined): string =>
  limit === undefined
    ? `unknown ${what}`
    : `${grouped(limit.inForce)} ${what}${limit.given === null ? ' (the default)' : ''}`;
