import type { Configuration } from '../configuration/configuration';
import type { Derived, Output } from '../configuration/derive';
import { grouped } from '../configuration/quantities';

/** The label of a hint, and details in Markdown. */
interface Shown {
  readonly label: string;
  readonly tooltip: string;
}

/** How many samples there are in a step; undefined where that is not known. */
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

/** The shape of an output; undefined where it is not known. */
export const shapeText = (output: Output | undefined): string | undefined =>
  output?.shape.every((size) => size > 0) ? `[${output.shape.join(', ')}]` : undefined;
