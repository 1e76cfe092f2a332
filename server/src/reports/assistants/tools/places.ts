// Schemas of places, as the Language Server Protocol has them.
import { integer, object, text } from '../schema';

/** From 0, in UTF-16; in a notebook within the cell. */
const POSITION = object({ line: integer(), character: integer() });

export const RANGE = object({ start: POSITION, end: POSITION });

/** The cell of a notebook, from 0. */
export const CELL = integer();

/** A place in the file that was asked about. */
export const PLACE = { range: RANGE, 'cell?': CELL };

export const PLACE_IN_FILE = object({ path: text(), ...PLACE });
