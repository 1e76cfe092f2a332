/** A minor release of a library, such as `2.15`; fixes to one change nothing of the API. */
export type Release = string;

/** The releases that a program may run on, both ends included; an unknown end is left out. */
export interface Releases {
  readonly least?: Release;
  readonly most?: Release;
}

/** The release of a version such as `2.15.0rc1`; undefined if it is not a version. */
export const releaseOf = (version: string): Release | undefined =>
  /^(\d+\.\d+)(?:\.\d+)?(?:[.-]?(?:a|b|rc|dev|post)[.\d]*)?$/.exec(version)?.[1];

/** The last release of TensorFlow's first major version; no other library here has two. */
const LAST_OF_1 = '1.15';

const orderOf = (release: Release): number => {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  return major * 10_000 + minor;
};

export const isBefore = (a: Release, b: Release): boolean => orderOf(a) < orderOf(b);

/** The release before another one; undefined before the first of all. */
export function releaseBefore(release: Release): Release | undefined {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  if (minor > 0) return `${major}.${minor - 1}`;
  return major === 2 ? LAST_OF_1 : undefined;
}

/** The releases that both allow; undefined if they contradict each other. */
export function both(a: Releases, b: Releases): Releases | undefined {
  const least = later(a.least, b.least);
  const most = earlier(a.most, b.most);
  return least && most && isBefore(most, least) ? undefined : range(least, most);
}

/** The releases that either allows, and all between. */
export const either = (a: Releases, b: Releases): Releases =>
  range(a.least && b.least && earlier(a.least, b.least), a.most && b.most && later(a.most, b.most));

export const range = (least: Release | undefined, most: Release | undefined): Releases => ({
  ...(least && { least }),
  ...(most && { most }),
});

const later = (a: Release | undefined, b: Release | undefined) =>
  a && b ? (isBefore(a, b) ? b : a) : (a ?? b);
const earlier = (a: Release | undefined, b: Release | undefined) =>
  a && b ? (isBefore(a, b) ? a : b) : (a ?? b);

/** Whether only one release is left. */
export const isPinned = ({ least, most }: Releases): boolean => least !== undefined && least === most;

/** `2.15`, `2.10 or newer`, `2.10 to 2.15`; empty if nothing is known. */
export function releasesText({ least, most }: Releases): string {
  if (least && most) return least === most ? least : `${least} to ${most}`;
  if (least) return `${least} or newer`;
  return most ? `${most} or older` : '';
}
