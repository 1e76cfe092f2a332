import type { Entry } from '../types';

/** Everything of Keras RS that programs use with embedding tables. */
export const kerasRsEntries = (): Entry[] => [];
