import type { NamedDocument } from './links';
import type { NamedSymbol, NamePlace } from './names';

/** A table or feature, where it is declared. */
interface FoundSymbol<D extends NamedDocument> {
  readonly document: D;
  readonly symbol: NamedSymbol;
  readonly place: NamePlace;
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
      document.names.symbols.flatMap((symbol) => {
        const place = symbol.places.find(({ declares }) => declares);
        const rank =
          (symbol.isDeclared || symbol.isSpelling) && symbol.name !== undefined
            ? rankOf(symbol.name.toLowerCase(), wanted)
            : undefined;
        return place && rank !== undefined ? [{ document, symbol, place, rank }] : [];
      }),
    )
    .sort((a, b) => a.rank - b.rank || a.symbol.name!.length - b.symbol.name!.length)
    .slice(0, MAX_SYMBOLS);
}

/** Lower is better; undefined if the name does not match. */
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
