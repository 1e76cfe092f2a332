import { type Range, rangeOf } from '../basics/range';
import { type FileNames, placeAt, symbolsAt } from '../project/names/names';
import type { Location } from '../schema/types';
import type { Definition } from './answers';

/** The definitions of a name or a number within the text itself. */
export function declarationAt(names: FileNames, offset: number): Definition | undefined {
  const [symbol] = symbolsAt(names, offset);
  const declaration = symbol?.places.find(({ declares }) => declares);
  const place = symbol && placeAt(symbol.places, offset);
  return declaration && place && { target: { kind: 'text', ...rangeOf(declaration) }, ...rangeOf(place) };
}

/** A definition in one of our .proto files, if there is one. */
export const declaredAt = (location: Location | undefined, place: Range): Definition | undefined =>
  location && { target: { kind: 'proto', location }, ...rangeOf(place) };

/** All places with the same meaning as the name or number at an offset; undefined if there is none. */
export function placesAt(names: FileNames, offset: number): Range[] | undefined {
  const [symbol] = symbolsAt(names, offset);
  return symbol?.places.filter(({ as }) => as !== 'expression').map(rangeOf);
}
