import { libraryOptimizers, optimizers } from './all';
import { camelCase } from './camel-case';
import { LIBRARY, type LibraryOptimizer } from './jax-tpu-embedding';
import { complete, type Hyperparameters, type Optimizer } from './optimizer';
import {
  anything,
  array,
  bool,
  float,
  int32,
  kindOf,
  message,
  oneOf,
  type Reader,
  SpecError,
} from './read-json';

/** Bounds that values are forced into; infinite if there is none. */
export interface Limits {
  readonly lower: number;
  readonly upper: number;
}

/** A number that is the same in every step, or the tag of one that is handed over in each. */
export type Rate = { readonly constant: number } | { readonly tag: number };

/** The contents of OptimizationParameters that the arithmetic needs, as plain data. */
export interface OptimizerSettings {
  /** Field that chooses the optimizer, such as `adagrad`; of another library, `library.name`. */
  readonly optimizer: string;
  /** Every hyperparameter by field name; those left out are 0 or false. */
  readonly hyperparameters: Hyperparameters;
  /** Undefined if the message chooses none. */
  readonly learningRate: Rate | undefined;
  /** Tags of the optimizer's other inputs, by field name. */
  readonly inputs: Readonly<Record<string, number>>;
  /** What stands for the number of each step, where the program does not pass it. */
  readonly fixedStep?: number;
  readonly gradientAccumulation: boolean;
  /** Of the weights, after the update. */
  readonly clippingLimits: Limits;
  /** Of the gradients, after accumulation. */
  readonly gradientClippingLimits: Limits;
  readonly weightDecay: { readonly factor: number; readonly timesLearningRate: boolean };
  /** Rounding of looked-up values; undefined if it is off. */
  readonly quantization: (Limits & { readonly buckets: number }) | undefined;
  /** Whether packing is requested; `idleRows` decides whether it takes effect. */
  readonly lowDimensionalPacking: boolean;
}

const limits = message({ lower: float, upper: float });

const tag: Reader<number> = (value, path) => {
  const number = int32(value, path);
  if (number < 0) throw new SpecError(path, `a tag is 0 or more, ${number} found`);
  return number;
};

const dynamicInput = message({ tag });

const onOff = oneOf('UNSPECIFIED', 'ENABLED', 'DISABLED');

const names = [...optimizers.keys()];

const readMessage = message(
  {
    ...Object.fromEntries([...optimizers.values()].map((optimizer) => [optimizer.name, fieldsOf(optimizer)])),
    learning_rate: message({ constant: float, dynamic: dynamicInput }, [['constant', 'dynamic']]),
    clipping_limits: limits,
    gradient_clipping_limits: limits,
    weight_decay_factor: float,
    multiply_weight_decay_factor_by_learning_rate: bool,
    gradient_accumulation_status: onOff,
    low_dimensional_packing_status: onOff,
    simulated_quantization: message({ enabled: bool, clipping_limits: limits, num_buckets: int32 }),
    hot_id_replication_configuration: message({
      status: oneOf('UNSPECIFIED', 'ENABLED', 'DISABLED', 'MIGRATION_ONLY'),
    }),
  },
  [names],
);

function hyperparametersOf({ hyperparameters }: Optimizer): Record<string, Reader<number | boolean>> {
  return Object.fromEntries(
    hyperparameters.map(({ name, usual }) => [name, typeof usual === 'boolean' ? bool : float]),
  );
}

function fieldsOf(optimizer: Optimizer): Reader<Record<string, unknown>> {
  const { inputs = [], unpublished } = optimizer;
  return message({
    ...hyperparametersOf(optimizer),
    ...Object.fromEntries(inputs.map((name) => [name, dynamicInput])),
    ...(unpublished && { program: anything }),
  });
}

/**
 * Reads the message OptimizationParameters in protobuf's JSON form. Throws a SpecError if it is invalid or chooses no
 * optimizer.
 */
