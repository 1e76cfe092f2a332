/** What a program runs on: SparseCores or a CPU, with Keras on JAX (or alone) or on TensorFlow. */
export type Target = 'sparsecore-jax' | 'sparsecore-tf' | 'cpu' | 'tf-cpu';

/** What computes for Keras, in the words of `KERAS_BACKEND`. */
export type Backend = keyof typeof BACKENDS;

export const BACKENDS = { jax: 'JAX', tensorflow: 'TensorFlow', torch: 'PyTorch' } as const;

export const isBackend = (name: string): name is Backend => Object.hasOwn(BACKENDS, name);

/** The targets of a library's programs: always the same, or those of the backend that Keras runs on. */
export type LibraryTargets = readonly Target[] | Readonly<Record<Backend, readonly Target[]>>;

interface TargetWords {
  readonly hardware: string;
  readonly software: string;
  /** The software of all targets on which Keras is not TensorFlow's, or is. */
  readonly family: string;
}

const WORDS: Readonly<Record<Target, TargetWords>> = {
  'sparsecore-jax': { hardware: 'SparseCores', software: 'JAX', family: 'JAX or PyTorch' },
  'sparsecore-tf': { hardware: 'SparseCores', software: 'TensorFlow', family: 'TensorFlow' },
  cpu: { hardware: 'a CPU', software: 'JAX or PyTorch', family: 'JAX or PyTorch' },
  'tf-cpu': { hardware: 'a CPU', software: 'TensorFlow', family: 'TensorFlow' },
};

const ALL = Object.keys(WORDS) as Target[];

/** The targets that programs of a library may run on; on an unknown backend, those of each. */
export function possibleTargets(targets: LibraryTargets, backend: Backend | undefined): readonly Target[] {
  if (!('jax' in targets)) return targets;
  if (backend) return targets[backend];
  return ALL.filter((target) => Object.values(targets).some((each) => each.includes(target)));
}

/** Where some of the possible targets are: `on SparseCores`, `with TensorFlow`, `on SparseCores with JAX or a CPU`. */
export function placeOf(some: readonly Target[], possible: readonly Target[]): string {
  const isWhole = (key: keyof TargetWords, word: string) =>
    possible.every((target) => WORDS[target][key] !== word || some.includes(target));
  const [first, ...more] = ALL.filter((target) => some.includes(target)).map((target) => WORDS[target]);
  if (!first) return '';
  if (
    more.length > 0 &&
    more.every(({ family }) => family === first.family) &&
    isWhole('family', first.family)
  )
    return `with ${first.family}`;
  const places = [first, ...more].map(({ hardware, software }) =>
    isWhole('hardware', hardware) ? hardware : `${hardware} with ${software}`,
  );
  return `on ${[...new Set(places)].join(' or ')}`;
}

/** Targets by their hardware: `SparseCores or a CPU`. */
export const hardwareOf = (targets: readonly Target[]): string =>
  [...new Set(targets.map((target) => WORDS[target].hardware))].join(' or ');
