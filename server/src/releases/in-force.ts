import { type Releases, releasesText } from './releases';

/** The TensorFlow that a program runs on, as far as something says so. */
export interface TensorflowInForce extends Releases {
  /** Who says so, in a word or two: `requirements.txt`. */
  readonly source: string;
}

/** `2.21 (requirements.txt)` */
export const inForceText = (found: TensorflowInForce): string => `${releasesText(found)} (${found.source})`;
