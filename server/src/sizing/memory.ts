// Memory of a table on the first embedding accelerator, as optimization_parameters.proto describes it.
import { isPackable, optimizers } from '../optimizers';
import { FLOAT_BYTES, padded } from './sparsecore/padding';
import type { SizedTable } from './tables';

export interface Variable {
  readonly name: string;
  readonly deviceBytes: number;
  readonly hostBytes: number;
}

/** What to say of a row's width on the device that is less than a unit: from which size on tables are packed is not published. */
export const packingNote = (dimension: number, width: number): string =>
  width < padded(dimension) ? ' (packed, if the table is large enough)' : '';

/** Device memory for rows of one variable. */
export const deviceBytes = (rows: number, dimension: number, isPacked: boolean): number =>
  FLOAT_BYTES * (isPacked ? padded(rows * dimension) : rows * padded(dimension));

/** Host memory for a checkpoint's copy of a variable. */
export const hostBytes = (rows: number, dimension: number): number => FLOAT_BYTES * rows * dimension;

/** Whether narrow rows share units; undefined if unknown. */
function packs({ dimension, optimizer, asksForPacking, decaysWeights }: SizedTable): boolean | undefined {
  if (asksForPacking === undefined || optimizer === undefined) return undefined;
  if (!asksForPacking || optimizer === null) return false;
  if (decaysWeights === undefined) return undefined;
  return isPackable({ optimizer: optimizers.get(optimizer), width: dimension, decays: decaysWeights });
}

/** A table whose memory can be computed. */
export type KnownTable = SizedTable &
  Required<Pick<SizedTable, 'vocabularySize' | 'dimension' | 'slots' | 'accumulatesGradients'>> & {
    readonly isPacked: boolean;
  };

export function known(table: SizedTable): KnownTable | undefined {
  const { vocabularySize, dimension, slots, accumulatesGradients } = table;
  const isPacked = packs(table);
  if (vocabularySize === undefined || dimension === undefined || slots === undefined) return undefined;
  if (accumulatesGradients === undefined || isPacked === undefined) return undefined;
  return { ...table, vocabularySize, dimension, slots, accumulatesGradients, isPacked };
}

/** The variable in which a device sums the gradients of a step. */
export const GRADIENT_ACCUMULATORS = 'gradient_accumulators';

/** A table's variables in TensorFlow's order; accumulated gradients are only on the device. */
export function variablesOf(table: KnownTable): Variable[] {
  const { vocabularySize, dimension, slots, accumulatesGradients, isPacked } = table;
  const onDevice = deviceBytes(vocabularySize, dimension, isPacked);
  const onHosts = hostBytes(vocabularySize, dimension);
  const variables = ['parameters', ...slots].map((name) => ({
    name,
    deviceBytes: onDevice,
    hostBytes: onHosts,
  }));
  return accumulatesGradients
    ? [...variables, { name: GRADIENT_ACCUMULATORS, deviceBytes: onDevice, hostBytes: 0 }]
    : variables;
}

/** Memory wasted by padding to whole units. */
export const paddingOf = (
  { vocabularySize, dimension }: KnownTable,
  variables: readonly Variable[],
): number => sum(variables, (variable) => variable.deviceBytes - FLOAT_BYTES * vocabularySize * dimension);

export const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
