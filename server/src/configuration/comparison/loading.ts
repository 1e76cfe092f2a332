// Whether a checkpoint of one configuration loads into another.
import { excerpt } from '../../basics/excerpt';
import type { Chips } from '../../sizing/sparsecore/padding';
import { TENSORFLOWS_TRAINER } from '../../sizing/tables';
import { grouped } from '../quantities';
import type { JsonValue } from '../to-json';
import { type Checkpoint, type SavedTable, type TableNames, TPU_EMBEDDING } from './checkpoint';
import { ownerPath, type Sides, type Uncompared } from './compare';
import { match } from './matching';
import { ASSUMPTION, isAtSamePlace, isPaddedAlike, type Stacks, stackedSides } from './stacked';

export interface Loading {
  /** True if both have the same variables, in shape and order of rows as well; null if that is unknown. */
  readonly loads: boolean | null;
  readonly breaking: readonly Breaking[];
  /** Values that cannot be compared, because they are unknown on a side. */
  readonly unknown: readonly Uncompared[];
  /** What the reasons assume, in sentences for people. */
  readonly assumed: readonly string[];
}

/** A reason why a checkpoint does not load. */
export interface Breaking {
  /** What is different. */
  readonly kind: 'library' | 'table' | 'shape' | 'slot' | 'stack' | 'sharding';
  /** Such as `tables.user.dimension`. */
  readonly path: string;
  /** Null if there is no value. */
  readonly before: JsonValue | null;
  readonly after: JsonValue | null;
  /** A sentence for people. */
  readonly reason: string;
  /** The path of each value, such as `tableDescriptor[0].dimension`. */
  readonly at: Sides<string | undefined>;
}

/** `devices` are those that train with both, as far as the programs name none. */
export function loading(before: Checkpoint, after: Checkpoint, devices?: Chips): Loading {
  const breaking = isOther(before.saver, after.saver)
    ? [otherLibrary(before.saver, after.saver)]
    : [...differentOrder({ before, after }), ...differentTables({ before, after }, devices)];
  const unknown = [...openIn('before', before), ...openIn('after', after)];
  const loads = breaking.length > 0 ? false : unknown.length > 0 ? null : true;
  const isAssumed = areUnknown({ before, after }, devices) && breaking.some(({ kind }) => kind === 'stack');
  return { loads, breaking, unknown, assumed: isAssumed ? [ASSUMPTION] : [] };
}

/** Whether one saver cannot read what the other has saved. */
const isOther = (before: string, after: string) =>
  before !== after && !(before === TPU_EMBEDDING && after === TENSORFLOWS_TRAINER);

const NOWHERE = { before: undefined, after: undefined };

const otherLibrary = (before: string, after: string): Breaking => ({
  kind: 'library',
  path: 'library',
  before,
  after,
  reason: `${after} has other variables than ${before}.`,
  at: NOWHERE,
});

/** In another order, each row would get the values of another one. */
function differentOrder({
  before: { parts: before, stackable },
  after: { parts: after },
}: Sides<Checkpoint>): Breaking[] {
  if (before === after || before === undefined || after === undefined) return [];
  const over = stackable ? 'SparseCores' : 'hosts';
  const order = (parts: number) => (parts === 1 ? 'in order' : `in turn over ${parts} ${over}`);
  const old = before > 1 && after > 1 ? before : order(before);
  const reason = `Rows are saved ${order(after)} instead of ${old}, so each would get the values of another one.`;
  const at = stackable ? NOWHERE : { before: 'numHosts', after: 'numHosts' };
  return [{ kind: 'sharding', path: 'sharding', before, after, reason, at }];
}

/** Whether neither the programs nor the user name the devices. */
const areUnknown = ({ before, after }: Sides<Checkpoint>, devices: Chips | undefined) =>
  before.parts === undefined && after.parts === undefined && !devices;

function differentTables(sides: Sides<Checkpoint>, devices: Chips | undefined): Breaking[] {
  const { before, after } = sides;
  const { pairs, removed, added } = match(before.tables.map(itemOf), after.tables.map(itemOf));
  return [
    ...(isWhole(after) ? removed.flatMap(({ table }) => gone(table, before)) : []),
    ...differentPairs(
      pairs.map((pair) => ({ before: pair.before.table, after: pair.after.table })),
      sides,
      devices,
    ),
    ...(isWhole(before) ? added.flatMap(({ table }) => come(table, after)) : []),
  ];
}

