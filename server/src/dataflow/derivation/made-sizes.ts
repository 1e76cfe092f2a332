import { lazy } from '../../basics/once';
import { allEntries, LIBRARIES } from '../../catalogue';
import type { Library } from '../../catalogue/libraries';
import type { SizedTable, SizedTables } from '../../sizing/tables';
import type { DerivedField, Json } from './draft';
import type { MadeStacking } from './made-stacking';
import { madeOf } from './made-text';

/** What determines the memory of the tables that a library keeps on SparseCores. */
export function sizesOfMade(
  fields: readonly DerivedField[],
  library: Library,
  stacked: MadeStacking | undefined,
): SizedTables {
  const tables = madeOf(fields).tables.flatMap((table, i) =>
    isOnDevice(table) ? [] : [{ ...sizeOf(table), ...stacked?.tables[i] }],
  );
  // Which tables follow these is unknown.
  const more = fields.some(({ path, value }) => value === undefined && /^tables(\[\d+\])?$/.test(path));
  return {
    tables: [...tables, ...(more ? [{ name: '…' }] : [])],
    strategy: 'MOD',
    sparseCoreTrainer: LIBRARIES[library].title,
    ...(stacked && { stacking: stacked.stacking }),
  };
}

/** Whether a table is an ordinary variable of the model. */
export const isOnDevice = (table: Json): boolean => memberOf(table, 'placement') === 'default_device';

export function sizeOf(table: Json): SizedTable {
  const name = memberOf(table, 'name');
  const vocabularySize = memberOf(table, 'vocabularySize');
  const dimension = memberOf(table, 'embeddingDim');
  const trainer = trainerOf(table);
  const slots = trainer === undefined ? undefined : slotsByTrainer().get(trainer.toLowerCase());
  return {
    name: typeof name === 'string' ? name : '',
    ...(typeof vocabularySize === 'number' && { vocabularySize: Math.max(vocabularySize, 0) }),
    ...(typeof dimension === 'number' && { dimension: Math.max(dimension, 0) }),
    ...(trainer !== undefined && slots && { optimizer: trainer, slots }),
    accumulatesGradients: false,
    asksForPacking: false,
    decaysWeights: false,
  };
}

/** The name of a table's optimizer, if it is known. */
export function trainerOf(table: Json): string | undefined {
  const optimizer = memberOf(table, 'optimizer');
  const name = typeof optimizer === 'string' ? optimizer : memberOf(optimizer, 'name');
  return typeof name === 'string' ? name : undefined;
}

const memberOf = (json: Json | undefined, name: string): Json | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as { readonly [name: string]: Json })[name]
    : undefined;

/** By the names of optimizers, in lower case as a string may name them. */
const slotsByTrainer = lazy(
  () => new Map(allEntries().flatMap(({ name, slots }) => (slots ? [[name.toLowerCase(), slots]] : []))),
);
