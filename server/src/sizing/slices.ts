// The generations of TPUs: the facts in public documentation, and the facts that are missing there.

const GIB = 2 ** 30;
const GB = 10 ** 9;

interface Generation {
  /** The prefix of slice names, before the number. */
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Units per chip that the number in a slice's name counts: 2 if it counts TensorCores. */
  readonly countsPerChip: 1 | 2;
  readonly tensorCoresPerChip: 1 | 2;
  /** Memory of a chip. */
  readonly capacity: number;
  /**
   * The accelerator for embedding look-ups; undefined if no documentation could be cited. V1 is expected for the oldest TPUs,
   * but not documented either.
   */
  readonly accelerator: 'V1' | 'V2' | 'none' | undefined;
  readonly sparseCoresPerChip?: number;
  /** What JAX counts as devices of a chip, each with its share of the SparseCores; by default 1. */
  readonly devicesPerChip?: number;
  /** Slices of up to so many chips have one host. */
  readonly chipsOfOneHost: number;
  /** Chips of each host of a larger slice. */
  readonly chipsPerHost: number;
  readonly smallest: number;
  readonly largest: number;
  /** Slices of several hosts double as well: documentation lists all that there are. */
  readonly doubles?: true;
  /** Memory of a host, where documentation gives it. */
  readonly hostCapacity?: number;
  /** TensorFlow does not run on it. */
  readonly withoutTensorflow?: true;
  readonly sources: readonly string[];
}

const FOUR = { chipsOfOneHost: 4, chipsPerHost: 4, smallest: 4 } as const;
const DOCS = 'https://docs.cloud.google.com/tpu/docs/';
const OPENXLA = 'https://openxla.org/xla/sparsecore';
const NOT_STATED = 'Public documentation does not say which class of TensorFlow trains on it.';

export const generations: readonly Generation[] = [
  {
    name: 'v2',
    countsPerChip: 2,
    tensorCoresPerChip: 2,
    capacity: 16 * GIB,
    accelerator: 'V1',
    ...FOUR,
    largest: 256,
    sources: [
      "16 GiB a chip: Cloud TPU's page System architecture, whose newer versions no longer show v2.",
      NOT_STATED,
    ],
  },
  {
    name: 'v3',
    countsPerChip: 2,
    tensorCoresPerChip: 2,
    capacity: 32 * GIB,
    accelerator: 'V1',
    ...FOUR,
    largest: 1024,
    sources: [`32 GiB a chip: ${DOCS}v3`, NOT_STATED],
  },
  {
    name: 'v4',
    countsPerChip: 2,
    tensorCoresPerChip: 2,
    capacity: 32 * GIB,
    accelerator: undefined,
    sparseCoresPerChip: 4,
    ...FOUR,
    largest: 4096,
    sources: [`32 GiB a chip: ${DOCS}v4`, `4 SparseCores a chip: ${OPENXLA}`, NOT_STATED],
  },
  {
    name: 'v5litepod',
    aliases: ['v5e'],
    countsPerChip: 1,
    tensorCoresPerChip: 1,
    capacity: 16 * GB,
    accelerator: 'none',
    chipsOfOneHost: 8,
    chipsPerHost: 8,
    smallest: 1,
    largest: 256,
    doubles: true,
    sources: [`16 GB a chip: ${DOCS}v5e`],
  },
  {
    name: 'v5p',
    countsPerChip: 2,
    tensorCoresPerChip: 2,
    capacity: 95 * GIB,
    accelerator: 'V2',
    sparseCoresPerChip: 4,
    ...FOUR,
    largest: 6144,
    hostCapacity: 448 * GB,
    sources: [`95 GiB and 4 SparseCores a chip, 448 GB a host: ${DOCS}v5p`, `96 GiB a chip in ${OPENXLA}`],
  },
  {
    name: 'v6e',
    countsPerChip: 1,
    tensorCoresPerChip: 1,
    capacity: 32 * GB,
    accelerator: 'V2',
    sparseCoresPerChip: 2,
    chipsOfOneHost: 8,
    chipsPerHost: 4,
    smallest: 1,
    largest: 256,
    doubles: true,
    sources: [`32 GB a chip: ${DOCS}v6e`, `2 SparseCores a chip: ${OPENXLA}`],
  },
  {
    name: 'tpu7x',
    countsPerChip: 1,
    tensorCoresPerChip: 2,
    capacity: 192 * GIB,
    accelerator: 'V2',
    sparseCoresPerChip: 4,
    devicesPerChip: 2,
    ...FOUR,
    largest: 9216,
    withoutTensorflow: true,
    sources: [
      `192 GiB a chip, and no TensorFlow: ${DOCS}tpu7x`,
      '2 SparseCores a device of JAX: jax_tpu_embedding/sparsecore/utils/utils.py',
    ],
  },
];

