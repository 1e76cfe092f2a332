import type { Environment } from '../../server/src/catalogue/environment';

/** Sets the TensorFlow release that a program runs on, or none. */
export const runningOn = (release: string | undefined): Environment =>
  release === undefined ? {} : { tensorflow: { least: release, most: release, source: 'a test' } };
