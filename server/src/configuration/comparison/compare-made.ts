// What differs between two configurations of libraries that have no message for them: their tables, features and stacks.
import { sliceWith } from '../../sizing/assumed-devices';
import { stacksOn } from '../../sizing/library-stacks';
import { planOf } from '../../sizing/plan';
import type { Chips } from '../../sizing/sparsecore/padding';
import type { SizedTables } from '../../sizing/tables';
import type { Comparable } from './comparable';
import type { Comparison, Difference, Sides, Uncompared } from './compare';
import { match } from './matching';
import { ASSUMPTION, commonDevices } from './stacked';

type Json = unknown;
interface Item {
  readonly [member: string]: Json;
}

/** One of the two. */
export interface MadeSide {
  /** The name of the library. */
  readonly library: string;
  readonly tables: readonly Item[];
  readonly features: readonly Item[];
  /** Its unknown parts, with paths such as `tables[0].optimizer.arguments.learning_rate`. */
  readonly unknown: readonly { readonly path: string; readonly reason: string }[];
  readonly sizes: SizedTables;
  /** Where a path is set, or else what is around it. */
  readonly placeOf: Comparable['placeOf'];
}

/** Values are as in JSON of `derive`; null if there is none. */
export interface MadeDifference extends Pick<Difference, 'kind' | 'path'> {
  /** The item that differs; undefined for the library. */
  readonly owner: MadeOwner | undefined;
  readonly before: Json;
  readonly after: Json;
  /** The paths of the sides, by which `placeOf` finds them; none for a stack. */
  readonly at: Sides<string | undefined>;
}

export interface MadeOwner {
  readonly list: MadeList;
  /** Its name before the change, or its position if it has none. */
  readonly label: string | number;
  /** What differs of it; undefined where all of it is new or gone. */
  readonly member?: string;
}

export type MadeList = 'tables' | 'features' | 'stacks';

export interface MadeComparison {
  readonly differences: readonly MadeDifference[];
  readonly unknown: readonly Uncompared[];
  /** What stacks assume, in sentences for people. */
  readonly assumed: readonly string[];
  /** On a slice with these devices; null where there is none, or a table is not known. */
  readonly deviceBytes: Comparison['deviceBytes'];
}

/** Stacks are those of the devices that a program names, or else of the given ones. */
export function compareMade(sides: Sides<MadeSide>, given: Chips | undefined): MadeComparison {
  const { before, after } = sides;
  const sizes = { before: before.sizes, after: after.sizes };
  const { devices, isAssumed } = commonDevices(sizes, given);
  const [old, now] = [before, after].map((side) => stacksOf(side, devices));
  const library = changed('library', undefined, before.library, after.library, { before: '', after: '' });
  const slice = sliceWith(devices);
  const bytesOf = (sized: SizedTables) => (slice && planOf(sized, slice).deviceBytes) ?? null;
  const lists = (['tables', 'features'] as const).map((list) => compareLists(list, sides));
  const stacks =
    old!.items && now!.items ? pairwise('stacks', { before: old!.items, after: now!.items }, () => []) : [];
  return {
    differences: [
      ...library,
      ...lists.flatMap(({ differences }) => differences),
      ...stacks.flatMap((each) => ('kind' in each ? [each] : [])),
    ],
    unknown: [
      ...lists.flatMap(({ unknown }) => unknown),
      ...(['before', 'after'] as const).flatMap((side, i) =>
        [old!, now!][i]!.reasons.map((reason) => ({ path: 'stacks', side, reason })),
      ),
    ],
    assumed: isAssumed && (old!.items?.length || now!.items?.length) ? [ASSUMPTION] : [],
    deviceBytes: { before: bytesOf(before.sizes), after: bytesOf(after.sizes) },
  };
}

const changed = (
  path: string,
  owner: MadeOwner | undefined,
  before: Json,
  after: Json,
  at: MadeDifference['at'],
): MadeDifference[] =>
  JSON.stringify(before) === JSON.stringify(after)
    ? []
    : [{ kind: 'changed', path, owner, before: before ?? null, after: after ?? null, at }];

