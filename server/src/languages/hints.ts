import { code } from '../basics/markdown';
import type { Configuration } from '../configuration/configuration';
import type { Derived, Output } from '../configuration/derive';
import { packingNote } from '../sizing/memory';
import type { TableCost } from '../sizing/tables';
import type { Hint } from './answers';
import { type Phrase, phrase } from './phrase';

/** Hints for a table's memory, at its beginning, and for the padded width, after its width. */
export function costHints(cost: TableCost, beginning: number, width: number | undefined): Hint[] {
  const { vocabularySize, dimension, paddedDimension, variables, deviceBytes, hostBytes } = cost;
  const names = variables.map(({ name }) => code(name)).join(', ');
  const found: Hint[] = [
    {
      kind: 'memory',
      at: beginning,
      label: phrase('{0} on the devices', { bytes: deviceBytes }),
      tooltip: phrase(
        '{0} rows × {1} × 4 bytes × {2} variables{3} ({4}), on all devices together. A checkpoint takes {5} of the memory of the hosts.',
        vocabularySize,
        paddedDimension === 1 ? phrase('1 float') : phrase('{0} floats', paddedDimension),
        variables.length,
        packingNote(dimension, paddedDimension) && phrase(' (packed, if the table is large enough)'),
        names,
        { bytes: hostBytes },
      ),
    },
  ];
  if (width !== undefined && paddedDimension > dimension)
    found.push({
      kind: 'paddedWidth',
      at: width,
      label: phrase('padded to {0}', paddedDimension),
      tooltip: phrase(
        'Rows take a multiple of 8 floats on the device. A dimension of {0} costs the same.',
        paddedDimension,
      ),
    });
  return found;
}

/** The label of a hint, and details in Markdown. */
interface Shown {
  readonly label: Phrase;
  readonly tooltip: Phrase;
}

/** The samples of a step. */
export function batchHint(
  { numTensorCores: cores }: Configuration,
  { batchSizePerTensorCore: batch }: Derived,
): Shown | undefined {
  if (!cores || !batch || cores < 0 || batch < 0) return undefined;
  return {
    label: phrase('× {0} = {1} samples', batch, cores * batch),
    tooltip: phrase('In each step, a TensorCore gets {0} of them.', batch),
  };
}

/** The shape of an output whose sizes are all known. */
export const shapeText = (output: Output | undefined): string | undefined =>
  output?.shape.every((size) => size > 0) ? `[${output.shape.join(', ')}]` : undefined;
