import { LIBRARIES } from '../../catalogue';
import type { Library } from '../../catalogue/libraries';
import { type Checkpoint, savedTables, type TableNames } from '../../configuration/comparison/checkpoint';
import { namedSparseCores } from '../../configuration/comparison/stacked';
import type { SizedTables } from '../../sizing/tables';
import { type DerivedField, type Json, unknownIn } from './draft';
import { isOnDevice, sizeOf, trainerOf } from './made-sizes';
import { madeOf } from './made-text';

/** What a checkpoint keeps of the tables of a library. */
export function checkpointOfMade(
  fields: readonly DerivedField[],
  library: Library,
  stackable: SizedTables,
): Omit<Checkpoint, 'placeOf'> {
  const unknown = unknownIn(fields);
  const tables = madeOf(fields).tables.map((table) => ({
    ...ownSlots(table),
    ...sizeOf(table),
    isOnDevice: isOnDevice(table),
  }));
  return {
    saver: LIBRARIES[library].title,
    names: NAMES,
    ...savedTables(tables, unknown, NAMES),
    parts: namedSparseCores(stackable),
    stackable,
    unknown,
  };
}

const NAMES: TableNames = {
  list: 'tables',
  rows: 'vocabularySize',
  columns: 'embeddingDim',
  optimizer: 'optimizer',
};

/** Slots that are not known are those of their optimizer. */
function ownSlots(table: Json) {
  const trainer = trainerOf(table);
  return trainer === undefined ? {} : { optimizer: trainer, slots: [`slots of ${trainer}`] };
}
