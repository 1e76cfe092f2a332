/** The Python libraries that the catalogue knows, and what rules need to know of each. */

export type Library = 'tensorflow' | 'keras' | 'keras-rs' | 'recommenders' | 'protobuf';

interface LibraryFacts {
  readonly title: string;
  /** Prefixes of the library's dotted names; the longest match counts. */
  readonly packages: readonly string[];
  /** What people import the first package as. */
  readonly alias?: string;
  /** Its layers convert Keras optimizers, and names of optimizers, into those of embedding tables. */
  readonly translatesOptimizers?: true;
  /** What its calls take depends on its own release, which is not looked up: what does not fit is only a warning. */
  readonly releaseUnknown?: true;
}

export const LIBRARIES: Readonly<Record<Library, LibraryFacts>> = {
  tensorflow: { title: 'TensorFlow', packages: ['tensorflow'], alias: 'tf' },
  keras: { title: 'Keras', packages: ['keras', 'tensorflow.keras'] },
  'keras-rs': { title: 'Keras RS', packages: ['keras_rs'], translatesOptimizers: true },
  recommenders: {
    title: 'TensorFlow Recommenders',
    packages: ['tensorflow_recommenders'],
    alias: 'tfrs',
    translatesOptimizers: true,
    releaseUnknown: true,
  },
  protobuf: { title: 'protobuf', packages: ['google'] },
};

const byPackage: ReadonlyMap<string, Library> = new Map(
  (Object.keys(LIBRARIES) as Library[]).flatMap((library) =>
    LIBRARIES[library].packages.map((name) => [name, library] as const),
  ),
);

/** The library that a dotted name belongs to, if it is one of these. */
export function libraryOf(qualifiedName: string): Library | undefined {
  for (let end = qualifiedName.length; end > 0; end = qualifiedName.lastIndexOf('.', end - 1)) {
    const library = byPackage.get(qualifiedName.slice(0, end));
    if (library) return library;
  }
  return undefined;
}

/** The usual way to write a name, with the alias of the package. */
export function displayName(qualifiedName: string): string {
  if (INTERNAL.test(qualifiedName)) return qualifiedName;
  const [root = ''] = qualifiedName.split('.', 1);
  const library = byPackage.get(root);
  const alias = library && LIBRARIES[library].alias;
  return alias === undefined ? qualifiedName : alias + qualifiedName.slice(root.length);
}

/** Modules that must be imported by their full name: `tf` does not contain them. */
const INTERNAL = /^tensorflow\.(?:core|python)\b/;
