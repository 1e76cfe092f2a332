// Chooses one of several configurations in a program.

import type { Range } from '../../../basics/range';
import { chosenConfiguration } from '../../chosen-configuration';
import type { LineOfFile } from '../../simulation/optimizer';
import type { Arguments } from '../arguments';
import type { Opened } from '../opened';
import { integer, type JsonSchema } from '../schema';

export const CELL = integer('Of a notebook, from 1.', 1);

export const LINE: Readonly<Record<string, JsonSchema>> = {
  'line?': integer('Where a program makes several: a line of the call, from 1.', 1),
  'cell?': CELL,
};

export function chosenByLine<T extends Range>(
  given: Arguments,
  all: readonly T[],
  { name, placeOf }: Opened,
): T {
  return chosenConfiguration(all, lineGiven(given, name), placeOf, 'Give line, as in');
}

export const lineGiven = (given: Arguments, path: string): LineOfFile => ({
  path,
  line: given.get('line') as number | undefined,
  cell: given.get('cell') as number | undefined,
});
