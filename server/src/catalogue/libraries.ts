/** The Python libraries that the catalogue knows, and facts about each as a whole. */

import { lazy } from '../basics/once';
import type { LibraryTargets } from './targets';

export type Library =
  | 'tensorflow'
  | 'keras'
  | 'jax'
  | 'keras-rs'
  | 'jax-tpu-embedding'
  | 'recommenders'
  | 'protobuf';

export interface LibraryFacts {
  readonly title: string;
  /** Prefixes of the library's dotted names; the longest match counts. */
  readonly packages: readonly string[];
  /** What people import the first package as; missing if they import its modules. */
  readonly alias?: string;
  /** Regular expressions for text that only programs with the library's part of the catalogue contain. See `relevant.ts`. */
  readonly traces?: readonly string[];
  /** An import that is one name away from that: completion helps with it already. */
  readonly beginning?: string;
  /** Another library, which accepts this one's tables, features and so on as its own. */
  readonly extends?: Library;
  /** The names of its packages, in lower case with `-` between words. */
  readonly distributions?: readonly string[];
  /** The release that its part of the catalogue describes, by which programs are judged whose own is unknown. */
  readonly release?: string;
  /** The oldest Python 3 that this release runs on, by its second number. */
  readonly leastPython?: number;
  /** What its programs run on; missing if that makes no difference. */
  readonly targets?: LibraryTargets;
  /** Its layers convert Keras optimizers, and names of optimizers, into those of embedding tables. */
  readonly translatesOptimizers?: true;
  /** Its calls change between its own releases, which are not known here, so arguments that do not fit are only a warning. */
  readonly releaseUnknown?: true;
  /** It has no message for a configuration: `derive` shows the tables and features themselves. */
  readonly hasNoMessage?: true;
  /** Rules about tables, features or other parts that do not hold for those of the library, by their codes. */
  readonly exceptRules?: readonly string[];
}

export const LIBRARIES: Readonly<Record<Library, LibraryFacts>> = {
  tensorflow: {
    title: 'TensorFlow',
    packages: ['tensorflow'],
    alias: 'tf',
    release: '2.21',
    leastPython: 10,
    traces: [
      // … but not at the beginning of a string, such as the names that TensorFlow exports its ops by.
      '(?<!["\'])raw_ops',
      'tpu_embedding',
      'TPUEmbedding',
      'tpu_ops',
      'gen_xla_ops',
      'experimental\\.embedding',
      'experimental import embedding',
      'tpu import experimental',
      'optimization_parameters_pb2',
      'embedding_columns?_v2',
      'tpu(?:\\.| import )feature_column',
      '(?:initialize|shutdown)_system',
      // `tpu.` and `tpu.experimental` with nothing behind them yet, or with what could become a name of the catalogue:
      // `embedding…`, `shared_embedding_columns`, `AdagradParameters`, … but not `initialize_tpu_system`.
      '\\btpu\\.(?:(?:e\\w{0,10})?(?!\\w)|experimental(?!\\.(?:shut|[^\\WeAFSs])))',
    ],
    beginning: '\\btensorflow[\\w.]*\\.tpu\\b',
    distributions: [
      'intel-tensorflow',
      'intel-tensorflow-avx512',
      'tensorflow',
      'tensorflow-aarch64',
      'tensorflow-base',
      'tensorflow-cpu',
      'tensorflow-cpu-aws',
      'tensorflow-gpu',
      'tensorflow-intel',
      'tensorflow-macos',
      'tensorflow-rocm',
      'tensorflow-tpu',
      'tf-nightly',
      'tf-nightly-cpu',
      'tf-nightly-gpu',
      'tf-nightly-tpu',
    ],
  },
  keras: { title: 'Keras', packages: ['keras', 'tensorflow.keras'] },
  jax: { title: 'JAX', packages: ['jax', 'flax'] },
  'keras-rs': {
    title: 'keras-rs',
    packages: ['keras_rs'],
    alias: 'keras_rs',
    traces: ['\\bkeras_rs\\b'],
    distributions: ['keras-rs', 'keras-rs-nightly'],
    release: '0.4',
    hasNoMessage: true,
    targets: { jax: ['sparsecore-jax', 'cpu'], tensorflow: ['sparsecore-tf', 'tf-cpu'], torch: ['cpu'] },
    translatesOptimizers: true,
  },
  'jax-tpu-embedding': {
    title: 'jax-tpu-embedding',
    packages: ['jax_tpu_embedding'],
    traces: ['\\bjax_tpu_embedding\\b'],
    distributions: ['jax-tpu-embedding'],
    release: '0.2',
    hasNoMessage: true,
    targets: ['sparsecore-jax'],
    exceptRules: ['lambda-per-table'],
  },
  recommenders: {
    title: 'TensorFlow Recommenders',
    packages: ['tensorflow_recommenders'],
    alias: 'tfrs',
    // … `layers.` with nothing behind it yet, or with what could become `embedding`.
    traces: ['(?:tfrs|recommenders)\\.layers\\.(?:e\\w{0,8})?(?!\\w)'],
    translatesOptimizers: true,
    releaseUnknown: true,
  },
  protobuf: { title: 'protobuf', packages: ['google'] },
};

/** The library that a dotted name belongs to, if it is one of these. */
export function libraryOf(qualifiedName: string): Library | undefined {
  for (let end = qualifiedName.length; end > 0; end = qualifiedName.lastIndexOf('.', end - 1)) {
    const library = byPackage().get(qualifiedName.slice(0, end));
    if (library) return library;
  }
  return undefined;
}

const byPackage = lazy(
  (): ReadonlyMap<string, Library> =>
    new Map(
      (Object.keys(LIBRARIES) as Library[]).flatMap((library) =>
        LIBRARIES[library].packages.map((name) => [name, library] as const),
      ),
    ),
);

/** The usual way to write a name, with the alias of the package. */
export function displayName(qualifiedName: string): string {
  if (INTERNAL.test(qualifiedName)) return qualifiedName;
  const name = qualifiedName.replace(COMPATIBLE_TWICE, 'tensorflow');
  const [root = ''] = name.split('.', 1);
  const library = byPackage().get(root);
  const alias = library && LIBRARIES[library].alias;
  return alias === undefined ? name : alias + name.slice(root.length);
}

/** Compatibility modules contain each other: of `tensorflow.compat.v1.compat.v1`, the last one decides. */
const COMPATIBLE_TWICE = /^tensorflow(?:\.compat\.v[12])+(?=\.compat\.v[12]\b)/;

/** Modules that must be imported by their full name: `tf` does not contain them. */
const INTERNAL = /^tensorflow\.(?:core|python)\b/;
