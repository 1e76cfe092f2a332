import { embeddingId } from '../../names';
import { BOOL, FLOAT, NONE, type ParameterWords, STR, union } from '../../parameters';
import type { CallableType, FloatType, Type } from '../../types';
import type { MemberName } from '../registry';
import type { MemberWords } from './member-words';

const SETS = 'table_descriptor.optimization_parameters';

const OPTIMIZER_NAMES: readonly MemberName[] = [
  'Adagrad',
  'SGD',
  'AdagradMomentum',
  'FTRL',
  'Adam',
  'CustomOptimizer',
];

/** Ids of all classes that are accepted as the optimizer of a table. */
export const OPTIMIZERS = OPTIMIZER_NAMES.map(embeddingId);

const NOT_ON_SPARSECORE = '`TPUEmbeddingV2` ignores it.';

const LOWER: Type = { of: 'float', noLimit: Number.NEGATIVE_INFINITY };
const UPPER: Type = { of: 'float', noLimit: Number.POSITIVE_INFINITY };

/** A number, or a function without parameters that gives one. */
const numberOrFunction = (number: Type, facts: Pick<CallableType, 'becomesKey' | 'returns'> = {}): Type =>
  union(number, { of: 'callable', arguments: [], returns: number, ...facts });

const POSITIVE: FloatType = { of: 'float', expects: { above: 0 } };

export const RATE = numberOrFunction(POSITIVE);

const LEARNING_RATE: ParameterWords = {
  doc: 'How far a step goes: a number, or a function without parameters, whose value is read again in every step. Each \
distinct function takes a tag of its own in the configuration, so share one between tables rather than write a new \
lambda for each. A Keras schedule wants to be called with the step: wrap it, `lambda: schedule(step)`. Nothing is \
checked here; 0 never learns, and negative moves uphill.',
  type: numberOrFunction(POSITIVE, { becomesKey: true, returns: { ...POSITIVE, scalar: true } }),
  unchecked: true,
  sets: `${SETS}.learning_rate`,
  conversion: 'rate',
};

/** Arguments that the optimizers share. */
const COMMON: Readonly<Record<string, ParameterWords>> = {
  learning_rate: LEARNING_RATE,
  use_gradient_accumulation: {
    doc: `Whether the gradients of a row are summed over the batch and applied once. Without, every occurrence of \
the row is applied in turn: faster, but the result differs and depends on the order. \`clipvalue\` and weight decay \
need it. ${NOT_ON_SPARSECORE}`,
    type: BOOL,
    unchecked: true,
    sets: `${SETS}.gradient_accumulation_status`,
    conversion: 'status',
  },
  clip_weight_min: {
    doc: `The smallest value that a weight may have after a step: what falls below is set to it. \`None\` leaves it open. \
TensorFlow does not check that it is below \`clip_weight_max\`. ${NOT_ON_SPARSECORE}`,
    type: LOWER,
    unchecked: true,
    sets: `${SETS}.clipping_limits.lower`,
  },
  clip_weight_max: {
    doc: `The largest value that a weight may have after a step: what rises above is set to it. \`None\` leaves it open. \
${NOT_ON_SPARSECORE}`,
    type: UPPER,
    unchecked: true,
    sets: `${SETS}.clipping_limits.upper`,
  },
  weight_decay_factor: {
    doc: 'Share of its value that a weight loses in a step in which its row is updated. 0 has the same effect as \
`None`. Without gradient accumulation it is applied several times per batch; TensorFlow does not check that. \
`TPUEmbeddingV2` raises `NotImplementedError` for anything but `None`.',
    type: { of: 'float', expects: { min: 0 } },
    unchecked: true,
    sets: `${SETS}.weight_decay_factor`,
  },
  multiply_weight_decay_factor_by_learning_rate: {
    doc: 'Whether the decay follows the learning rate: the share is `weight_decay_factor · learning_rate`. Without \
a `weight_decay_factor` it has no effect. `TPUEmbeddingV2` raises `NotImplementedError` for anything but `None`.',
    type: BOOL,
    unchecked: true,
    sets: `${SETS}.multiply_weight_decay_factor_by_learning_rate`,
    needs: 'weight_decay_factor',
  },
  slot_variable_creation_fn: {
    doc: "Makes the slot variables in place of the API, so that another optimizer's variables can hold them: a \
function of the table's variable, the slot names and their initializers, which returns a dict from slot name to \
variable. Anything else but `None` is refused.",
    type: {
      of: 'callable',
      arguments: ['table', 'slot_names', 'slot_initializers'],
      returns: { of: 'slots' },
    },
  },
  clipvalue: {
    doc: `Limits of the summed gradient, per element: \`v\` means \`(-v, v)\`, a pair for \`(min, max)\` with \
\`None\` for no limit. A list is refused, and so is anything but \`None\` without \`use_gradient_accumulation\`, even 0. A \
negative number or a swapped pair is not noticed and turns the limits around. ${NOT_ON_SPARSECORE}`,
    type: union(
      { of: 'float', expects: { min: 0 }, noLimit: Number.POSITIVE_INFINITY },
      { of: 'tuple', items: [union(LOWER, NONE), union(UPPER, NONE)] },
    ),
    sets: `${SETS}.gradient_clipping_limits`,
    conversion: 'limits',
    attributes: ['clip_gradient_min', 'clip_gradient_max'],
  },
  low_dimensional_packing_status: {
    doc: `Whether tables of dimension 1, 2 or 4 are packed to save device memory; without effect on other widths, \
and for optimizers with momentum. A bool goes into an enum field, which protobuf refuses from 7.34 on whatever the \
value; keep to \`protobuf<7\` with TensorFlow 2.21. ${NOT_ON_SPARSECORE}`,
    type: BOOL,
    unchecked: true,
    sets: `${SETS}.low_dimensional_packing_status`,
    conversion: 'enabled',
  },
};

