/** What a program runs on: SparseCores or a CPU, with Keras on JAX (or alone) or on TensorFlow. */
export type Target = 'sparsecore-jax' | 'sparsecore-tf' | 'cpu' | 'tf-cpu';

/** What computes for Keras, in the words of `KERAS_BACKEND`. */
export type Backend = keyof typeof BACKENDS;

export const BACKENDS = { jax: 'JAX', tensorflow: 'TensorFlow', torch: 'PyTorch' } as const;

/** The targets of a library's programs: always the same, or those of the backend that Keras runs on. */
export type LibraryTargets = readonly Target[] | Readonly<Record<Backend, readonly Target[]>>;

const WORDS: Readonly<Record<Target, readonly [hardware: string, software: string]>> = {
  'sparsecore-jax': ['SparseCores', 'JAX'],
  'sparsecore-tf': ['SparseCores', 'TensorFlow'],
  cpu: ['a CPU', 'JAX or PyTorch'],
  'tf-cpu': ['a CPU', 'TensorFlow'],
};

const ALL = Object.keys(WORDS) as Target[];

/** The targets that programs of a library may run on; on an unknown backend, those of each. */
export function possibleTargets(targets: LibraryTargets, backend: Backend | undefined): readonly Target[] {
  if (!('jax' in targets)) return targets;
  if (backend) return targets[backend];
  return ALL.filter((target) => Object.values(targets).some((each) => each.includes(target)));
}

/** Some of the possible targets in words: `SparseCores`, `SparseCores with JAX or a CPU`. */
export function targetsText(some: readonly Target[], possible: readonly Target[]): string {
  const texts = ALL.filter((target) => some.includes(target)).map((target) => {
    const [hardware, software] = WORDS[target];
    const isAll = possible.every((other) => WORDS[other][0] !== hardware || some.includes(other));
    return isAll ? hardware : `${hardware} with ${software}`;
  });
  return [...new Set(texts)].join(' or ');
}
