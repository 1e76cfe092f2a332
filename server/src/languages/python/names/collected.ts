import type { Mutable } from '../../../basics/mutable';
import type { NamedThing, Place } from '../../../project/names/names';

export type Thing = Mutable<Omit<NamedThing, 'places'>> & {
  /** By where they start. */
  readonly places: Map<number, Place>;
};

/** A configuration that the program makes or holds. */
export interface Made {
  /** By their ids. */
  readonly tables: readonly Thing[];
  /** Whether it may have others. */
  readonly isOpen: boolean;
}

/** The tables and features of a program. One that a string names for several configurations is the same in all. */
export class Collected {
  readonly things: Thing[] = [];
  private readonly byPlace = new Map<string, Thing>();

  add(thing: Omit<NamedThing, 'places'>, places: readonly Place[]): Thing {
    const keys = places.filter(({ as }) => as !== 'expression').map(({ start }) => keyOf(thing, start));
    const known = keys.flatMap((key) => this.byPlace.get(key) ?? [])[0];
    const found = known ?? { ...thing, places: new Map() };
    if (!known) this.things.push(found);
    for (const key of keys) this.byPlace.set(key, found);
    mean(found, places);
    return found;
  }
}

/** Records another place that means the same table or feature. */
export function mean({ places }: Thing, more: readonly Place[]): void {
  for (const place of more) if (!places.has(place.start)) places.set(place.start, place);
}

const keyOf = ({ kind, name }: Omit<NamedThing, 'places'>, start: number) => `${kind} ${start} ${name}`;
