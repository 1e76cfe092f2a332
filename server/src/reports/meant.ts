import type { Range } from '../text/range';
import { UsageError } from '../text/usage-error';
import { nothingIn } from './derived';
import { type PlaceOf, placeText } from './places';
import type { Target } from './simulation/optimizer';

/** Of the configurations that a program makes, the one that is meant: the only one, or the one at a line. Throws a UsageError elsewhere. */
export function meant<T extends Range>(
  all: readonly T[],
  { path, line, cell }: Target,
  placeOf: PlaceOf,
  /** What a person can do, before a list of places. */
  advice: string,
): T {
  const found = all.filter((each) => {
    const { range, cell: own } = placeOf(each);
    const isHere = line === undefined || (range.start.line < line && line <= range.end.line + 1);
    return isHere && (cell === undefined || own === cell - 1);
  });
  const [only, ...others] = found;
  if (!only)
    throw new UsageError(
      all.length === 0 ? nothingIn(path) : `No configuration is made at line ${line} of ${path}.`,
    );
  if (others.length === 0) return only;
  const places = [...new Set(found.map((each) => placeText(path, placeOf(each)).replace(/:\d+$/, '')))];
  throw new UsageError(
    places.length === 1
      ? `${places[0]} makes several configurations, and nothing says which one is meant.`
      : `${path} makes several configurations. ${advice} ${places.join(', ')}.`,
  );
}
