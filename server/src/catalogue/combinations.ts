/** Versions of packages that do not go together, each with its source and date. What is not known to fail is not here. */

import { isPackage, type Package } from './packages';
import { both } from './releases';
import { areAmong, areLater, bothOf, releasesOf, type Versions, versionsAllowedBy } from './versions';

/** Versions by package; an empty text is any version. */
type Case = Readonly<Partial<Record<Package, string>>>;

export interface Combination {
  /** Which versions of which packages; each case is enough. */
  readonly cases: readonly Case[];
  /** What else must hold of the first two packages of a case. */
  readonly relation?: (first: Versions, second: Versions) => boolean;
  /** Versions of packages with which it is mended, or with which another row says what is worse. */
  readonly unless?: Case;
  /** Holds only where it is certain what is installed beside each other, and what is not. */
  readonly whereInstalled?: true;
  /** What happens, and how to mend it. */
  readonly message: string;
  /** An address, or what was run. */
  readonly source: string;
  /** The day that the source is of. */
  readonly since: string;
}

const haveNoReleaseInCommon = (a: Versions, b: Versions): boolean => !both(releasesOf(a), releasesOf(b));
const haveNoVersionInCommon = (a: Versions, b: Versions): boolean => !bothOf(a, b);

/** The last build of libtpu-nightly for JAX is empty, so that it clears the way for libtpu. */
const EMPTY_NIGHTLY = '0.1.dev20241010';

export const COMBINATIONS: readonly Combination[] = [
  {
    cases: [{ tensorflow: '<2.22', protobuf: '>=7' }],
    unless: { tensorflow: '<2.12' },
    message:
      'With protobuf 7, the optimizers of TPU embedding fail: "low_dimensional_packing_status: Expected an int, got a boolean". Install an older one that this TensorFlow allows; for 2.20 and 2.21: pip install "protobuf>=6.31.1,<7".',
    source: 'ran: TensorFlow 2.21.0 with protobuf 7.36.2',
    since: '2026-11-25',
  },
  {
    cases: [{ tensorflow: '<2.12', protobuf: '>=4' }],
    message:
      'TensorFlow before 2.12 cannot be imported with protobuf 4 or newer: "Descriptors cannot not be created directly". Install an older one: pip install "protobuf<3.20".',
    source: 'https://github.com/tensorflow/tensorflow/issues/56266',
    since: '2022-05-26',
  },
  {
    cases: [{ tensorflow: '<2.15', keras: '>=3' }],
    message:
      'TensorFlow before 2.15 cannot import Keras 3 as tf.keras. Install the Keras of the same number as TensorFlow, or TensorFlow 2.16 or newer.',
    source: 'https://github.com/keras-team/keras-cv/pull/2191',
    since: '2023-11-26',
  },
  {
    cases: [{ 'tf-keras': '>=2.15', tensorflow: '' }],
    relation: haveNoReleaseInCommon,
    message: 'tf-keras works with the TensorFlow of the same number only. Install both with the same X.Y.',
    source: 'https://github.com/keras-team/tf-keras/pull/759',
    since: '2024-03-06',
  },
  {
    cases: [{ 'tensorflow-recommenders': '', tensorflow: '>=2.16' }],
    unless: { 'tf-keras': '' },
    whereInstalled: true,
    message:
      'TensorFlow Recommenders needs Keras 2, and this TensorFlow has Keras 3. Install tf-keras of the same number as TensorFlow, and set the variable TF_USE_LEGACY_KERAS=1.',
    source: 'ran: TensorFlow 2.21.0 and Keras 3.15.1 with TensorFlow Recommenders 0.7.7',
    since: '2026-11-25',
  },
  {
    cases: [
      { 'tensorflow-tpu': '', tensorflow: '' },
      { 'tensorflow-cpu': '', tensorflow: '' },
    ],
    relation: haveNoVersionInCommon,
    whereInstalled: true,
    message:
      'Both install into the same folder, which then holds parts of two TensorFlows. Uninstall both and install one of them.',
    source: 'https://github.com/tensorflow/tensorflow/pull/125351',
    since: '2026-08-14',
  },
  {
    cases: [{ 'tensorflow-tpu': '==2.18.*', jax: '' }],
    message:
      'JAX finds no TPU beside the libtpu of tensorflow-tpu 2.18: "cloud_tpu_init failed: … no attribute \'get_library_path\'". Install one of them in an environment of its own.',
    source: 'https://github.com/jax-ml/jax/issues/29989',
    since: '2025-07-05',
  },
  {
    cases: [{ 'tensorflow-tpu': '>=2.16,<2.19', libtpu: '<1' }],
    message:
      'tensorflow-tpu finds no TPU with a libtpu that is made for JAX: "No TPU platform found". Install tensorflow-tpu again, with --find-links https://storage.googleapis.com/libtpu-tf-releases/index.html and without another libtpu.',
    source: 'https://github.com/Kaggle/docker-python/pull/1499',
    since: '2025-09-26',
  },
  {
    cases: [{ 'tensorflow-tpu': '>=2.16,<2.19', libtpu: '>=1' }],
    relation: haveNoReleaseInCommon,
    message:
      'tensorflow-tpu requires the libtpu of its own number. Install tensorflow-tpu again, with --find-links https://storage.googleapis.com/libtpu-tf-releases/index.html and without another libtpu.',
    source: 'https://github.com/googlecolab/colabtools/issues/5209',
    since: '2025-03-24',
  },
  {
    cases: [{ 'keras-rs': '', 'tensorflow-tpu': '<2.19' }],
    message:
      'DistributedEmbedding of keras-rs needs tensorflow-tpu 2.19 to train on TPUs with TensorFlow. Install tensorflow-tpu 2.19.1, with which keras-rs is tested.',
    source: 'https://github.com/keras-team/keras-rs/blob/main/requirements-tensorflow-tpu.txt',
    since: '2025-10-14',
  },
  {
    cases: [{ 'jax-tpu-embedding': '>=0.1.0.dev20250915', tensorflow: '>=2.18,<2.20' }],
    unless: { protobuf: '>=6' },
    message:
      'jax-tpu-embedding needs a newer protobuf than TensorFlow 2.18 and 2.19 bring. Install TensorFlow 2.20 or newer beside it.',
    source: 'https://github.com/keras-team/keras-rs/pull/148',
    since: '2025-09-15',
  },
  {
    cases: [{ 'jax-tpu-embedding': '>=0.2', jax: '<0.10.1' }],
    message: 'jax-tpu-embedding requires jax 0.10.1 or newer. Install a newer jax.',
    source: 'https://github.com/jax-ml/jax-tpu-embedding/commit/b731ae7',
    since: '2026-08-20',
  },
  {
    cases: [{ 'jax-tpu-embedding': '>=0.2', python: '<3.12' }],
    message:
      'jax-tpu-embedding requires Python 3.12 or newer, though keras-rs and jax do with 3.11. Choose a newer Python, or jax-tpu-embedding 0.1.',
    source: 'https://github.com/jax-ml/jax-tpu-embedding/commit/d74829b',
    since: '2026-07-07',
  },
  {
    cases: [{ 'keras-rs': '>=0.3', python: '<3.11' }],
    message: 'keras-rs requires Python 3.11 or newer from its release 0.3 on. Choose a newer Python.',
    source: 'https://github.com/keras-team/keras-rs/commit/46543dc',
    since: '2025-09-16',
  },
  {
    cases: [{ jax: '>=0.7', python: '<3.11' }],
    message: 'jax requires Python 3.11 or newer from its release 0.7 on. Choose a newer Python.',
    source: 'https://github.com/keras-team/keras-rs/pull/148',
    since: '2025-09-15',
  },
  {
    cases: [{ jaxlib: '', jax: '' }],
    relation: areLater,
    message:
      'jax cannot be imported with a newer jaxlib: "jaxlib version … is newer than and incompatible with jax version …". Install both in the same version.',
    source: 'ran: jax 0.10.2, and https://github.com/jax-ml/jax/issues/17638',
    since: '2026-11-25',
  },
  {
    cases: [{ jax: '==0.10.2', jaxlib: '<0.10.1' }],
    message:
      'jax 0.10.2 cannot be imported with this jaxlib: "this version of jax requires version >= 0.10.1". Install both in the same version.',
    source: 'ran: jax 0.10.2',
    since: '2026-11-25',
  },
  {
    cases: [
      { jax: '==0.10.2', libtpu: '<0.0.42' },
      { jax: '==0.10.2', libtpu: '>=0.0.43' },
    ],
    message:
      'jax 0.10.2 requires libtpu 0.0.42 on TPUs, and may find none with another. Install the one that fits: pip install "jax[tpu]==0.10.2".',
    source: 'metadata of jax 0.10.2: https://pypi.org/project/jax/0.10.2/',
    since: '2026-11-25',
  },
  {
    cases: [{ 'torch-xla': '==2.8.*', libtpu: '>=0.0.23' }],
    message:
      'torch_xla 2.8 fails with the libtpu of jax 0.7.2: "Unexpected PJRT_Plugin_Attributes_Args size". Install the one that fits: pip install "torch_xla[tpu]==2.8.0".',
    source: 'https://github.com/Kaggle/docker-python/pull/1499',
    since: '2025-09-26',
  },
  {
    cases: [
      { libtpu: '', 'libtpu-nightly': `<${EMPTY_NIGHTLY}` },
      { libtpu: '', 'libtpu-nightly': `>${EMPTY_NIGHTLY}` },
    ],
    message:
      'libtpu and libtpu-nightly install into the same folder. Uninstall both and install libtpu alone.',
    source: 'https://github.com/AI-Hypercomputer/maxdiffusion/pull/471',
    since: '2026-09-03',
  },
];

