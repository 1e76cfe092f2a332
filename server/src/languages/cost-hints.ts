import { code } from '../basics/markdown';
import { bytes, grouped } from '../configuration/quantities';
import { FLOAT_BYTES } from '../sizing/memory';
import type { TableCost } from '../sizing/tables';
import type { Hint } from './answers';

/** Hints for a table's memory, at its beginning, and for the padded width, after its width. */
export function costHints(cost: TableCost, beginning: number, width: number | undefined): Hint[] {
  const { vocabularySize, dimension, paddedDimension, variables, deviceBytes, hostBytes } = cost;
  const product = vocabularySize * paddedDimension * FLOAT_BYTES * variables.length;
  const names = variables.map(({ name }) => code(name)).join(', ');
  const sum = `${grouped(vocabularySize)} rows × ${paddedDimension} floats × 4 bytes × ${variables.length} variables`;
  const found: Hint[] = [
    {
      kind: 'memory',
      at: beginning,
      label: `${bytes(deviceBytes)} on the devices`,
      tooltip:
        `${deviceBytes === product ? sum : 'Packed rows'} (${names}), on all devices together. ` +
        `A checkpoint takes ${bytes(hostBytes)} of the hosts' memory.`,
    },
  ];
  if (width !== undefined && paddedDimension > dimension && deviceBytes === product)
    found.push({
      kind: 'paddedWidth',
      at: width,
      label: `padded to ${paddedDimension}`,
      tooltip: `Rows take a multiple of 8 floats on the device. A dimension of ${paddedDimension} costs the same.`,
    });
  return found;
}
