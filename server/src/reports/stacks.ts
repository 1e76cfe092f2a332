// Stacks of tables on SparseCores, as JSON and as text.
import { bytes, grouped } from '../configuration/quantities';
import type { PlannedStack } from '../sizing/layout';
import { isLibrarys, type LibraryStack } from '../sizing/library-stacks';
import type { Limit, Stack } from '../sizing/sparsecore/stacks';

export function stackJson(stack: PlannedStack | Stack) {
  if (!isLibrarys(stack)) return stack;
  const { optimizer: _, quantization: __, maxIds, maxUniqueIds, suggestedBufferSize, ...rest } = stack;
  const { tables, features, tableBytes, buffers, ...sizes } = rest;
  return {
    ...sizes,
    ...(maxIds && { idsPerPartition: maxIds }),
    ...(maxUniqueIds && { uniqueIdsPerPartition: maxUniqueIds }),
    ...(suggestedBufferSize !== undefined && { suggestedBufferSize }),
    ...(tableBytes && { tableBytes }),
    ...(buffers && { buffers }),
    tables,
    features,
  };
}

export function stackLines(stack: PlannedStack): string[] {
  const { name, width, rowsPerSparseCore, tables } = stack;
  const places = tables.map(
    (table) => `${table.name} from row ${grouped(table.rowOffset)}, rotation ${table.rotation}`,
  );
  return [
    `Stack ${name}: ${width} floats, ${grouped(rowsPerSparseCore)} rows a SparseCore; ${places.join('; ')}`,
    ...(isLibrarys(stack) ? memoryLines(stack) : []),
  ];
}

function memoryLines({ tableBytes, buffers, maxIds, maxUniqueIds }: LibraryStack): string[] {
  return [
    ...(tableBytes
      ? [
          `  tables: ${bytes(tableBytes.perSparseCore)} a SparseCore, ${bytes(tableBytes.perChip)} a chip, ${bytes(tableBytes.perHost)} a host`,
        ]
      : []),
    `  limits: ${limitText('ids', maxIds)}, ${limitText('unique ids', maxUniqueIds)} from one SparseCore to another`,
    buffers
      ? `  buffers: ${bytes(buffers.perChip)} a chip, ${bytes(buffers.perHost)} a host: ${grouped(buffers.ids)} ids and ${grouped(buffers.rowPointers)} row pointers a device`
      : '  buffers: unknown, as the limit of ids is not known',
    ...(buffers?.refused ? [`  ${buffers.refused}`] : []),
  ];
}

const limitText = (what: string, limit: Limit | undefined): string =>
  limit === undefined
    ? `unknown ${what}`
    : `${grouped(limit.inForce)} ${what}${limit.given === null ? ' (the default)' : ''}`;
