// Of several configurations in a text, the one that is meant.
import { nothingIn } from '../../reports/derived';
import { placeText } from '../../reports/places';
import type { Range } from '../../text/range';
import { UsageError } from '../../text/usage-error';
import type { Arguments } from '../arguments';
import type { Opened } from '../opened';
import { integer, type JsonSchema } from '../schema';

export const LINE: Readonly<Record<string, JsonSchema>> = {
  'line?': {
    ...integer(
      'Of a program that makes several configurations: a line of the call that makes the one that is meant, from 1; in a notebook from the first line of the cell.',
    ),
    minimum: 1,
  },
  'cell?': { ...integer('The cell of a notebook, from 1.'), minimum: 1 },
};

/** Throws a UsageError where there is none, or it is not clear which one. */
export function meant<T extends Range>(all: readonly T[], { name, placeOf }: Opened, given: Arguments): T {
  const [line, cell] = ['line', 'cell'].map((each) => given.get(each) as number | undefined);
  const found = all.filter((each) => {
    const { range, cell: own } = placeOf(each);
    const isHere = line === undefined || (range.start.line < line && line <= range.end.line + 1);
    return isHere && (cell === undefined || own === cell - 1);
  });
  const [only, ...others] = found;
  if (!only)
    throw new UsageError(
      all.length === 0 ? nothingIn(name) : `No configuration is made at line ${line} of ${name}.`,
    );
  if (others.length === 0) return only;
  const places = [...new Set(found.map((each) => placeText(name, placeOf(each)).replace(/:\d+$/, '')))];
  throw new UsageError(
    places.length === 1
      ? `${places[0]} makes several configurations, and nothing says which one is meant.`
      : `${name} makes several configurations. Say line, as in ${places.join(', ')}.`,
  );
}
