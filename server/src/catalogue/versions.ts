import { type Release, type Releases, range, releaseBefore } from './releases';

/**
 * A version in the order of Python's packages: five numbers of the release, its phase from a development build to a
 * post-release, the number within the phase, and 1 for the place just behind it.
 */
type Version = readonly number[];

/** The versions that something allows, from `least` on and below `below`; an unknown end is left out. */
export interface Versions {
  readonly least?: Version;
  readonly below?: Version;
}

const RELEASE_NUMBERS = 5;
const PHASES: Readonly<Record<string, number>> = { dev: -4, a: -3, b: -2, rc: -1, post: 1 };
/** Before every development build: `<2.22` allows none of 2.22. */
const BEFORE_ALL = -5;

const VERSION = /^v?(\d+(?:\.\d+)*)(?:[.-]?(dev|a|b|rc|post)(\d*))?/;

/** Undefined for what does not begin like a version. */
function versionOf(text: string): Version | undefined {
  const [, release, phase = '', number = ''] = VERSION.exec(text) ?? [];
  return release === undefined ? undefined : make(release.split('.').map(Number), PHASES[phase], number);
}

function make(release: readonly number[], phase = 0, number: number | string = 0): Version {
  return [...Array.from({ length: RELEASE_NUMBERS }, (_, i) => release[i] ?? 0), phase, Number(number), 0];
}

const justBehind = (version: Version): Version => [...version.slice(0, -1), 1];

function compare(a: Version, b: Version): number {
  const i = a.findIndex((number, at) => number !== b[at]);
  return i < 0 ? 0 : a[i]! - b[i]!;
}

const isLess = (a: Version, b: Version): boolean => compare(a, b) < 0;

/** All versions with the same first numbers: of `2.15`, those from 2.15 to below 2.16. */
const within = (release: readonly number[]): Versions => ({
  least: make(release),
  below: make([...release.slice(0, -1), release.at(-1)! + 1], BEFORE_ALL),
});

const CLAUSE = /^(===?|[~<>!]=|[<>~^=]?)\s*v?(\d+(?:\.\d+)*)(\.\*)?/;

/** The versions that clauses of pip, Poetry or conda allow; all if the clauses contradict each other. */
export const versionsAllowedBy = (clauses: string): Versions =>
  clauses
    .split(/\|\|?/)
    .map((alternative) =>
      alternative
        .split(',')
        .map(allowedByClause)
        .reduce((all: Versions, one) => bothOf(all, one) ?? {}, {}),
    )
    .reduce(eitherOf);

function allowedByClause(text: string): Versions {
  const clause = text.trim();
  const [all, operator, numbers = '', star] = CLAUSE.exec(clause) ?? [];
  if (all === undefined || operator === '!=') return {};
  const release = numbers.split('.').map(Number);
  const version = versionOf(clause.slice(operator!.length).trim())!;
  if (star !== undefined && !/[<>]/.test(operator!)) return within(release);
  const least = { least: version };
  switch (operator) {
    case '>=':
      return least;
    case '>':
      return { least: justBehind(version) };
    case '<=':
      return { below: justBehind(version) };
    case '<':
      return { below: version[RELEASE_NUMBERS] === 0 ? make(release, BEFORE_ALL) : version };
    case '^':
      // Before 1.0, each minor version may change everything.
      return { ...within(release.slice(0, release[0] === 0 ? 2 : 1)), ...least };
    case '~=':
      return { ...within(release.slice(0, Math.max(1, release.length - 1))), ...least };
    case '~':
      return { ...within(release.slice(0, 2)), ...least };
    default:
      // For conda, `=2` is any 2.x.
      return operator === '=' && release.length < 3
        ? within(release)
        : { ...least, below: justBehind(version) };
  }
}

/** The versions that both allow; undefined if they contradict each other. */
export function bothOf(a: Versions, b: Versions): Versions | undefined {
  const least = a.least && b.least ? (isLess(a.least, b.least) ? b.least : a.least) : (a.least ?? b.least);
  const below = a.below && b.below ? (isLess(a.below, b.below) ? a.below : b.below) : (a.below ?? b.below);
  return least && below && !isLess(least, below) ? undefined : between(least, below);
}

/** The versions that either allows, and all between. */
export const eitherOf = (a: Versions, b: Versions): Versions =>
  between(
    a.least && b.least && (isLess(a.least, b.least) ? a.least : b.least),
    a.below && b.below && (isLess(a.below, b.below) ? b.below : a.below),
  );

const between = (least: Version | undefined, below: Version | undefined): Versions => ({
  ...(least && { least }),
  ...(below && { below }),
});

/** Whether every one of some versions is among others. */
export const areAmong = (some: Versions, others: Versions): boolean =>
  (!others.least || (some.least !== undefined && !isLess(some.least, others.least))) &&
  (!others.below || (some.below !== undefined && !isLess(others.below, some.below)));

/** Whether each of some versions is of a later release than all others, whatever its build. */
export const areLater = (some: Versions, others: Versions): boolean =>
  some.least !== undefined &&
  others.below !== undefined &&
  isLess(numbersOf(others.below), numbersOf(some.least));

const numbersOf = (version: Version): Version => version.slice(0, RELEASE_NUMBERS);

/** The minor releases that hold some versions. */
export function releasesOf({ least, below }: Versions): Releases {
  return range(least && firstRelease(least), below && lastRelease(below));
}

const releaseIn = ([major, minor]: Version): Release => `${major}.${minor}`;

/** A development build is on the way from one release to the next. */
const firstRelease = (least: Version): Release =>
  least[RELEASE_NUMBERS] === PHASES['dev']
    ? (releaseBefore(releaseIn(least)) ?? releaseIn(least))
    : releaseIn(least);

function lastRelease(below: Version): Release | undefined {
  const isFirstOfRelease =
    below[RELEASE_NUMBERS]! < 0 && below.slice(2, RELEASE_NUMBERS).every((n) => n === 0);
  return isFirstOfRelease && below.at(-1) === 0 ? releaseBefore(releaseIn(below)) : releaseIn(below);
}