/** A package as a file or an environment states it. */
export interface Stated {
  readonly name: string;
  readonly versions: Versions;
  /** What its mention depends on; empty if nothing. */
  readonly condition: string;
}

/** The combinations that certainly come together, each with the packages of its first case that do. */
export const combinationsOf = <S extends Stated>(
  stated: readonly S[],
  isInstalled: boolean,
): readonly { readonly combination: Combination; readonly packages: readonly S[] }[] =>
  COMBINATIONS.flatMap((combination) => {
    const { cases, relation, unless, whereInstalled } = combination;
    if ((whereInstalled && !isInstalled) || (unless && choices(unless, stated).length > 0)) return [];
    const [packages] = cases
      .flatMap((each) => choices(each, stated))
      .filter(([first, second]) => !relation || relation(first!.versions, second!.versions));
    return packages ? { combination, packages } : [];
  });

/** Each way to choose different packages that have such versions, and that may be there together. */
function choices<S extends Stated>(wanted: Case, stated: readonly S[]): readonly (readonly S[])[] {
  let chosen: readonly (readonly S[])[] = [[]];
  for (const [meant, clauses] of Object.entries(wanted) as [Package, string][]) {
    const allowed = versionsAllowedBy(clauses);
    const fitting = stated.filter(
      ({ name, versions }) => isPackage(name, meant) && areAmong(versions, allowed),
    );
    chosen = chosen.flatMap((before) =>
      fitting.filter((one) => before.every((other) => goTogether(one, other))).map((one) => [...before, one]),
    );
  }
  return chosen;
}

const goTogether = (one: Stated, other: Stated): boolean =>
  one.name !== other.name &&
  (one.condition === '' || other.condition === '' || one.condition === other.condition);
