import type { ReleasesByLibrary } from '../../catalogue/environment';
import { LIBRARIES, type Library } from '../../catalogue/libraries';
import { both, either, type Release, type Releases, range, releaseBefore } from '../../catalogue/releases';

/** The libraries by the names that they are installed by. */
const BY_DISTRIBUTION: ReadonlyMap<string, Library> = new Map(
  (Object.keys(LIBRARIES) as Library[]).flatMap((library) =>
    (LIBRARIES[library].distributions ?? []).map((name) => [name, library] as const),
  ),
);

export const DISTRIBUTIONS: readonly string[] = [...BY_DISTRIBUTION.keys()];

/** The releases of a library that version clauses allow, by the name of its package; undefined for another package. */
export function allowedOf(name: string, versions: string): ReleasesByLibrary | undefined {
  // Names are compared without regard to case, and `-`, `_` and `.` are equal.
  const library = BY_DISTRIBUTION.get(name.toLowerCase().replaceAll(/[-_.]+/g, '-'));
  return library && { [library]: allowedBy(versions) };
}

/** What `tensorflow[and-cuda]>=2.10,<2.16; python_version<"3.12"` allows; undefined for another package. */
export function requirementOf(text: string): ReleasesByLibrary | undefined {
  const [, name = '', versions = ''] =
    /^\s*([a-z\d][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;#)@]*)/i.exec(text) ?? [];
  return allowedOf(name, versions);
}

/** The releases that version clauses of pip, Poetry or conda allow; all if the clauses contradict each other. */
export function allowedBy(versions: string): Releases {
  return versions
    .split(/\|\|?/)
    .map((alternative) =>
      alternative
        .split(',')
        .map(allowedByClause)
        .reduce((all: Releases, one) => both(all, one) ?? {}, {}),
    )
    .reduce(either);
}

const CLAUSE = /^(===?|[~<>!]=|[<>~^=]?)\s*v?(\d+)(?:\.(\d+|\*))?(?:\.(\d+|\*))?([\w.+-]*)/;

function allowedByClause(clause: string): Releases {
  const [, operator, major = '', minor, patch, rest = ''] = CLAUSE.exec(clause.trim()) ?? [];
  if (operator === undefined) return {};
  const release = `${major}.${minor === undefined || minor === '*' ? 0 : minor}`;
  // A nightly version is on the way from one release to the next.
  const least = /dev/.test(rest) ? (releaseBefore(release) ?? release) : release;
  const ofMajor = range(least, LAST.get(major));
  // Before 1.0, each minor version may change everything.
  const compatible = major === '0' ? range(least, release) : ofMajor;
  switch (operator) {
    case '>=':
    case '>':
      return { least };
    case '<=':
      return { most: release };
    case '<':
      return range(undefined, Number(patch) > 0 ? release : releaseBefore(release));
    case '!=':
      return {};
    case '^':
      return compatible;
    case '~=':
      return patch === undefined ? ofMajor : range(least, release);
    default:
      return minor === '*' || (minor === undefined && /^[~=]$/.test(operator))
        ? ofMajor
        : range(least, release);
  }
}

/** The last releases of the major versions that have one. */
const LAST: ReadonlyMap<string, Release> = new Map([['1', '1.15']]);
