/** The value of every hyperparameter by its field name; 0 or false if a configuration leaves it out. */
export type Hyperparameters = Readonly<Record<string, number | boolean>>;

/** TensorFlow allows this many variables in addition to the parameters, gradient accumulators included. */
export const MAX_AUXILIARY_VARIABLES = 7;

export interface Slot {
  /** TensorFlow's name for the slot variable. */
  readonly name: string;
  /** Its name in the formula, where it stands for one element. */
  readonly symbol: string;
  /** Its initial value in TensorFlow's classes for TPUs, where there are such: a number, or the hyperparameter that holds it. */
  readonly initial: number | { readonly hyperparameter: string };
}

export interface Hyperparameter {
  /** Field of the optimizer's message, and its name in the formula. */
  readonly name: string;
  /** A sensible value to begin with; its type is the field's. Left out of a configuration, the field is 0 or false. */
  readonly usual: number | boolean;
  /** Ends of a slider. */
  readonly range?: readonly [number, number];
  /** The slider moves by factors. */
  readonly logarithmic?: true;
  /** A decay rate: the slider moves by factors of what it lacks to 1. */
  readonly decays?: true;
  /** Accepted, but without influence on the arithmetic. */
  readonly ignored?: true;
  /** The effect of a 0, worded to follow "so"; absent if 0 is a normal value. */
  readonly atZero?: string;
  /** A written 0 may be intended; only a 0 by default is suspicious. */
  readonly maybeZero?: true;
}

/**
 * One optimizer: everything that is simulated, explained and documented comes from here.
 *
 * In a formula `w` is an element of the parameters, `g` of the gradient and `lr` the learning rate of the step;
 * slots go by their symbol, hyperparameters by their field name. Lines run from top to bottom, so a name on the
 * right is its newest value.
 */
export interface Optimizer {
  /** The field of OptimizationParameters that chooses the optimizer. */
  readonly name: string;
  readonly title: string;
  /** Slot variables in TensorFlow's order, `parameters` and the hidden gradient accumulators left out. */
  readonly slots: readonly Slot[];
  /** A sentence that says where the initial values of the slots are from; absent if there are none. */
  readonly slotsStart?: string;
  readonly hyperparameters: readonly Hyperparameter[];
  /** Fields that hold the tag of a number fed at every step; each is a name in the formula. */
  readonly inputs?: readonly string[];
  /** Names in the formula whose numbers follow from the step; the optimizer has an input `step`. */
  readonly ofStep?: (hyperparameters: Hyperparameters, step: number) => Readonly<Record<string, number>>;
  /** The number of the first step; 1 by default. */
  readonly firstStep?: number;
  /** The formula's name for the number that is passed as the learning rate; `lr` by default. */
  readonly rate?: string;
  /** The update of one element, line by line; absent if none is published. */
  readonly formula?: (hyperparameters: Hyperparameters) => readonly string[];
  readonly source: { readonly title: string; readonly url: string };
  /** A learning rate to begin with. */
  readonly usualRate?: number;
  /**
   * The factor of a constant gradient, as an expression over the slots; if absent, the factor is the step divided by the
   * gradient.
   */
  readonly effectiveRate?: (hyperparameters: Hyperparameters) => string;
  /** A warning to read before trusting the numbers. */
  readonly note?: string;
  /** Where TensorFlow's kernel for the CPU computes something else, and why. */
  readonly unlikeKernel?: string;
  /** Why the formula is a guess. */
  readonly approximate?: string;
  /** Not described by any published formula or kernel. */
  readonly unpublished?: true;
  /**
   * Whether a gradient of 0 changes nothing, which low-dimensional packing requires; undefined if that depends on the
   * hyperparameters or is unknown.
   */
  readonly zeroGradientIsNoOp?: boolean;
  /** The hyperparameter with which rows without a gradient are updated too, as if it were 0. */
  readonly touchesAllRowsIf?: string;
}

/** Every hyperparameter of an optimizer; missing ones are 0 or false. */
export function complete(
  { hyperparameters }: Optimizer,
  given: Readonly<Record<string, unknown>>,
): Hyperparameters {
  return Object.fromEntries(
    hyperparameters.map(({ name, usual }) => {
      const value = given[name];
      return [
        name,
        typeof value === typeof usual ? (value as number | boolean) : typeof usual === 'boolean' ? false : 0,
      ];
    }),
  );
}