const itemOf = (table: SavedTable) => {
  const { index, name, vocabularySize, dimension } = table;
  const isKnown = vocabularySize !== undefined && dimension !== undefined;
  const content = isKnown ? JSON.stringify([vocabularySize, dimension]) : undefined;
  return { table, index, name, content };
};

/** Whether no table can have the name of one that is missing. */
const isWhole = ({ hasAll, tables }: Checkpoint) => hasAll && tables.every(({ name }) => name !== undefined);

function gone(table: SavedTable, checkpoint: Checkpoint): Breaking[] {
  const { name } = table;
  if (name === undefined) return [];
  const reason = `${titleOf(table)} is gone, so nothing takes its values.`;
  const at = { ...NOWHERE, before: placeOf(table, checkpoint) };
  return [{ kind: 'table', path: pathOf(table), before: name, after: null, reason, at }];
}

function come(table: SavedTable, checkpoint: Checkpoint): Breaking[] {
  const { name } = table;
  if (name === undefined) return [];
  const reason = `${titleOf(table)} is new, so the checkpoint has no values for it.`;
  const at = { ...NOWHERE, after: placeOf(table, checkpoint) };
  return [{ kind: 'table', path: pathOf(table), before: null, after: name, reason, at }];
}

/** What differs of tables that both sides have; of a stack, nothing where one of its tables tells more. */
function differentPairs(
  pairs: readonly Sides<SavedTable>[],
  sides: Sides<Checkpoint>,
  devices: Chips | undefined,
): Breaking[] {
  const { before, after } = sides;
  // In another order, all rows are at other places.
  const isComparable = before.stackable && after.stackable && differentOrder(sides).length === 0;
  const stacks = isComparable
    ? stackedSides({ before: before.stackable, after: after.stackable }, devices)
    : undefined;
  // A size within the padding makes no difference, which depends on the devices.
  const found = pairs.map((pair) => ({
    pair,
    different: differentPair(pair, sides).filter(
      ({ kind }) =>
        kind !== 'shape' ||
        areUnknown(sides, devices) ||
        !stacks ||
        !isPaddedAlike(pair.before.name!, stacks),
    ),
  }));
  const told = new Set(
    found.flatMap(({ pair, different }) => (different.length > 0 ? stackNames(pair, stacks) : [])),
  );
  return found.flatMap(({ pair, different }) => {
    if (different.length > 0 || !stacks || stackNames(pair, stacks).some((name) => told.has(name)))
      return different;
    return differentStack(pair, stacks, sides);
  });
}

const stackNames = ({ before, after }: Sides<SavedTable>, stacks: Sides<Stacks> | undefined): string[] => [
  ...new Set(
    [stacks?.before.get(before.name ?? ''), stacks?.after.get(after.name ?? '')].flatMap(
      (stack) => stack?.name ?? [],
    ),
  ),
];

function differentStack(
  pair: Sides<SavedTable>,
  stacks: Sides<Stacks>,
  sides: Sides<Checkpoint>,
): Breaking[] {
  const { name = '' } = pair.before;
  const [old, now] = [stacks.before.get(name), stacks.after.get(name)];
  if (!old || !now || isAtSamePlace(name, old, now)) return [];
  const isRenamed = old.name !== now.name;
  const reason = isRenamed
    ? `${titleOf(pair.before)} is in the stack ${excerpt(now.name)} instead of ${excerpt(old.name)}, whose variables have another name.`
    : `${titleOf(pair.before)} has another place in the stack ${excerpt(old.name)}.`;
  const at = { before: placeOf(pair.before, sides.before), after: placeOf(pair.after, sides.after) };
  return [
    { kind: 'stack', path: `${pathOf(pair.before)}.stack`, before: old.name, after: now.name, reason, at },
  ];
}

type Member = Exclude<keyof TableNames, 'list'> | 'name' | 'placement';

/** A difference of a member of a table, and the rest of a sentence about it. */
interface Found {
  readonly kind: Breaking['kind'];
  readonly member: Member;
  readonly before: JsonValue;
  readonly after: JsonValue;
  readonly words: string;
}

