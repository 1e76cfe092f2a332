import { LIBRARIES } from '../../catalogue/libraries';
import { both, either, type Release, type Releases, range, releaseBefore } from '../../catalogue/releases';

/** The names that TensorFlow is installed by. */
export const DISTRIBUTIONS: readonly string[] = LIBRARIES.tensorflow.distributions ?? [];

/** Names of packages are compared without regard to case, and `-`, `_` and `.` are equal. */
export const isTensorflow = (name: string): boolean =>
  DISTRIBUTIONS.includes(name.toLowerCase().replaceAll(/[-_.]+/g, '-'));

/** The releases that `tensorflow[and-cuda]>=2.10,<2.16; python_version<"3.12"` allows; undefined for another package. */
export function requirementOf(text: string): Releases | undefined {
  const [, name = '', versions = ''] =
    /^\s*([a-z\d][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;#)@]*)/i.exec(text) ?? [];
  return isTensorflow(name) ? allowedBy(versions) : undefined;
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
      return ofMajor;
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
