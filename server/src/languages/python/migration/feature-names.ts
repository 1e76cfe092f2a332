import { once } from '../../../basics/once';
import type { Feature } from '../../../dataflow/derivation/features';
import type { Layer } from './layers';

/** The name that a program gives a feature, if that is known. */
export const givenName = ({ part }: Feature): string | undefined => {
  const { type } = part.attribute('name');
  return type.kind === 'str' ? type.value : undefined;
};

/** A name for a feature: its key, else the name of its table, else its place, whichever no other feature has. */
export function nameByPath(feature: Feature, layer: Layer): string {
  const used = usedIn(layer);
  const [own, others] = [wanted(feature), candidates(feature)];
  const isFree = (name: string) => (used.get(name) ?? 0) - Number(name === own) <= 0;
  return others.find(isFree) ?? others.at(-1)!;
}

/** How many features want each name. */
const usedIn = once(({ features }: Layer): ReadonlyMap<string, number> => {
  const used = new Map<string, number>();
  for (const name of features.map(wanted)) used.set(name, (used.get(name) ?? 0) + 1);
  return used;
});

const wanted = (feature: Feature): string => givenName(feature) ?? candidates(feature)[0]!;

/** Names for a feature, the best first; the last is like no other one. */
function candidates({ leaf, table }: Feature): readonly string[] {
  const places = leaf.path.split('/').filter((place) => place !== '');
  const key = places.at(-1);
  const isIndex = key === undefined || /^\d+$/.test(key);
  const name = table?.attribute('name').type;
  return [
    ...(isIndex ? [] : [key]),
    ...(name?.kind === 'str' && name.value ? [name.value] : []),
    ...(places.length > 1 ? [places.join('_')] : []),
    `feature_${places.join('_') || '0'}`,
  ];
}

/** Whether an earlier feature of an embedding object has the name of this one. */
export const isRepeated = (feature: Feature, layer: Layer): boolean => {
  const name = givenName(feature);
  const first = name === undefined ? undefined : firstsIn(layer).get(name);
  return first !== undefined && first.part !== feature.part;
};

const firstsIn = once(({ features }: Layer): ReadonlyMap<string, Feature> => {
  const firsts = new Map<string, Feature>();
  for (const feature of features) {
    const name = givenName(feature);
    if (name !== undefined && !firsts.has(name)) firsts.set(name, feature);
  }
  return firsts;
});
