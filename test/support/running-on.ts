import type { TargetTensorflow } from '../../server/src/releases/target';

/** That a program runs on one release of TensorFlow, or that nothing says which. */
export const runningOn = (release: string | undefined): TargetTensorflow | undefined =>
  release === undefined ? undefined : { least: release, most: release, source: 'a test' };