function differentPair(pair: Sides<SavedTable>, sides: Sides<Checkpoint>): Breaking[] {
  const place = (side: keyof Sides<unknown>, member: Member) =>
    `${placeOf(pair[side], sides[side])}.${memberName(member, sides[side])}`;
  return foundIn(pair).map(({ member, words, ...found }) => ({
    ...found,
    path: `${pathOf(pair.before)}.${memberName(member, sides.before)}`,
    reason: `${titleOf(pair.before)} ${words}`,
    at: { before: place('before', member), after: place('after', member) },
  }));
}

function foundIn({ before, after }: Sides<SavedTable>): Found[] {
  if (before.name === undefined || after.name === undefined) return [];
  if (before.name !== after.name)
    return [
      {
        kind: 'table',
        member: 'name',
        before: before.name,
        after: after.name,
        words: `is called ${excerpt(after.name)} now, and the checkpoint has no table of that name.`,
      },
    ];
  return [
    ...sizeFound('rows', before.vocabularySize, after.vocabularySize),
    ...sizeFound('columns', before.dimension, after.dimension),
    ...(before.isOnDevice === after.isOnDevice ? slotsFound(before, after) : [movedFound(before, after)]),
  ];
}

function movedFound(before: SavedTable, after: SavedTable): Found {
  const device = ({ isOnDevice }: SavedTable) => (isOnDevice ? 'the default device' : 'SparseCores');
  const words = `is meant for ${device(after)} instead of ${device(before)}, where its variables have other names and shapes.`;
  return {
    kind: 'sharding',
    member: 'placement',
    before: device(before),
    after: device(after),
    words,
  };
}

function sizeFound(
  member: 'rows' | 'columns',
  before: number | undefined,
  after: number | undefined,
): Found[] {
  if (before === after || before === undefined || after === undefined) return [];
  const words = `has ${grouped(after)} ${member} instead of ${grouped(before)}, so its variables have another shape.`;
  return [{ kind: 'shape', member, before, after, words }];
}

function slotsFound(before: SavedTable, after: SavedTable): Found[] {
  const [old, now] = [before.slots, after.slots];
  if (before.isOnDevice || !old || !now) return [];
  const lost = old.filter((slot) => !now.includes(slot));
  const wanted = now.filter((slot) => !old.includes(slot));
  if (lost.length + wanted.length === 0) return [];
  const trainer = ({ optimizer }: SavedTable) => excerpt(optimizer ?? 'no optimizer');
  const ends = [
    ...(lost.length > 0 ? [`nothing takes its ${slotText(lost)}`] : []),
    ...(wanted.length > 0 ? [`the checkpoint has no ${slotText(wanted)} for it`] : []),
  ];
  const words = `has ${trainer(after)} instead of ${trainer(before)}, so ${ends.join(', and ')}.`;
  return [{ kind: 'slot', member: 'optimizer', before: [...old], after: [...now], words }];
}

const slotText = (slots: readonly string[]) => slots.map((slot) => excerpt(slot)).join(' and ');

const titleOf = ({ name = '', index }: SavedTable) =>
  `Table ${name === '' ? `at position ${index}` : excerpt(name)}`;

const pathOf = ({ name, index }: SavedTable) =>
  ownerPath({ kind: 'table', label: name === undefined || name === '' ? index : name });

const memberName = (member: Member, { names }: Checkpoint) =>
  member === 'name' || member === 'placement' ? member : names[member];

const placeOf = ({ index }: SavedTable, { names }: Checkpoint) => `${names.list}[${index}]`;

/** The unknown values that a checkpoint depends on. */
function openIn(side: keyof Sides<unknown>, checkpoint: Checkpoint): Uncompared[] {
  const { tables, parts, unknown, names } = checkpoint;
  const { list, rows, columns, optimizer } = names;
  const byIndex = new Map(tables.map((table) => [table.index, table]));
  return unknown.flatMap(({ path, reason }) => {
    const [, of, index, member] = PATH.exec(path) ?? [];
    if (of !== list) return path === 'numHosts' && parts === undefined ? [{ path, side, reason }] : [];
    const table = byIndex.get(Number(index));
    if (!table) return [{ path: path.replace(list, 'tables'), side, reason }];
    const isOpen =
      member === optimizer
        ? table.slots === undefined && !table.isOnDevice
        : member === 'name' || member === rows || member === columns;
    return isOpen ? [{ path: `${pathOf(table)}.${member}`, side, reason }] : [];
  });
}

/** The name of a list, an index, and a member of what is there. */
const PATH = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?/;
