import type { Range } from '../basics/range';
import { UsageError } from '../basics/usage-error';
import { noMessageIn } from './derived';
import { type PlaceOf, placeText } from './places';
import type { LineOfFile } from './simulation/optimizer';

/** The only configuration that a program makes, or the one at a given line. Throws a UsageError if there is none or several. */
export function chosenConfiguration<T extends Range>(
  all: readonly T[],
  { path, line, cell }: LineOfFile,
  placeOf: PlaceOf,
  /** Advice, before a list of places. */
  advice: string,
): T {
  const found = all
    .filter((each) => {
      const { range, cell: own } = placeOf(each);
      const isHere = line === undefined || (range.start.line < line && line <= range.end.line + 1);
      return isHere && (cell === undefined || own === cell - 1);
    })
    .toSorted((a, b) => a.start - b.start);
  const [only, ...others] = found;
  if (!only)
    throw new UsageError(
      all.length === 0 ? noMessageIn(path) : `No configuration is made at line ${line} of ${path}.`,
    );
  if (others.length === 0) return only;
  const places = [...new Set(found.map((each) => placeText(path, placeOf(each)).replace(/:\d+$/, '')))];
  throw new UsageError(
    places.length === 1
      ? `${places[0]} makes several configurations, and it is not clear which one is meant.`
      : `${path} makes several configurations. ${advice} ${places.join(', ')}.`,
  );
}
