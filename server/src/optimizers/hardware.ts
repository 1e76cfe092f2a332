import { optimizers } from './all';
import { camelCase } from './camel-case';

/** What trains the tables: the first embedding accelerator with `TPUEmbedding`, or SparseCores with `TPUEmbeddingV2`. */
export type Hardware = 'tpu-embedding' | 'sparsecore';

/** A setting of a configuration that `TPUEmbeddingV2` ignores or refuses. */
export interface Difference {
  /** Of OptimizationParameters in ProtoJSON. */
  readonly path: string;
  /** Values that make no difference; neither does a missing value. */
  readonly agreeing: readonly unknown[];
  /** The only value of the argument that makes a difference; if absent, every value except `None` does. */
  readonly argumentValue?: boolean;
  readonly verdict: 'ignored' | 'refused';
  /** The rest of a sentence that begins "TPUEmbeddingV2 ignores it:" or "TPUEmbeddingV2 refuses it:". */
  readonly why: string;
}

// TensorFlow 2.21: tensorflow/python/tpu/tpu_embedding_v3.py, `__init__` and `apply_gradients`.
export const SPARSECORE_DIFFERENCES: readonly Difference[] = [
  {
    path: 'clippingLimits',
    agreeing: [],
    verdict: 'ignored',
    why: 'it does not limit weights.',
  },
  {
    path: 'gradientClippingLimits',
    agreeing: [],
    verdict: 'ignored',
    why: 'it does not limit gradients.',
  },
  {
    path: 'gradientAccumulationStatus',
    agreeing: ['UNSPECIFIED', 'ENABLED', 0, 1],
    argumentValue: false,
    verdict: 'ignored',
    why: 'it always sums the gradients of a row.',
  },
  {
    path: 'adam.useNonLazyAdam',
    agreeing: [false],
    argumentValue: false,
    verdict: 'ignored',
    why: 'its Adam is lazy.',
  },
  {
    path: 'lowDimensionalPackingStatus',
    agreeing: ['UNSPECIFIED', 'DISABLED', 0, 2],
    argumentValue: true,
    verdict: 'ignored',
    why: 'it pads each row to 8 numbers or a multiple.',
  },
  {
    path: 'weightDecayFactor',
    agreeing: [0],
    verdict: 'refused',
    why: 'it knows no weight decay yet.',
  },
  {
    path: 'multiplyWeightDecayFactorByLearningRate',
    agreeing: [false],
    verdict: 'refused',
    why: 'it knows no weight decay yet.',
  },
];

const SPARSECORE_OPTIMIZERS = ['stochastic_gradient_descent', 'adagrad', 'adagrad_momentum', 'ftrl', 'adam'];

/** Why SparseCores cannot train with an optimizer; undefined if they can. */
export function refusal(optimizer: string): string | undefined {
  if (SPARSECORE_OPTIMIZERS.includes(optimizer)) return undefined;
  const titles = SPARSECORE_OPTIMIZERS.map((name) => optimizers.get(name)!.title);
  const known = `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
  return `TPUEmbeddingV2 has no ${optimizers.get(optimizer)?.title ?? optimizer}: it knows ${known}.`;
}

type Message = Readonly<Record<string, unknown>>;

/** OptimizationParameters as SparseCores use them, and the settings that make a difference. */
export function onSparseCore(message: Message): { message: Message; differences: readonly Difference[] } {
  const differences: Difference[] = [];
  const reduced = SPARSECORE_DIFFERENCES.reduce((rest, difference) => {
    const { value, without } = takeOut(rest, difference.path.split('.'));
    if (value !== undefined && value !== null && !difference.agreeing.includes(value))
      differences.push(difference);
    return without;
  }, message);
  return { message: reduced, differences };
}

/** The value at a path, whose fields may be in snake case or camel case, and the message without it. */
function takeOut(
  message: Message,
  [name, ...deeper]: readonly string[],
): { value: unknown; without: Message } {
  const key = Object.keys(message).find((key) => camelCase(key) === name);
  if (key === undefined) return { value: undefined, without: message };
  const { [key]: value, ...others } = message;
  if (deeper.length === 0) return { value, without: others };
  if (typeof value !== 'object' || value === null) return { value: undefined, without: message };
  const inner = takeOut(value as Message, deeper);
  return { value: inner.value, without: { ...message, [key]: inner.without } };
}