export function settingsOf(
  optimizationParameters: unknown,
  path = 'optimizationParameters',
): OptimizerSettings {
  const given: Readonly<Record<string, unknown>> & ReturnType<typeof readMessage> = readMessage(
    optimizationParameters,
    path,
  );
  const optimizer = [...optimizers.values()].find(({ name }) => Object.hasOwn(given, name));
  if (!optimizer) {
    throw new SpecError(path, `no optimizer is chosen; set one of ${names.map(camelCase).join(', ')}`);
  }
  const own = given[optimizer.name] as Readonly<Record<string, unknown>>;
  const quantization = given.simulated_quantization;
  return {
    optimizer: optimizer.name,
    hyperparameters: complete(optimizer, own),
    learningRate: rateOf(given.learning_rate),
    inputs: Object.fromEntries(
      (optimizer.inputs ?? []).map((name) => [
        name,
        (own[name] as { readonly tag?: number } | undefined)?.tag ?? 0,
      ]),
    ),
    gradientAccumulation: given.gradient_accumulation_status !== 'DISABLED',
    clippingLimits: limitsOf(given.clipping_limits),
    gradientClippingLimits: limitsOf(given.gradient_clipping_limits),
    weightDecay: {
      factor: given.weight_decay_factor ?? 0,
      timesLearningRate: given.multiply_weight_decay_factor_by_learning_rate ?? false,
    },
    quantization: quantization?.enabled
      ? { ...limitsOf(quantization.clipping_limits), buckets: quantization.num_buckets ?? 0 }
      : undefined,
    lowDimensionalPacking: given.low_dimensional_packing_status === 'ENABLED',
  };
}

/** What is passed in each step: its number, and a learning rate that a function of the program makes. */
const STEP_TAG = 0;
const RATE_TAG = 1;

const text: Reader<string> = (value, path) => {
  if (typeof value !== 'string') throw new SpecError(path, `a text expected, ${kindOf(value)} found`);
  return value;
};

/** Weight limits as a library has them, `[low, high]`. */
export const pair: Reader<Limits> = (value, path) => {
  const [lower, upper, ...more] = array(value, path).map((bound, i) => float(bound, `${path}[${i}]`));
  if (lower === undefined || upper === undefined || more.length > 0)
    throw new SpecError(path, 'two numbers expected, the lowest and the highest weight');
  return { lower, upper };
};

export interface LibrarySettings extends OptimizerSettings {
  readonly of: LibraryOptimizer;
}

/**
 * Reads the optimizer of another library, `{"library": …, "name": …, "arguments": {…}}`. A learning rate that is a text is one
 * that each step gives.
 */
export function librarySettingsOf(value: unknown, path: string): LibrarySettings {
  const {
    library,
    name,
    arguments: given = {},
  } = message({ library: text, name: text, arguments: anything })(value, path);
  const of = libraryOptimizers.get(`${library}.${name}`);
  if (!of) {
    const known = [...libraryOptimizers.values()].map(({ title }) => title);
    throw new SpecError(
      path,
      `one of ${known.join(', ')} of ${LIBRARY} expected, ${name} of ${library} found`,
    );
  }
  const fields = message({
    ...hyperparametersOf(of),
    learning_rate: (rate, at) => (typeof rate === 'string' ? undefined : float(rate, at)),
  });
  const own: Readonly<Record<string, unknown>> = fields(given, `${path}.arguments`);
  const isComputed = 'learning_rate' in own && own['learning_rate'] === undefined;
  return {
    of,
    optimizer: of.name,
    hyperparameters: Object.fromEntries(
      of.hyperparameters.map(({ name, usual }) => [
        name,
        (own[name] as number | boolean | undefined) ?? usual,
      ]),
    ),
    learningRate: isComputed ? { tag: RATE_TAG } : { constant: Number(own['learning_rate'] ?? of.usualRate) },
    inputs: { step: STEP_TAG },
    gradientAccumulation: true,
    clippingLimits: limitsOf(),
    gradientClippingLimits: limitsOf(),
    weightDecay: { factor: 0, timesLearningRate: false },
    quantization: undefined,
    lowDimensionalPacking: false,
  };
}

function limitsOf({ lower, upper }: { readonly lower?: number; readonly upper?: number } = {}): Limits {
  return { lower: lower ?? Number.NEGATIVE_INFINITY, upper: upper ?? Number.POSITIVE_INFINITY };
}

function rateOf(
  rate: { readonly constant?: number; readonly dynamic?: { readonly tag?: number } } | undefined,
): Rate | undefined {
  if (rate?.constant !== undefined) return { constant: rate.constant };
  return rate?.dynamic && { tag: rate.dynamic.tag ?? 0 };
}
