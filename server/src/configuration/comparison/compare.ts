import { addToSet } from '../../basics/groups';
import { CONFIGURATION_TYPE } from '../../schema/builtin';
import { planOf, smallestSlice } from '../../sizing/plan';
import { type JsonValue, jsonName } from '../to-json';
import { type Change, changesIn } from './changes';
import type { Comparable } from './comparable';
import { type Matched, match, type Pair, unambiguous } from './matching';
import { knownPart, UNDECLARED } from './meaning';
import { featuresOf, LISTS, type OwnerItem, type OwnerKind, outerPaths, type Side, sideOf } from './sides';

/** What differs in meaning between two configurations. */
export interface Comparison {
  /** First those of the configuration itself, then those of its tables, then those of its features. */
  readonly differences: readonly Difference[];
  /** Values that cannot be compared, because they are unknown on a side. */
  readonly unknown: readonly Uncompared[];
  /** Memory of all tables on the devices; null if unknown. */
  readonly deviceBytes: Sides<number | null>;
  /** Memory of the fullest host; null if unknown. */
  readonly hostBytes: Sides<number | null>;
  /** The smallest slice that holds the tables; null if it is unknown, or if there are none. */
  readonly slice: Sides<string | null>;
}

export interface Difference {
  readonly kind: 'changed' | 'added' | 'removed' | 'renamed' | 'moved';
  /** Such as `numHosts`, `tables.user.dimension` and `features["a.b"].table`. */
  readonly path: string;
  /** As in ProtoJSON, except that 64-bit integers are numbers if these are exact; null if there is no value. */
  readonly before: JsonValue | null;
  readonly after: JsonValue | null;
  /** The table or feature that it is about. */
  readonly owner?: Owner;
  /** The field that differs, of the owner or of the configuration. */
  readonly change?: Change;
  /** Its path in each message, such as `tableDescriptor[0].dimension`, also where the message leaves it out. */
  readonly at: Sides<string | undefined>;
}

export interface Owner {
  readonly kind: OwnerKind;
  /** Its name if no other owner has the same, otherwise its index. */
  readonly label: string | number;
  /** Its index on each side that has it. */
  readonly index: Sides<number | undefined>;
}

export interface Uncompared {
  readonly path: string;
  /** The side on which it is unknown and the reason, in a sentence for people. */
  readonly side: keyof Sides<unknown>;
  readonly reason: string;
}

export interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

export function compare(before: Comparable, after: Comparable): Comparison {
  const [old, now] = [sideOf(before), sideOf(after)];
  const tables = match(old.tables, now.tables);
  const [oldFeatures, newFeatures] = featuresOf(old, now, tables);
  const features = match(oldFeatures, newFeatures);
  const reasons = { before: reasonsIn(before), after: reasonsIn(after) };
  const own = changesIn(CONFIGURATION_TYPE, old.message, now.message, OF_OWNERS);
  const found = [
    ...Array.from(own, (change) => fieldChanged(change, undefined)),
    ...differencesOf('table', tables, namesOf(old.tables, now.tables), [old, now]),
    ...differencesOf('feature', features, namesOf(oldFeatures, newFeatures), [old, now]),
  ];
  return {
    differences: found.flatMap(({ isUnknown, ...difference }) => (isUnknown ? [] : [difference])),
    unknown: found.filter(({ isUnknown }) => isUnknown).flatMap((each) => uncompared(each, reasons)),
    deviceBytes: {
      before: planOf(before.sizes).deviceBytes ?? null,
      after: planOf(after.sizes).deviceBytes ?? null,
    },
    hostBytes: { before: hostBytesOf(before), after: hostBytesOf(after) },
    slice: { before: sliceOf(before), after: sliceOf(after) },
  };
}

/** `isUnknown` if a value is unknown, so there may be no difference. */
interface PossibleDifference extends Difference {
  readonly isUnknown: boolean;
}

const hostBytesOf = ({ sizes }: Comparable) => planOf(sizes).perHost?.bytes ?? null;
const sliceOf = ({ sizes }: Comparable) =>
  sizes.tables.length === 0 ? null : (smallestSlice(sizes)?.name ?? null);

