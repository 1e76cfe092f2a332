// Stacks of tables on SparseCores, as JSON and as text.
import { grouped } from '../configuration/quantities';
import { memoryLines } from '../languages/stack-text';
import type { PlannedStack } from '../sizing/layout';
import { isLibrarys } from '../sizing/library-stacks';
import type { Stack } from '../sizing/sparsecore/stacks';

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
    ...(isLibrarys(stack) ? memoryLines(stack).map((line) => `  ${line}`) : []),
  ];
}
