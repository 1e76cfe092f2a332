import { LIBRARIES, type Library } from './libraries';
import { isBefore, type Release, type Releases, releasesText } from './releases';

/** The releases of a library that a program runs on, as far as files or a setting say so. */
export interface Installed extends Releases {
  /** The file or setting that says so, in a word or two: `requirements.txt`. */
  readonly source: string;
}

/** The libraries that a program runs on, as far as anything is said of them. */
export type Environment = { readonly [L in Library]?: Installed };

/** Their releases alone. */
export type ReleasesByLibrary = { readonly [L in Library]?: Releases };

/** A release that a person has chosen. */
export const chosen = (release: Release): Installed => ({ least: release, most: release, source: 'as set' });

/** Whether any end of the releases is known. */
const isKnown = ({ least, most }: Releases): boolean => least !== undefined || most !== undefined;

/** Only what is known of the releases. */
export const knownIn = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, installed]) => isKnown(installed)));

/** `2.21 (requirements.txt)` */
export const installedText = (found: Installed): string => `${releasesText(found)} (${found.source})`;

/** A sentence about releases of a library that are newer than the one that the catalogue describes. */
export function newerText(library: Library, { least }: Releases): string | undefined {
  const { title, release } = LIBRARIES[library];
  return release && least && isBefore(release, least)
    ? `${title} ${least} is newer than this release knows; it is read as ${release}.`
    : undefined;
}