/** Why values of a side are unknown, by path: of a field, of anything inside a field, and of whole items of a list. */
interface Reasons {
  readonly of: ReadonlyMap<string, ReadonlySet<string>>;
  readonly within: ReadonlyMap<string, ReadonlySet<string>>;
  readonly items: ReadonlyMap<string, ReadonlySet<string>>;
}

function reasonsIn({ unknown }: Comparable): Reasons {
  const of = new Map<string, Set<string>>();
  const within = new Map<string, Set<string>>();
  const items = new Map<string, Set<string>>();
  for (const { path, reason } of unknown) {
    addToSet(of, path, reason);
    for (const outer of outerPaths(path)) addToSet(within, outer, reason);
    if (path.endsWith(']')) addToSet(items, path.slice(0, path.lastIndexOf('[')), reason);
  }
  return { of, within, items };
}

function uncompared({ path, at, owner }: PossibleDifference, reasons: Sides<Reasons>): Uncompared[] {
  return (['before', 'after'] as const).flatMap((side) => {
    const { of, within, items } = reasons[side];
    const own = at[side];
    // A table that is missing on a side may be one of its unknown tables.
    const list = own === undefined ? jsonName(LISTS[owner!.kind]) : undefined;
    const causes =
      list === undefined
        ? [within.get(own!), ...[own!, ...outerPaths(own!)].map((each) => of.get(each))]
        : [of.get(list), items.get(list)];
    const all = new Set(causes.flatMap((each) => [...(each ?? [])]));
    return [...all].map((reason) => ({ path, side, reason }));
  });
}

/** Fields that are compared owner by owner, and fields of an owner that have a comparison of their own. */
const OF_OWNERS: ReadonlySet<string> = new Set([LISTS.table.name, LISTS.feature.name]);
const NOT_BY_FIELD: Readonly<Record<OwnerKind, ReadonlySet<string>>> = {
  table: new Set(['name']),
  feature: new Set(['name', 'table_id']),
};
const PLURALS: Readonly<Record<OwnerKind, string>> = { table: 'tables', feature: 'features' };

/** The label of an owner in paths: the earlier one, if the owner existed before. */
type LabelOf = (before: OwnerItem | undefined, after: OwnerItem | undefined) => string | number;

function namesOf(before: readonly OwnerItem[], after: readonly OwnerItem[]): LabelOf {
  const [old, now] = [unambiguous(before), unambiguous(after)];
  return (one, other) => {
    const { name, index } = (one ?? other)!;
    return name !== undefined && (one ? old : now).has(name) ? name : index;
  };
}

function differencesOf(
  kind: OwnerKind,
  { pairs, removed, added }: Matched<OwnerItem>,
  labelOf: LabelOf,
  [before, after]: readonly [Side, Side],
): PossibleDifference[] {
  const ownerOf = (one: OwnerItem | undefined, other: OwnerItem | undefined): Owner => ({
    kind,
    label: labelOf(one, other),
    index: { before: one?.index, after: other?.index },
  });
  // An owner that is missing on a side may be one of the unknown items of that side.
  const isWhole = before.hasAll[kind] && after.hasAll[kind];
  const gone = removed.map((entry) =>
    ownerChanged(ownerOf(entry, undefined), 'removed', '', [entry.meaning, null], !after.hasAll[kind]),
  );
  const come = added.map((entry) =>
    ownerChanged(ownerOf(undefined, entry), 'added', '', [null, entry.meaning], !before.hasAll[kind]),
  );
  const both = pairs.map((pair) => ({
    index: pair.after.index,
    found: changesOfPair(pair, ownerOf(pair.before, pair.after), isWhole),
  }));
  const inOrder = [...both, ...come.map((each) => ({ index: each.owner!.index.after!, found: [each] }))].sort(
    (a, b) => a.index - b.index,
  );
  return [...gone, ...inOrder.flatMap(({ found }) => found)];
}

