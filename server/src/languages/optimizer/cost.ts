import { type Derived, deviceVariables, FLOAT_BYTES } from '../../config/derive';
import type { TableCost } from '../../protocol';

/** What one table of a configuration takes; undefined where its size is not known. */
export function tableCost({ tables }: Derived, id: number): TableCost | undefined {
  const { table, slotVariables, paddedDimension, rowsPerHost, deviceBytes, hostBytes } = tables[id]!;
  const { name, vocabularySize, dimension, optimization } = table;
  if (vocabularySize === undefined || dimension === undefined || vocabularySize <= 0n || dimension <= 0)
    return undefined;
  const names = ['parameters', ...slotVariables];
  const onDevice = deviceVariables(table);
  const each = { deviceBytes: deviceBytes / onDevice, hostBytes: hostBytes / names.length };
  const variables = names.map((variable) => ({ name: variable, ...each }));
  // Hidden: a checkpoint does not hold them.
  if (optimization && onDevice > names.length)
    variables.push({ name: 'gradient_accumulators', deviceBytes: each.deviceBytes, hostBytes: 0 });
  const rows = Number(vocabularySize);
  const used = rows * dimension * FLOAT_BYTES * onDevice;
  return {
    ...(name && { name }),
    vocabularySize: rows,
    dimension,
    paddedDimension,
    rowsPerHost: [...rowsPerHost],
    variables,
    deviceBytes,
    hostBytes,
    paddingBytes: deviceBytes - used,
  };
}