function compareLists(list: 'tables' | 'features', { before, after }: Sides<MadeSide>) {
  const found = pairwise(list, { before: before[list], after: after[list] }, (member, indices) =>
    (['before', 'after'] as const).flatMap((side) => {
      const own = `${list}[${indices[side]}]${member}`;
      const { unknown } = side === 'before' ? before : after;
      return unknown
        .filter(({ path }) =>
          member === '' ? /^\w+(?:\[\d+\])?$/.test(path) && path.startsWith(list) : isWithin(path, own),
        )
        .map(({ reason }) => ({ side, reason }));
    }),
  );
  return {
    differences: found.flatMap((each) => ('kind' in each ? [each] : [])),
    unknown: found.flatMap((each) => ('kind' in each ? [] : [each])),
  };
}

const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

/** Why a member of two items, or whether there is an item for the member '', is not known. */
type ReasonsFor = (
  member: string,
  indices: Sides<number | undefined>,
) => readonly { readonly side: Uncompared['side']; readonly reason: string }[];

function pairwise(
  list: MadeList,
  { before, after }: Sides<readonly Item[]>,
  reasonsFor: ReasonsFor,
): (MadeDifference | Uncompared)[] {
  const { pairs, removed, added } = match(before.map(itemOf), after.map(itemOf));
  const unless = (
    path: string,
    member: string,
    indices: Sides<number | undefined>,
    differences: readonly MadeDifference[],
  ): readonly (MadeDifference | Uncompared)[] => {
    const reasons = reasonsFor(member, indices);
    return reasons.length === 0 ? differences : reasons.map((reason) => ({ path, ...reason }));
  };
  const onlyIn =
    (side: keyof Sides<unknown>) =>
    ({ index, value }: { readonly index: number; readonly value: Item }) => {
      const isBefore = side === 'before';
      const sides = <T, Nothing>(own: T, nothing: Nothing): Sides<T | Nothing> =>
        isBefore ? { before: own, after: nothing } : { before: nothing, after: own };
      const path = pathOf(list, value, index);
      return unless(path, '', sides(index, undefined), [
        {
          kind: isBefore ? 'removed' : 'added',
          path,
          owner: { list, label: labelOf(value, index) },
          ...sides(value, null),
          at: sides(placeIn(list, index), undefined),
        },
      ]);
    };
  return [
    ...removed.flatMap(onlyIn('before')),
    ...pairs.flatMap(({ before: old, after: now }) => {
      const path = pathOf(list, old.value, old.index);
      const members = new Set([...Object.keys(old.value), ...Object.keys(now.value)]);
      const indices = { before: old.index, after: now.index };
      return [...members].flatMap((member) => {
        const own = `${path}.${member}`;
        const at = {
          before: placeIn(list, old.index, `.${member}`),
          after: placeIn(list, now.index, `.${member}`),
        };
        const owner = { list, label: labelOf(old.value, old.index), member };
        const found = changed(own, owner, old.value[member], now.value[member], at);
        return unless(
          own,
          `.${member}`,
          indices,
          member === 'name' ? found.map((each) => ({ ...each, kind: 'renamed' as const })) : found,
        );
      });
    }),
    ...added.flatMap(onlyIn('after')),
  ];
}

function itemOf(value: Item, index: number) {
  const { name, ...content } = value;
  return {
    index,
    name: typeof name === 'string' ? name : undefined,
    content: JSON.stringify(content),
    value,
  };
}

const placeIn = (list: string, index: number, member = ''): string | undefined =>
  list === 'stacks' ? undefined : `${list}[${index}]${member}`;

const labelOf = ({ name }: Item, index: number): string | number => (typeof name === 'string' ? name : index);

const pathOf = (list: string, { name }: Item, index: number): string =>
  typeof name !== 'string'
    ? `${list}[${index}]`
    : list + (/^[\w/-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

function stacksOf(
  { sizes }: MadeSide,
  devices: Chips,
): { readonly items?: readonly Item[]; readonly reasons: readonly string[] } {
  const found = stacksOn(sizes, devices);
  if (!found) return { items: [], reasons: [] };
  if ('unknown' in found) return { reasons: [found.unknown] };
  return {
    items: found.stacks.map(({ name, rows, width, maxIds, maxUniqueIds, tables }) => ({
      name,
      rows,
      width,
      maxIdsPerPartition: maxIds?.inForce ?? null,
      maxUniqueIdsPerPartition: maxUniqueIds?.inForce ?? null,
      tables: tables.map((table) => ({
        name: table.name,
        rowOffset: table.rowOffset,
        rotation: table.rotation,
      })),
    })),
    reasons: [],
  };
}
