import type { TensorflowInForce } from '../../server/src/releases/in-force';

/** That a program runs on one release of TensorFlow, or that nothing says which. */
export const runningOn = (release: string | undefined): TensorflowInForce | undefined =>
  release === undefined ? undefined : { least: release, most: release, source: 'a test' };
