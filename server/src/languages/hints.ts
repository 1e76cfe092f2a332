import { code } from '../basics/markdown';
import type { Configuration } from '../configuration/configuration';
import type { Derived, Output } from '../configuration/derive';
import { bytes, counted, grouped } from '../configuration/quantities';
import { packingNote } from '../sizing/memory';
import type { TableCost } from '../sizing/tables';
import type { Hint } from './answers';

/** Hints for a table's memory, at its beginning, and for the padded width, after its width. */
export function costHints(cost: TableCost, beginning: number, width: number | undefined): Hint[] {
  const { vocabularySize, dimension, paddedDimension, variables, deviceBytes, hostBytes } = cost;
  const names = variables.map(({ name }) => code(name)).join(', ');
  const product = `${grouped(vocabularySize)} rows × ${counted(paddedDimension, 'float')} × 4 bytes × ${variables.length} variables`;
  const found: Hint[] = [
    {
      kind: 'memory',
      at: beginning,
      label: `${bytes(deviceBytes)} on the devices`,
      tooltip:
        `${product}${packingNote(dimension, paddedDimension)} (${names}), on all devices together. ` +
        `A checkpoint takes ${bytes(hostBytes)} of the hosts' memory.`,
    },
  ];
  if (width !== undefined && paddedDimension > dimension)
    found.push({
      kind: 'paddedWidth',
      at: width,
      label: `padded to ${paddedDimension}`,
      tooltip: `Rows take a multiple of 8 floats on the device. A dimension of ${paddedDimension} costs the same.`,
    });
  return found;
}

/** The label of a hint, and details in Markdown. */
interface Shown {
  readonly label: string;
  readonly tooltip: string;
}

/** The samples of a step. */
export function batchHint(
  { numTensorCores: cores }: Configuration,
  { batchSizePerTensorCore: batch }: Derived,
): Shown | undefined {
  if (!cores || !batch || cores < 0 || batch < 0) return undefined;
  return {
    label: `× ${grouped(batch)} = ${grouped(cores * batch)} samples`,
    tooltip: `In each step, a TensorCore gets ${grouped(batch)} of them.`,
  };
}

/** The shape of an output whose sizes are all known. */
export const shapeText = (output: Output | undefined): string | undefined =>
  output?.shape.every((size) => size > 0) ? `[${output.shape.join(', ')}]` : undefined;
