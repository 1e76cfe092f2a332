import { isKnownPackage } from '../../catalogue/packages';
import { type Folder, fileText, namesIn, type Search } from '../nearby';
import { DEPENDENCY_KINDS, type DependencyKind, installedIn, pythonRequirement } from './dependency-files';
import type { Requirement } from './requirement';

/** What one file, or one installed environment, says about the packages that must fit together. */
export interface Listing {
  /** The name of the file or of the environment's folder. */
  readonly source: string;
  /** Undefined for an environment. */
  readonly kind: DependencyKind | undefined;
  readonly requirements: readonly Requirement[];
}

interface FolderListings {
  readonly folder: Folder;
  readonly listings: readonly Listing[];
}

/** In bytes. Larger files are not read. */
const MAX_DEPENDENCY_FILE = 16 * 1024 * 1024;

/** The largest number of files of one kind that are read in a folder. */
const MAX_FILES = 16;

const ENVIRONMENTS = ['.venv', 'venv', '.env', 'env'];

const known = (requirements: readonly Requirement[]) =>
  requirements.filter(({ name }) => isKnownPackage(name));

/** What a file of a kind says. */
export const listingOf = (source: string, kind: DependencyKind, text: string): Listing => ({
  source,
  kind,
  requirements: known(kind.requirements(text)),
});

/** What each file and environment in a folder says. */
export function* listingsIn(folder: Folder): Search<readonly Listing[]> {
  const names = yield* namesIn(folder);
  const listings: Listing[] = [];
  for (const kind of DEPENDENCY_KINDS)
    for (const name of names.filter((each) => kind.name.test(each)).slice(0, MAX_FILES)) {
      const text = yield* fileText(folder, [name], MAX_DEPENDENCY_FILE);
      if (text !== undefined) listings.push(listingOf(name, kind, text));
    }
  for (const name of ENVIRONMENTS.filter((each) => names.includes(each))) {
    const environment = yield* environmentIn(folder, [name], name);
    if (environment) listings.push(environment);
  }
  return listings;
}

/** What each folder lists, from one up to that with the path `last`; folders without any are left out. */
export function* listingsAround(folder: Folder, last: string): Search<readonly FolderListings[]> {
  const all: FolderListings[] = [];
  for (let at: Folder | undefined = folder; at; at = at.path === last ? undefined : at.parent) {
    const listings = (yield* listingsIn(at)).filter(({ requirements }) => requirements.length > 0);
    if (listings.length > 0) all.push({ folder: at, listings });
  }
  return all;
}

/** Where environments keep their packages: virtual ones, those of conda, and on Debian and Colab that of the system. */
const LIBRARIES = [['lib'], ['local', 'lib']];
const WINDOWS = ['Lib', 'site-packages'];

/** What is installed in the environment at a path; undefined if there is none. */
export function* environmentIn(
  folder: Folder,
  path: readonly string[],
  source: string,
): Search<Listing | undefined> {
  const installed = [...(yield* namesIn(folder, [...path, ...WINDOWS]))];
  const pythons = new Set<string>();
  for (const library of LIBRARIES)
    for (const python of yield* namesIn(folder, [...path, ...library])) {
      if (!/^python\d/.test(python)) continue;
      for (const packages of ['site-packages', 'dist-packages']) {
        const names = yield* namesIn(folder, [...path, ...library, python, packages]);
        if (names.length > 0) pythons.add(python.replace('python', ''));
        installed.push(...names);
      }
    }
  const stated = yield* pythonOf(folder, path);
  const [only, ...others] = [...pythons].filter((version) => version.includes('.'));
  const version = stated ?? (others.length === 0 ? only : undefined);
  if (installed.length === 0 && stated === undefined) return undefined;
  const python = version === undefined ? [] : [pythonRequirement(version)];
  return { source, kind: undefined, requirements: [...known(installedIn(installed)), ...python] };
}

/** The version of Python that `pyvenv.cfg` or conda states. */
function* pythonOf(folder: Folder, path: readonly string[]): Search<string | undefined> {
  const settings = (yield* fileText(folder, [...path, 'pyvenv.cfg'], MAX_DEPENDENCY_FILE)) ?? '';
  const [, virtual] = /^version(?:_info)?\s*=\s*(\d+\.\d+(?:\.\d+)?)/m.exec(settings) ?? [];
  if (virtual !== undefined) return virtual;
  for (const name of yield* namesIn(folder, [...path, 'conda-meta'])) {
    const [, version] = /^python-(\d+\.\d+\.\d+)-/.exec(name) ?? [];
    if (version !== undefined) return version;
  }
  return undefined;
}
