import type { NamedDocument } from './links';
import type { NamedThing, Place } from './names';

/** A table or feature, where it is declared. */
interface FoundSymbol<D extends NamedDocument> {
  readonly document: D;
  readonly thing: NamedThing;
  readonly place: Place;
}

/** More do not help: the user will type more letters. */
const MAX_SYMBOLS = 256;

/** The tables and features whose names have the letters of a query in this order, the best first. */
export function findSymbols<D extends NamedDocument>(
  documents: readonly D[],
  query: string,
): FoundSymbol<D>[] {
  const wanted = query.replaceAll(/\s/g, '').toLowerCase();
  return documents
    .flatMap((document) =>
      document.names.things.flatMap((thing) => {
        const place = thing.places.find(({ declares }) => declares);
        const rank =
          (thing.isOwn || thing.isSpelling) && thing.name !== undefined
            ? rankOf(thing.name.toLowerCase(), wanted)
            : undefined;
        return place && rank !== undefined ? [{ document, thing, place, rank }] : [];
      }),
    )
    .sort((a, b) => a.rank - b.rank || a.thing.name!.length - b.thing.name!.length)
    .slice(0, MAX_SYMBOLS);
}

/** Less is better; undefined where the name does not fit. */
function rankOf(name: string, wanted: string): number | undefined {
  const at = name.indexOf(wanted);
  if (at >= 0) return name === wanted ? 0 : at === 0 ? 1 : 2;
  let from = 0;
  for (const letter of wanted) {
    from = name.indexOf(letter, from) + 1;
    if (from === 0) return undefined;
  }
  return 3;
}
