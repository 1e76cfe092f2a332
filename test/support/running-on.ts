import type { TargetTensorflow } from '../../server/src/catalogue/target';

/** Sets the TensorFlow release that a program runs on, or none. */
export const runningOn = (release: string | undefined): TargetTensorflow | undefined =>
  release === undefined ? undefined : { least: release, most: release, source: 'a test' };
