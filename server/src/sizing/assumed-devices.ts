// The devices that tables of a library are on where nobody names a slice.
import { devicesOf } from './library-stacks';
import { generations, type Slice, slicesOf } from './slices';
import type { Chips } from './sparsecore/padding';
import type { SizedTables } from './tables';

/** The smallest slice of v5p. */
export const ASSUMED_DEVICES: Chips = { partitions: 4, sparseCoresPerPartition: 4 };

/** The devices that the program names, or else the smallest slice of v5p. */
export function devicesFor({ stacking }: SizedTables): {
  readonly chips: Chips;
  readonly isAssumed: boolean;
} {
  const said = stacking && 'devices' in stacking ? stacking.devices : undefined;
  return { chips: said ?? ASSUMED_DEVICES, isAssumed: said === undefined };
}

/** The slices that have such devices. */
const slicesWith = (wanted: Chips): readonly Slice[] =>
  generations
    .filter(({ accelerator }) => accelerator === 'V2')
    .flatMap(slicesOf)
    .filter((slice) => {
      const { partitions, sparseCoresPerPartition } = devicesOf(slice);
      return partitions === wanted.partitions && sparseCoresPerPartition === wanted.sparseCoresPerPartition;
    });

/** The first slice that has such devices, if there is one. */
export const sliceWith = (wanted: Chips): Slice | undefined => slicesWith(wanted)[0];

/** The slices whose devices the program names. */
export function slicesNamedIn(sizes: SizedTables): readonly Slice[] {
  const { chips, isAssumed } = devicesFor(sizes);
  return isAssumed ? [] : slicesWith(chips);
}
