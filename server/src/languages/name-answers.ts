import { type Range, rangeOf } from '../basics/range';
import { type FileNames, placeAt, thingsAt } from '../project/names/names';
import type { Definition } from './answers';

/** The definitions of a name or a number within the text itself. */
export function declarationAt(names: FileNames, offset: number): Definition | undefined {
  const [thing] = thingsAt(names, offset);
  const declaration = thing?.places.find(({ declares }) => declares);
  const place = thing && placeAt(thing.places, offset);
  return declaration && place && { target: { kind: 'text', ...rangeOf(declaration) }, ...rangeOf(place) };
}

/** All places with the same meaning as the name or number at an offset; undefined if there is none. */
export function placesAt(names: FileNames, offset: number): Range[] | undefined {
  const [thing] = thingsAt(names, offset);
  return thing?.places.filter(({ as }) => as !== 'expression').map(rangeOf);
}