function changesOfPair(
  { before, after, isMoved }: Pair<OwnerItem>,
  owner: Owner,
  isWhole: boolean,
): PossibleDifference[] {
  const { kind } = owner;
  const [old, now] = [before.meaning, after.meaning];
  const isUnnamed = before.name === undefined || after.name === undefined;
  const isRenamed = isUnnamed || before.name !== after.name;
  const isElsewhere = kind === 'feature' && (before.table === undefined || before.table !== after.table);
  const isUnknownTable = before.table === undefined || after.table === undefined;
  const names = [old['name'] ?? '', now['name'] ?? ''] as const;
  const fields = changesIn(LISTS[kind].message!, old, now, NOT_BY_FIELD[kind]);
  return [
    ...(isRenamed ? [ownerChanged(owner, 'renamed', 'name', names, isUnnamed)] : []),
    ...(isMoved && isWhole
      ? [ownerChanged(owner, 'moved', 'position', [before.index, after.index], false)]
      : []),
    ...Array.from(fields, (change) => fieldChanged(change, owner)),
    ...(isElsewhere
      ? [ownerChanged(owner, 'changed', 'table', [old['table']!, now['table']!], isUnknownTable)]
      : []),
  ];
}

/** A change of an owner as a whole, or of its name, position or table. */
function ownerChanged(
  owner: Owner,
  kind: Difference['kind'],
  member: '' | keyof typeof MEMBERS,
  [before, after]: readonly [JsonValue | null, JsonValue | null],
  isUnknown: boolean,
): PossibleDifference {
  const place = member === '' ? '' : MEMBERS[member];
  return {
    kind,
    path: member === '' ? ownerPath(owner) : `${ownerPath(owner)}.${member}`,
    before: before === null ? null : knownPart(before),
    after: after === null ? null : knownPart(after),
    owner,
    at: placesOf(owner, (message) => message + place),
    isUnknown,
  };
}

/** Changes of an owner other than its fields, with the end of the path where each is written. */
const MEMBERS = { name: '.name', position: '', table: '.tableId' } as const;

/** A change in a field of an owner, or of the configuration. */
function fieldChanged(change: Change, owner: Owner | undefined): PossibleDifference {
  const { steps, oneof, before, after, isUnknown = false } = change;
  const names = steps.map(({ field, index }) => {
    const name = field ? jsonName(field) : UNDECLARED;
    return index === undefined ? name : `${name}[${index}]`;
  });
  const inMessage = (value: JsonValue | null) => (message: string) =>
    [message, ...names, ...(oneof === undefined || value === null ? [] : Object.keys(value))]
      .filter((step) => step !== '' && step !== UNDECLARED)
      .join('.');
  const shown = oneof === OPTIMIZER ? [...names.slice(0, -1), 'optimizer'] : names;
  return {
    kind: 'changed',
    path: [...(owner ? [ownerPath(owner)] : []), ...shown].join('.'),
    before: before === null ? null : knownPart(before),
    after: after === null ? null : knownPart(after),
    ...(owner && { owner }),
    change,
    at: {
      before: placesOf(owner, inMessage(before)).before,
      after: placesOf(owner, inMessage(after)).after,
    },
    isUnknown,
  };
}

/** The oneof that chooses the optimizer; its message has no better name for it. */
export const OPTIMIZER = 'parameters';

function placesOf(owner: Owner | undefined, place: (message: string) => string): Difference['at'] {
  if (!owner) return { before: place(''), after: place('') };
  const ofSide = (index: number | undefined) =>
    index === undefined ? undefined : place(`${jsonName(LISTS[owner.kind])}[${index}]`);
  return { before: ofSide(owner.index.before), after: ofSide(owner.index.after) };
}

export function ownerPath({ kind, label }: Pick<Owner, 'kind' | 'label'>): string {
  if (typeof label === 'number') return `${PLURALS[kind]}[${label}]`;
  return PLURALS[kind] + (/^[\w/-]+$/.test(label) ? `.${label}` : `[${JSON.stringify(label)}]`);
}
