// The stacks that a library keeps tables of two configurations in.
import { stacksOn } from '../../sizing/library-stacks';
import { type Chips, sparseCores } from '../../sizing/sparsecore/padding';
import type { Stack } from '../../sizing/sparsecore/stacks';
import type { SizedTables } from '../../sizing/tables';
import type { Sides } from './compare';

/** By the names of tables: the stack of each. */
export type Stacks = ReadonlyMap<string, Stack>;

/** The devices where neither program names any. */
const ASSUMED: Chips = { partitions: 4, sparseCoresPerPartition: 4 };

export const ASSUMPTION = `The programs name no devices, so stacks are those of ${ASSUMED.partitions} devices of JAX with ${ASSUMED.sparseCoresPerPartition} SparseCores each.`;

/** The devices that a program names. */
const devicesOf = ({ stacking }: SizedTables): Chips | undefined =>
  stacking && 'calls' in stacking ? stacking.devices : undefined;

/** The number of SparseCores that rows are dealt out to, if the program says it. */
export function namedSparseCores(sized: SizedTables): number | undefined {
  const devices = devicesOf(sized);
  return devices && sparseCores(devices);
}

/** The devices of both sides: those that one names, or else the given ones. */
export function commonDevices({ before, after }: Sides<SizedTables>, given: Chips | undefined) {
  const named = devicesOf(before) ?? devicesOf(after) ?? given;
  return { devices: named ?? ASSUMED, isAssumed: named === undefined };
}

/** The stacks on the same devices, those that a program names or else the given ones; undefined if those of a side are not known. */
export function stackedSides(sides: Sides<SizedTables>, given: Chips | undefined): Sides<Stacks> | undefined {
  const { devices } = commonDevices(sides, given);
  const [old, now] = [sides.before, sides.after].map((sized) => stacksOf(sized, devices));
  return old && now && { before: old, after: now };
}

function stacksOf(sized: SizedTables, devices: Chips): Stacks | undefined {
  const found = stacksOn(sized, devices);
  if (!found || 'unknown' in found) return undefined;
  return new Map(found.stacks.flatMap((stack) => stack.tables.map(({ name }) => [name, stack] as const)));
}

/** Whether padding makes a table of both sides the same size. */
export function isPaddedAlike(table: string, { before, after }: Sides<Stacks>): boolean {
  const size = (stacks: Stacks) => {
    const found = stacks.get(table)?.tables.find(({ name }) => name === table);
    return found && [found.paddedRows, found.paddedWidth].join();
  };
  const old = size(before);
  return old !== undefined && old === size(after);
}

/** Whether a table has the same rows of a variable of the same shape in both stacks. */
export function isAtSamePlace(table: string, before: Stack, after: Stack): boolean {
  const place = ({ rows, width, tables }: Stack) => {
    const { rowOffset, rotation } = tables.find(({ name }) => name === table)!;
    return JSON.stringify([rows, width, rowOffset, rotation]);
  };
  return before.name === after.name && place(before) === place(after);
}
