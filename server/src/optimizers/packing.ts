import type { Optimizer } from './optimizer';

const WIDTHS: ReadonlySet<number> = new Set([1, 2, 4]);

export interface Packing {
  readonly optimizer: Optimizer | undefined;
  /** Floats of a row; undefined if unknown. */
  readonly width: number | undefined;
  readonly decays: boolean;
}

/** Why rows certainly cannot share the 8 floats that each is padded to. */
export function packingObstacle({ optimizer, width, decays }: Packing) {
  if (width !== undefined && width > 0 && !WIDTHS.has(width)) return 'width';
  if (optimizer?.zeroGradientIsNoOp === false) return 'optimizer';
  return decays ? 'decay' : undefined;
}

/** Whether rows certainly can share these 8 floats. */
export const isPackable = (packing: Packing): boolean =>
  packing.width !== undefined &&
  packing.width > 0 &&
  packing.optimizer?.zeroGradientIsNoOp === true &&
  packingObstacle(packing) === undefined;
