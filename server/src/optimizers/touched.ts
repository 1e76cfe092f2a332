import { optimizerNamed } from './all';
import { isPackable } from './packing';
import type { OptimizerSettings } from './settings';
import type { Matrix } from './state';

/** Further behaviour of the hardware that can be simulated; all is off by default. */
export interface SimulationOptions {
  /** Updates become visible to look-ups one step late, as with `pipeline_execution_with_tensor_core`. */
  readonly pipelined?: boolean;
  /**
   * Rows of 1, 2 or 4 floats share 8 floats, and a gradient for one of them is a gradient of 0 for its neighbors.
   * Has an effect only where low-dimensional packing is asked for and possible.
   */
  readonly packed?: boolean;
}

/** Rows that a step with these ids updates as if they had a gradient of 0, where they have none. */
export function idleRows(
  settings: OptimizerSettings,
  { rows, columns }: Matrix,
  ids: ArrayLike<number>,
  { packed = false }: SimulationOptions = {},
): number[] {
  if (touchesAllRows(settings)) {
    return Array.from({ length: rows }, (_, row) => row);
  }
  const together = packed ? rowsPerPack(settings, columns) : 1;
  if (together === 1) return [];
  return Array.from(ids).flatMap((id) => {
    const first = id - (id % together);
    return Array.from({ length: Math.min(together, rows - first) }, (_, i) => first + i);
  });
}

/** Whether a step also updates rows that no id looks up. */
export function touchesAllRows({ optimizer, hyperparameters }: OptimizerSettings): boolean {
  const { touchesAllRowsIf: name } = optimizerNamed(optimizer) ?? {};
  return name !== undefined && hyperparameters[name] === true;
}

/** How many rows share 8 floats; 1 where rows are not packed. */
function rowsPerPack(settings: OptimizerSettings, columns: number): number {
  const optimizer = optimizerNamed(settings.optimizer);
  const decays = settings.weightDecay.factor !== 0;
  return settings.lowDimensionalPacking && isPackable({ optimizer, width: columns, decays })
    ? 8 / columns
    : 1;
}
