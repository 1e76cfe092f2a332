import type { Table } from '../../configuration/configuration';
import { type Derived, isPacked } from '../../configuration/derive';
import { paddingOf, variablesOf } from '../../sizing/memory';
import type { TableCost } from '../../sizing/tables';

/** The memory of all tables together; undefined if it is unknown for one of them. */
export function totalCost(derived: Derived): Pick<TableCost, 'deviceBytes' | 'hostBytes'> | undefined {
  const costs = derived.tables.map(({ table }) => certainCost(derived, table));
  if (costs.length === 0 || costs.includes(undefined)) return undefined;
  const sum = (key: 'deviceBytes' | 'hostBytes') => costs.reduce((total, cost) => total + cost![key], 0);
  return { deviceBytes: sum('deviceBytes'), hostBytes: sum('hostBytes') };
}

/** The memory of a table; undefined if its size or its optimizer is unknown. */
export function certainCost(derived: Derived, { id, optimization }: Table): TableCost | undefined {
  const isCertain = optimization?.choice !== undefined && optimization.gradientAccumulation !== undefined;
  return isCertain ? tableCost(derived, id) : undefined;
}

/** The memory of one table of a configuration; undefined if its size is unknown. */
export function tableCost({ tables }: Derived, id: number): TableCost | undefined {
  const { table, slotVariables, paddedDimension, rowsPerHost, deviceBytes, hostBytes } = tables[id]!;
  const { name, vocabularySize, dimension, optimization } = table;
  if (vocabularySize === undefined || dimension === undefined || vocabularySize <= 0n || dimension <= 0)
    return undefined;
  const sized = {
    name: name ?? '',
    vocabularySize: Number(vocabularySize),
    dimension,
    slots: slotVariables,
    accumulatesGradients: optimization?.gradientAccumulation !== false,
    isPacked: isPacked(table),
  };
  const variables = variablesOf(sized);
  return {
    ...(name && { name }),
    vocabularySize: sized.vocabularySize,
    dimension,
    paddedDimension,
    rowsPerHost: [...rowsPerHost],
    variables,
    deviceBytes,
    hostBytes,
    paddingBytes: paddingOf(sized, variables),
  };
}
