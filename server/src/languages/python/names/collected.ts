import type { Mutable } from '../../../basics/mutable';
import type { NamedSymbol, NamePlace } from '../../../project/names/names';
import type { WrittenName } from './places';

export type CollectedName = Mutable<Omit<NamedSymbol, 'places'>> & {
  /** By where they start. */
  readonly places: Map<number, NamePlace>;
};

/** A configuration that the program makes or holds. */
export interface ConfigurationTables {
  /** By their ids. */
  readonly tables: readonly CollectedName[];
  /** Whether it may have others. */
  readonly hasUnknown: boolean;
}

/** The tables and features of a program. One that a string names for several configurations is the same in all. */
export class Collected {
  readonly symbols: CollectedName[] = [];
  private readonly byPlace = new Map<string, CollectedName>();

  /** A table of a configuration or, if it is not its own, one that only a use names. */
  addTable(
    name: WrittenName | undefined,
    id: number | undefined,
    places: readonly NamePlace[],
    isDeclared = true,
  ): CollectedName {
    return this.add({ kind: 'table', ...nameIn(name), id, isDeclared, container: undefined }, places);
  }

  addFeature(name: WrittenName, table: CollectedName | undefined): void {
    const feature = { kind: 'feature', id: undefined, isDeclared: true, container: table?.name } as const;
    this.add({ ...feature, ...nameIn(name) }, name.places);
  }

  add(symbol: Omit<NamedSymbol, 'places'>, places: readonly NamePlace[]): CollectedName {
    const keys = places.filter(({ as }) => as !== 'expression').map(({ start }) => keyAt(symbol, start));
    const known = keys.flatMap((key) => this.byPlace.get(key) ?? [])[0];
    const found = known ?? { ...symbol, places: new Map() };
    if (!known) this.symbols.push(found);
    for (const key of keys) this.byPlace.set(key, found);
    addPlaces(found, places);
    return found;
  }
}

/** Records more places that name a table or feature. */
export function addPlaces({ places }: CollectedName, more: readonly NamePlace[]): void {
  for (const place of more) if (!places.has(place.start)) places.set(place.start, place);
}

const keyAt = ({ kind, name }: Omit<NamedSymbol, 'places'>, start: number) => `${kind} ${start} ${name}`;

/** The fields of a table or feature that state its name. */
const nameIn = ({ name, from }: Partial<WrittenName> = {}): Pick<NamedSymbol, 'name' | 'from'> => ({
  name,
  ...(from !== undefined && { from }),
});
