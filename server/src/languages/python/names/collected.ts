import type { Mutable } from '../../../basics/mutable';
import type { NamedThing, Place } from '../../../project/names/names';
import type { WrittenName } from './places';

export type CollectedName = Mutable<Omit<NamedThing, 'places'>> & {
  /** By where they start. */
  readonly places: Map<number, Place>;
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
  readonly things: CollectedName[] = [];
  private readonly byPlace = new Map<string, CollectedName>();

  /** A table of a configuration or, if it is not its own, one that only a use names. */
  addTable(
    name: WrittenName | undefined,
    id: number | undefined,
    places: readonly Place[],
    isOwn = true,
  ): CollectedName {
    return this.add({ kind: 'table', ...nameIn(name), id, isOwn, container: undefined }, places);
  }

  addFeature(name: WrittenName, table: CollectedName | undefined): void {
    const feature = { kind: 'feature', id: undefined, isOwn: true, container: table?.name } as const;
    this.add({ ...feature, ...nameIn(name) }, name.places);
  }

  add(thing: Omit<NamedThing, 'places'>, places: readonly Place[]): CollectedName {
    const keys = places.filter(({ as }) => as !== 'expression').map(({ start }) => keyAt(thing, start));
    const known = keys.flatMap((key) => this.byPlace.get(key) ?? [])[0];
    const found = known ?? { ...thing, places: new Map() };
    if (!known) this.things.push(found);
    for (const key of keys) this.byPlace.set(key, found);
    addPlaces(found, places);
    return found;
  }
}

/** Records more places that name a table or feature. */
export function addPlaces({ places }: CollectedName, more: readonly Place[]): void {
  for (const place of more) if (!places.has(place.start)) places.set(place.start, place);
}

const keyAt = ({ kind, name }: Omit<NamedThing, 'places'>, start: number) => `${kind} ${start} ${name}`;

/** The fields of a table or feature that state its name. */
const nameIn = ({ name, from }: Partial<WrittenName> = {}): Pick<NamedThing, 'name' | 'from'> => ({
  name,
  ...(from !== undefined && { from }),
});
