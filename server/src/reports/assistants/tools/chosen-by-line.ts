// Chooses one of several configurations in a program.

import type { Range } from '../../../basics/range';
import { chosenConfiguration } from '../../chosen-configuration';
import type { Arguments } from '../arguments';
import type { Opened } from '../opened';
import { integer, type JsonSchema } from '../schema';

export const LINE: Readonly<Record<string, JsonSchema>> = {
  'line?': {
    ...integer(
      'For a program that makes several configurations: a line of the call that makes the wanted one, from 1; in a notebook from the first line of the cell.',
    ),
    minimum: 1,
  },
  'cell?': { ...integer('The cell of a notebook, from 1.'), minimum: 1 },
};

export function chosenByLine<T extends Range>(
  given: Arguments,
  all: readonly T[],
  { name, placeOf }: Opened,
): T {
  const [line, cell] = ['line', 'cell'].map((each) => given.get(each) as number | undefined);
  const target = { path: name, ...(line !== undefined && { line }), ...(cell !== undefined && { cell }) };
  return chosenConfiguration(all, target, placeOf, 'Give line, as in');
}
