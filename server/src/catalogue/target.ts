import { type Release, type Releases, releasesText } from './releases';

/** The releases of TensorFlow that a program targets, as far as files or a setting say so. */
export interface TargetTensorflow extends Releases {
  /** The file or setting that says so, in a word or two: `requirements.txt`. */
  readonly source: string;
}

/** A release that a person has chosen. */
export const chosen = (release: Release): TargetTensorflow => ({
  least: release,
  most: release,
  source: 'as set',
});

/** Whether any end of the releases is known. */
export const isKnown = ({ least, most }: Releases): boolean => least !== undefined || most !== undefined;

/** `2.21 (requirements.txt)` */
export const targetText = (found: TargetTensorflow): string => `${releasesText(found)} (${found.source})`;