export interface Slice {
  /** As the TPU's documentation spells it. */
  readonly name: string;
  readonly generation: Generation;
  readonly chips: number;
  readonly hosts: number;
}

export const tensorCoresOf = ({ chips, generation }: Slice): number => chips * generation.tensorCoresPerChip;

/** The slice with a name such as `v5p-16`, or a sentence for people that says why there is none. */
export function sliceNamed(name: string): Slice | { readonly problem: string } {
  const [, prefix = '', digits = ''] = /^([a-z\d]+?)(?:-(\d*))?$/.exec(name.trim().toLowerCase()) ?? [];
  const generation = generations.find((each) => each.name === prefix || each.aliases?.includes(prefix));
  const spelled = generations.map((each) => `${each.name}-N`).join(', ');
  if (!generation)
    return {
      problem: `No TPU slice has the name "${name}". Names look like v5p-16: ${spelled}.`,
    };
  const chips = Number(digits) / generation.countsPerChip;
  if (!isCount(chips, generation))
    return { problem: `${absence(generation, digits)} ${sizesText(generation)}` };
  return sliceOf(generation, chips);
}

const absence = ({ name }: Generation, digits: string) =>
  digits === ''
    ? `How large a ${name} slice is has to be said, as in ${name}-8.`
    : `No ${name} slice has the size ${digits}.`;

/** The numbers that a slice's name may have, in a sentence for people. */
function sizesText(generation: Generation): string {
  const { countsPerChip, largest, chipsPerHost, doubles } = generation;
  const unit = countsPerChip === 2 ? 'TensorCores, two a chip' : 'chips';
  if (doubles)
    return `The number counts ${unit}: ${slicesOf(generation)
      .map(({ chips }) => chips)
      .join(', ')}.`;
  const [step, most] = [chipsPerHost, largest].map((chips) => chips * countsPerChip);
  return `The number counts ${unit}: multiples of ${step} up to ${most}, as far as Google offers them.`;
}

/** Chips of a slice that has a part of a host, unless it has just one chip. */
const HALF_A_HOST = 4;

/** Whole hosts, or a part of one. */
const isCount = (
  chips: number,
  { smallest, largest, chipsOfOneHost, chipsPerHost, doubles }: Generation,
): boolean =>
  chips >= smallest &&
  chips <= largest &&
  (chips < chipsOfOneHost
    ? chips === smallest || chips === HALF_A_HOST
    : chips % chipsPerHost === 0 && !(doubles && !isPowerOfTwo(chips)));

const isPowerOfTwo = (count: number) => Number.isInteger(Math.log2(count));

const sliceOf = (generation: Generation, chips: number): Slice => ({
  name: `${generation.name}-${chips * generation.countsPerChip}`,
  generation,
  chips,
  hosts: chips <= generation.chipsOfOneHost ? 1 : chips / generation.chipsPerHost,
});

/** The slice of the newest TPUs of TPUEmbedding that has so many TensorCores. */
export function sliceOfTensorCores(count: number): Slice | undefined {
  const named = sliceNamed(`v3-${count}`);
  return 'problem' in named ? undefined : named;
}

/** The slices of a generation whose chips are a power of two, as SparseCores need it, from the smallest on. */
export function slicesOf(generation: Generation): Slice[] {
  const slices: Slice[] = [];
  for (let chips = generation.smallest; chips <= generation.largest; chips *= 2)
    if (isCount(chips, generation)) slices.push(sliceOf(generation, chips));
  return slices;
}