const initialAccumulator = (extra: string): ParameterWords => ({
  doc: `Where the sums of squared gradients begin; the larger, the smaller the first steps. ${extra}0 and less are \
refused. It goes into the initial value of the slot variable, not into the configuration.`,
  type: { of: 'float', accepts: { above: 0 }, constant: true },
});

const CLIPNORM = 'gradients can be clipped by value only. Use `clipvalue`, or remove it.';
const LACKS: ReadonlyMap<string, string> = new Map([
  ['clipnorm', CLIPNORM],
  ['global_clipnorm', CLIPNORM],
]);
const NO_MOMENTUM = 'on TPUs. `AdagradMomentum` is the optimizer with momentum.';

const updates = (field: string) => `Writes \`${field}\` into the table's \`optimization_parameters\`.`;

export const OPTIMIZER_WORDS: Partial<Record<MemberName, MemberWords>> = {
  SGD: {
    group: 'optimizer',
    lacks: new Map([
      ...LACKS,
      ['momentum', `it has none ${NO_MOMENTUM}`],
      ['nesterov', `it has no momentum ${NO_MOMENTUM}`],
      ['slot_variable_creation_fn', 'it has no slot variables. Remove it.'],
    ]),
    summary: 'Plain stochastic gradient descent for embedding tables, without slot variables.',
    doc: `\`w -= learning_rate · g\`. ${updates('stochastic_gradient_descent')} Unlike the other optimizers it has \
no momentum (see \`AdagradMomentum\`) and no \`slot_variable_creation_fn\`, and a default rate of 0.01.`,
    optimizer: { algorithm: 'stochastic_gradient_descent', slots: {} },
    parameters: COMMON,
  },
  Adagrad: {
    group: 'optimizer',
    lacks: LACKS,
    summary: 'Adagrad for embedding tables: steps shrink where gradients have been large.',
    doc: `\`acc += g²; w -= learning_rate · g / √acc\`, with one slot variable, \`accumulators\`. Unlike Keras, \
nothing is added to the root. ${updates('adagrad')}`,
    optimizer: { algorithm: 'adagrad', slots: { accumulators: 'initial_accumulator_value' } },
    parameters: { ...COMMON, initial_accumulator_value: initialAccumulator('') },
  },
  AdagradMomentum: {
    group: 'optimizer',
    lacks: LACKS,
    summary: 'Adagrad with momentum over the scaled gradients, for embedding tables.',
    doc: `Slot variables \`accumulators\` and \`momenta\`, both 0 at first, so that the very first step moves each \
weight by about the learning rate. ${updates('adagrad_momentum')}`,
    optimizer: { algorithm: 'adagrad_momentum', slots: { accumulators: 0, momenta: 0 } },
    parameters: {
      ...COMMON,
      momentum: {
        doc: 'How much of the last step each step keeps. With 1 or more, steps grow without limit; TensorFlow does not \
check that.',
        type: { of: 'float', expects: { min: 0, below: 1 } },
        unchecked: true,
        sets: `${SETS}.adagrad_momentum.momentum`,
      },
      use_nesterov: {
        doc: "Whether to look one step ahead: Nesterov's form of momentum.",
        type: BOOL,
        unchecked: true,
        sets: `${SETS}.adagrad_momentum.use_nesterov`,
      },
      exponent: {
        doc: 'Which root of the accumulators the gradient is divided by; 2 is the square root of Adagrad. 0 and \
less are refused.',
        type: { of: 'float', accepts: { above: 0 } },
        sets: `${SETS}.adagrad_momentum.exponent`,
      },
      beta2: {
        doc: 'How much of the accumulators a step keeps: 1 sums squared gradients as Adagrad does, less averages \
them as RMSProp does. TensorFlow does not check that it is at most 1.',
        type: { of: 'float', expects: { above: 0, max: 1 } },
        unchecked: true,
        sets: `${SETS}.adagrad_momentum.beta2`,
      },
      epsilon: {
        doc: 'Added to the accumulators below the root, so that nothing divides by 0. 0 and less are refused. It \
is no initial value, whatever the official documentation says.',
        type: { of: 'float', accepts: { above: 0 } },
        sets: `${SETS}.adagrad_momentum.epsilon`,
      },
    },
  },
  FTRL: {
    group: 'optimizer',
    lacks: LACKS,
    summary: 'FTRL for embedding tables: with an L1 penalty many weights become exactly 0.',
    doc: `Slot variables \`accumulators\` and \`linears\`; the weights follow from them alone, so that tables \
initialised to other values jump in their first step. ${updates('ftrl')}`,
    optimizer: { algorithm: 'ftrl', slots: { accumulators: 'initial_accumulator_value', linears: 0 } },
    parameters: {
      ...COMMON,
      learning_rate_power: {
        doc: 'Power of the accumulators that the learning rate is multiplied by: -0.5 divides by their square \
root, 0 keeps the rate. Above 0 is meaningless, but not noticed.',
        type: { of: 'float', expects: { max: 0 } },
        unchecked: true,
        sets: `${SETS}.ftrl.lr_power`,
      },
      l1_regularization_strength: {
        doc: 'Strength of the L1 penalty; the larger, the more weights are 0. Negative is not noticed.',
        type: { of: 'float', expects: { min: 0 } },
        unchecked: true,
        sets: `${SETS}.ftrl.l1`,
      },
      l2_regularization_strength: {
        doc: 'Strength of the L2 penalty; the larger, the smaller the weights. Negative is not noticed.',
        type: { of: 'float', expects: { min: 0 } },
        unchecked: true,
        sets: `${SETS}.ftrl.l2`,
      },
      beta: {
        doc: 'Added to the root of the accumulators, which makes the first steps smaller.',
        type: { of: 'float', expects: { min: 0 } },
        unchecked: true,
        sets: `${SETS}.ftrl.beta`,
      },
      initial_accumulator_value: initialAccumulator('Although the documentation allows for 0, '),
      multiply_linear_by_learning_rate: {
        doc: 'Whether `linears` is kept multiplied by the learning rate, which makes a rate of 0 possible. Two \
tables that differ in it cannot exchange their slot variables.',
        type: BOOL,
        unchecked: true,
        sets: `${SETS}.ftrl.multiply_linear_by_lr`,
      },
      allow_zero_accumulator: {
        doc: 'Deprecated: written into the configuration, but not used. Leave it out.',
        type: BOOL,
        unchecked: true,
        sets: `${SETS}.ftrl.allow_zero_accumulator`,
        deprecated: 'it is not used. Remove it.',
      },
    },
  },
  Adam: {
    group: 'optimizer',
    lacks: LACKS,
    summary: 'Adam for embedding tables, lazy by default and without bias correction.',
    doc: `Slot variables \`momenta\` and \`velocities\`. The TPU does not correct the bias of the first steps: with \
the usual betas and steady gradients they are larger than those of Keras, 3.2 times in step 1 and at most 6.6 times, in \
step 12. For the same steps fold the correction \
\`√(1 - beta_2ᵗ) / (1 - beta_1ᵗ)\` into a learning rate function. ${updates('adam')}`,
    optimizer: { algorithm: 'adam', slots: { momenta: 0, velocities: 0 } },
    parameters: {
      ...COMMON,
      beta_1: {
        doc: 'How much of the first moment, the average of the gradients, a step keeps. Must lie in [0, 1); 0 is no momentum.',
        type: { of: 'float', accepts: { min: 0, below: 1 } },
        sets: `${SETS}.adam.beta1`,
      },
      beta_2: {
        doc: 'How much of the second moment, the average of the squared gradients, a step keeps. Must lie in [0, 1); \
the error message shows the value of `beta_1` by mistake.',
        type: { of: 'float', accepts: { min: 0, below: 1 } },
        sets: `${SETS}.adam.beta2`,
      },
      epsilon: {
        doc: 'Keeps the denominator above 0: squared below the root or plain beside it, as `sum_inside_sqrt` says. \
0 and less are refused.',
        type: { of: 'float', accepts: { above: 0 } },
        sets: `${SETS}.adam.epsilon`,
      },
      lazy_adam: {
        doc: 'Whether only rows of the batch are updated. Otherwise the moments of all rows decay in every step, \
as in the textbook, which is slow and needs `use_gradient_accumulation=True`; without, it is refused, with advice \
that says the opposite.',
        type: BOOL,
        unchecked: true,
        sets: `${SETS}.adam.use_non_lazy_adam`,
        conversion: 'negation',
      },
      sum_inside_sqrt: {
        doc: 'Whether to divide by `√(v + epsilon²)`, which is faster, rather than by `√v + epsilon`.',
        type: BOOL,
        unchecked: true,
        sets: `${SETS}.adam.use_sum_inside_sqrt`,
      },
    },
  },
  CustomOptimizer: {
    group: 'optimizer',
    lacks: LACKS,
    failsIn: ['build', 'enqueue'].map((name) => `${embeddingId('TPUEmbedding')}.${name}`),
    summary: 'An optimizer of your own, written as a function of TensorFlow ops; for SparseCores only.',
    doc: `Only for \`TPUEmbeddingV2\`, which in TensorFlow 2.21 refuses it as soon as gradients are applied. It \
writes no member of \`optimization_parameters\`; the other embedding classes raise \`NotImplementedError\`.`,
    parameters: {
      custom_computation: {
        doc: 'The update: a function of the gradient, the table, the slot variables, the learning rate and the \
hyperparameters. It returns the new table or, with slots, a tuple of the new table and the new slots.',
        type: {
          of: 'callable',
          arguments: ['gradient', 'embedding_table', 'slot_variables', 'learning_rate', 'hyperparameters'],
        },
        unchecked: true,
      },
      learning_rate: {
        doc: 'Learning rate that the computation gets in every step: a number, or a function without parameters.',
        type: RATE,
        unchecked: true,
        sets: 'learning_rate',
      },
      slot_names: {
        doc: 'Names of the slot variables, in the order in which the computation gets them; `None` for none.',
        type: { of: 'list', item: STR, uncheckedItems: true },
      },
      slot_initializers: {
        doc: 'Initial values of the slot variables, an initializer for each name; another number is refused.',
        type: { of: 'list', item: { of: 'callable' }, lengthOf: 'slot_names', uncheckedItems: true },
      },
      hyperparameters: {
        doc: 'More numbers that the computation gets, or functions without parameters that give them; `None` for none.',
        type: { of: 'list', item: numberOrFunction(FLOAT), uncheckedItems: true },
      },
      slot_dims: {
        doc: 'Rank of each slot variable: 2 is shaped like the table, 1 has a value per row. Other ranks, and a \
list of another length than `slot_names`, are refused.',
        type: {
          of: 'list',
          item: { of: 'int', accepts: { min: 1, max: 2 } },
          lengthOf: 'slot_names',
          orEmpty: true,
        },
      },
    },
  },
};
