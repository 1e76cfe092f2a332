// Schemas of places, as the Language Server Protocol has them.
import { integer, object, text } from '../schema';

const POSITION = object({
  line: integer('From 0; in a notebook, from the first line of the cell.'),
  character: integer('From 0, in UTF-16 code units.'),
});

export const RANGE = object({ start: POSITION, end: POSITION });

export const CELL = integer('Number of the cell in a notebook, from 0.');

/** A place in the file that was asked about. */
export const PLACE = { range: RANGE, 'cell?': CELL };

export const PLACE_IN_FILE = object({ path: text(), ...PLACE });
