/** The packages whose versions must fit together, by the names that they are installed by. */

import { LIBRARIES, type Library } from './libraries';

/** Those that are of no library, or of one whose release makes no difference to a program. */
const OTHERS = [
  'jax',
  'jaxlib',
  'keras',
  'keras-nightly',
  'libtpu',
  'libtpu-nightly',
  'protobuf',
  'python',
  'tensorflow-recommenders',
  'tf-keras',
  'tf-keras-nightly',
  'torch',
  'torch-xla',
] as const;

/** A library with all of its packages, or one package alone. */
export type Package = Library | (typeof OTHERS)[number] | 'tensorflow-cpu' | 'tensorflow-tpu';

const LIBRARY_BY_DISTRIBUTION: ReadonlyMap<string, Library> = new Map(
  (Object.keys(LIBRARIES) as Library[]).flatMap((library) =>
    (LIBRARIES[library].distributions ?? []).map((name) => [name, library] as const),
  ),
);

/** The names of the packages of libraries. */
export const LIBRARY_DISTRIBUTIONS: readonly string[] = [...LIBRARY_BY_DISTRIBUTION.keys()];

const ALL: ReadonlySet<string> = new Set([...LIBRARY_DISTRIBUTIONS, ...OTHERS]);

/** Names are compared without regard to case, and `-`, `_` and `.` are equal. */
export const normalized = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

export const libraryOfDistribution = (name: string): Library | undefined => LIBRARY_BY_DISTRIBUTION.get(name);

/** Whether a name is one of the packages. */
export const isKnownPackage = (name: string): boolean => ALL.has(name);

/** Whether a package of this name is what a row of the table means. */
export const isPackage = (name: string, meant: Package): boolean =>
  name === meant || libraryOfDistribution(name) === meant;
