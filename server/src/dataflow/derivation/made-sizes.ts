import { lazy } from '../../basics/once';
import { allEntries, LIBRARIES } from '../../catalogue';
import type { Library } from '../../catalogue/libraries';
import type { SizedTable, SizedTables } from '../../sizing/tables';
import type { DerivedField, Json } from './draft';
import { madeOf } from './made-text';

/** What determines the memory of the tables that a library keeps on SparseCores. */
export function sizesOfMade(fields: readonly DerivedField[], library: Library): SizedTables {
  const tables = madeOf(fields).tables.filter((table) => memberOf(table, 'placement') !== ON_DEVICE);
  // Which tables follow these is unknown.
  const more = fields.some(({ path, value }) => value === undefined && /^tables(\[\d+\])?$/.test(path));
  return {
    tables: [...tables.map(sizeOf), ...(more ? [{ name: '…' }] : [])],
    strategy: 'MOD',
    sparseCoreTrainer: LIBRARIES[library].title,
  };
}

/** The placement of tables that are ordinary variables of the model. */
const ON_DEVICE = 'default_device';

function sizeOf(table: Json): SizedTable {
  const name = memberOf(table, 'name');
  const vocabularySize = memberOf(table, 'vocabularySize');
  const dimension = memberOf(table, 'embeddingDim');
  const optimizer = memberOf(table, 'optimizer');
  const trainer = typeof optimizer === 'string' ? optimizer : memberOf(optimizer, 'name');
  const slots = typeof trainer === 'string' ? slotsByTrainer().get(trainer.toLowerCase()) : undefined;
  return {
    name: typeof name === 'string' ? name : '',
    ...(typeof vocabularySize === 'number' && { vocabularySize: Math.max(vocabularySize, 0) }),
    ...(typeof dimension === 'number' && { dimension: Math.max(dimension, 0) }),
    ...(slots && { optimizer: String(trainer), slots }),
    accumulatesGradients: false,
    asksForPacking: false,
    decaysWeights: false,
  };
}

const memberOf = (json: Json | undefined, name: string): Json | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as { readonly [name: string]: Json })[name]
    : undefined;

/** By the names of optimizers, in lower case as a string may name them. */
const slotsByTrainer = lazy(
  () => new Map(allEntries().flatMap(({ name, slots }) => (slots ? [[name.toLowerCase(), slots]] : []))),
);
