import { jaxTpuEmbedding } from '../../optimizers/jax-tpu-embedding';
import { BOOL, FLOAT, type ParameterWords, STR, union } from '../parameters';
import type { CallableType, Entry, Result, Type } from '../types';
import { UPDATE, VARIABLES } from './uses';
import { entriesOf, inSpecs, type Words } from './words';

/** A text of which the array is made that it spells. */
const NUMBER_TEXT: Type = { of: 'str', isNumber: true };

const POSITIVE: Type = { of: 'float', expects: { above: 0 } };

/** A number, or a function of the step or of nothing. The library counts parameters with a default as well. */
const rate = (when: Pick<CallableType, 'atOnce'>): Type =>
  union(POSITIVE, {
    of: 'callable',
    arguments: ['step'],
    optional: 1,
    countsDefaults: true,
    ...when,
    returns: POSITIVE,
  });

/** The named tuples of slot variables, by the slots of each in their order. */
const SLOTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  jaxTpuEmbedding.map(({ title, slots }) => [
    title.replace(/OptimizerSpec$/, ''),
    slots.map(({ name }) => name),
  ]),
);

/** How many numbers an update takes, the learning rate included. */
const HYPERPARAMETERS: Readonly<Record<string, number>> = {
  AdagradOptimizerSpec: 1,
  AdagradMomentumOptimizerSpec: 6,
  AdamOptimizerSpec: 4,
  FTRLOptimizerSpec: 5,
  F2AOptimizerSpec: 6,
  LaPropOptimizerSpec: 4,
  SGDOptimizerSpec: 1,
};

/** The methods that ask for the learning rate. */
const ASKING = [...Object.keys(SLOTS), 'Custom'].flatMap((name) =>
  ['get_learning_rate', 'get_hyperparameters'].map((method) => inSpecs(`${name}OptimizerSpec.${method}`)),
);

/** What only an update refuses. */
const NUMBERS: Type = { of: 'list', item: FLOAT };

/** What each update reads, and `get_hyperparameters` as well: a text counts as the number that it spells. */
const read = (type: Type, ...others: readonly Type[]): Omit<ParameterWords, 'doc'> => ({
  type,
  unchecked: true,
  isHashed: true,
  later: [
    { by: UPDATE, takes: union(type, NUMBER_TEXT, ...others) },
    {
      by: ASKING.filter((id) => id.endsWith('.get_hyperparameters')),
      takes: union(type, NUMBER_TEXT, NUMBERS, ...others),
    },
  ],
});

/** What slot variables are filled with when they are made. */
const begun = (type: Type): Omit<ParameterWords, 'doc'> => ({
  type,
  unchecked: true,
  isHashed: true,
  later: [{ by: VARIABLES, takes: type }],
});

const COMMON: Readonly<Record<string, ParameterWords>> = {
  learning_rate: {
    doc: 'How far a step goes: a number, or a function of no argument or of the step, which then has to be given to \
`tpu_sparse_dense_matmul_grad` as `step`. 0 never learns, and negative moves uphill. A `jax.Array` makes the optimizer \
unhashable, so that `jax.jit` refuses it in static arguments.',
    type: rate({}),
    unchecked: true,
    isHashed: true,
    sets: 'learning_rate',
    later: [
      { by: UPDATE, takes: rate({ atOnce: true }) },
      { by: ASKING, takes: union(NUMBER_TEXT, rate({ atOnce: true }), NUMBERS) },
    ],
  },
  initial_accumulator_value: {
    doc: 'Where the sums of squared gradients begin; the larger, the smaller the first steps. With 0, a gradient of 0 gives NaN.',
    ...begun({ of: 'float', expects: { min: 0 } }),
  },
  l1_regularization_strength: {
    doc: 'Strength of the L1 penalty, from 0 on.',
    ...read({ of: 'float', expects: { min: 0 } }),
  },
  l2_regularization_strength: {
    doc: 'Strength of the L2 penalty, from 0 on, which keeps weights small.',
    ...read({ of: 'float', expects: { min: 0 } }),
  },
};

const share = (doc: string): ParameterWords => ({
  doc,
  ...read({ of: 'float', expects: { min: 0, max: 1 } }),
});
const number = (doc: string): ParameterWords => ({ doc, ...read(FLOAT) });
const start = (doc: string): ParameterWords => ({ doc, ...begun(FLOAT) });

const STEP: ParameterWords = {
  doc: 'The number of the training step, from 0 on. A learning rate that is a function of the step needs it.',
  type: { of: 'other', name: 'int | jax.Array' },
  sets: 'step',
};

const MEMBERS: Readonly<Record<string, Words>> = {
  get_learning_rate: {
    summary: 'The learning rate of a step, as a float32 array.',
    signature: 'step=None',
    parameters: { step: STEP },
    returns: 'The learning rate.',
    result: { of: 'array' },
  },
  get_hyperparameters: {
    summary: 'The numbers that the update takes in a step, the learning rate first.',
    signature: 'step=None',
    parameters: { step: STEP },
    returns: 'A tuple of float32 arrays.',
  },
  slot_variables_initializers: {
    summary: 'What fills the slot variables, in their order.',
    signature: '',
    returns: 'A named tuple of initializers.',
  },
  slot_variables_count: {
    summary: 'How many slot variables a table has.',
    signature: '',
    returns: 'A number.',
    result: { of: 'int' },
  },
  short_name: {
    summary: 'The name of the optimizer in names of computations.',
    signature: '',
    returns: 'A text.',
    result: { of: 'str' },
  },
};

const ATTRIBUTES = [
  'get_optimizer_primitive',
  'get_float_params',
  'get_bool_params',
  'from_float_and_bool_params',
];

const LIMITS = 'gradients are not clipped here. Clip them before `tpu_sparse_dense_matmul_grad`.';
const LACKS: readonly (readonly [string, string])[] = [
  ['clipnorm', LIMITS],
  ['global_clipnorm', LIMITS],
  ['clipvalue', LIMITS],
  [
    'clip_weight_min',
    'it is the first of a pair in `embedding_var_limits` of `tpu_sparse_dense_matmul_grad`.',
  ],
  [
    'clip_weight_max',
    'it is the second of a pair in `embedding_var_limits` of `tpu_sparse_dense_matmul_grad`.',
  ],
  ['weight_decay', 'the optimizers have no weight decay. Remove it.'],
  ['weight_decay_factor', 'the optimizers have no weight decay. Remove it.'],
  ['use_gradient_accumulation', 'gradients of a row are always summed first. Remove it.'],
];

const optimizer = ({ lacks, members, ...words }: Words): Words => ({
  ...words,
  lacksItems: true,
  refusesReplace: true,
  attributes: ATTRIBUTES,
  members: { ...MEMBERS, ...members },
  lacks: new Map([...LACKS, ...(lacks ?? [])]),
});

const NO_MOMENTUM = 'it has none. `AdagradMomentumOptimizerSpec` is the optimizer with momentum.';

const PARTS: Readonly<Record<string, ParameterWords>> = {
  embedding_dim: {
    doc: 'Length of the vectors that the function updates.',
    type: { of: 'int', expects: { min: 1 } },
    unchecked: true,
  },
  num_slot_variables: {
    doc: 'How many slot variables the function takes.',
    type: { of: 'int' },
    unchecked: true,
  },
  num_hyperparameters: {
    doc: 'How many further numbers the function takes, the learning rate included.',
    type: { of: 'int' },
    unchecked: true,
  },
  min_value: start('The smallest value that a weight may have; `None` leaves it open.'),
  max_value: start('The largest value that a weight may have; `None` leaves it open.'),
};

/** What the class of custom optimizers has as methods, and `custom_optimizer_lowering` as functions. */
const LOWERING: Readonly<Record<string, Words>> = {
  lower_to_stablehlo: {
    isClassMethod: true,
    summary: 'Turns a function for an update into the text of a StableHLO module.',
    doc: 'Since 0.2.',
    signature:
      'custom_computation_fn, embedding_dim=1, num_slot_variables=0, num_hyperparameters=1, min_value=None, max_value=None',
    parameters: {
      custom_computation_fn: {
        doc: 'A function of the gradient, the rows, each slot variable and the numbers.',
        type: { of: 'callable' },
        unchecked: true,
      },
      ...PARTS,
    },
    returns: 'The text of the module.',
    result: { of: 'str' },
  },
  wrap_stablehlo_with_limits: {
    isClassMethod: true,
    summary: 'Adds limits of the weights to a StableHLO module.',
    doc: 'Since 0.2.',
    signature:
      'stablehlo, embedding_dim, num_slot_variables, num_hyperparameters, min_value=None, max_value=None',
    parameters: {
      stablehlo: {
        doc: 'A StableHLO module that updates rows, as text or bytes.',
        type: { of: 'other', name: 'str | bytes' },
      },
      ...PARTS,
    },
    returns: 'The text of the new module.',
    result: { of: 'str' },
  },
};

const SPECS: Readonly<Record<string, Words>> = {
  AdagradOptimizerSpec: optimizer({
    summary: 'Trains a table by Adagrad: steps shrink with the gradients that a row has had.',
    doc: '`a ← a + g²`, `w ← w - rate · g / √a`, without an epsilon. One slot variable, `accumulator`.',
    signature: 'learning_rate=0.001, initial_accumulator_value=0.1',
    lacks: new Map([['epsilon', 'it has none. `initial_accumulator_value` keeps it from dividing by 0.']]),
  }),
  SGDOptimizerSpec: optimizer({
    summary: 'Trains a table by stochastic gradient descent: `w ← w - rate · g`.',
    signature: 'learning_rate=0.001',
    lacks: new Map([
      ['momentum', NO_MOMENTUM],
      ['nesterov', NO_MOMENTUM],
    ]),
  }),
  AdamOptimizerSpec: optimizer({
    withoutStep: 'takes every step for the first, so the learning rate stays at about a third',
    stepsFromFirst: true,
    summary: 'Trains a table by Adam, the rows of the batch only.',
    doc: 'Without `step` in `tpu_sparse_dense_matmul_grad` it takes every step for the first, so the correction of the bias never ends and \
the learning rate stays at about a third. The Flax layer for Linen never gives it. Two slot variables, `momentum` and `velocity`.',
    signature: 'learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-08',
    parameters: {
      beta_1: share('How much of the average of the gradients a step keeps, from 0 to less than 1.'),
      beta_2: share('How much of the average of the squared gradients a step keeps, from 0 to less than 1.'),
      epsilon: number(
        'Added to what the step is divided by, times the root of the correction of the bias. TensorFlow and Keras have 1e-07.',
      ),
    },
    lacks: new Map([
      ['b1', 'it is `beta_1` here.'],
      ['b2', 'it is `beta_2` here.'],
      ['beta1', 'it is `beta_1` here.'],
      ['beta2', 'it is `beta_2` here.'],
      ['eps', 'it is `epsilon` here.'],
      ['amsgrad', 'AMSGrad is not available here. Remove it.'],
      ['lazy_adam', 'only rows of the batch are updated, always. Remove it.'],
      ['sum_inside_sqrt', 'the epsilon is always outside of the root. Remove it.'],
    ]),
  }),
  AdagradMomentumOptimizerSpec: optimizer({
    summary: 'Trains a table by Adagrad with momentum.',
    doc: 'Two slot variables, `accumulator` and `momentum`.',
    signature:
      'learning_rate=0.001, momentum=0.9, beta2=1.0, epsilon=1e-10, exponent=2.0, use_nesterov=False, initial_accumulator_value=0.1, \
initial_momentum_value=0.0',
    parameters: {
      momentum: share(
        'How much of the last step each step keeps, from 0 to less than 1. TensorFlow has 0 unless told otherwise.',
      ),
      beta2: share('How much of the squared gradients a step keeps; exactly 1 sums them, as Adagrad does.'),
      epsilon: number('Added to the accumulator before its root is taken.'),
      exponent: number('Which root of the accumulator the gradient is divided by: 2 is the square root.'),
      use_nesterov: {
        doc: 'Whether to look ahead by one step of momentum.',
        // Any value has a truth.
        ...read(union(BOOL, FLOAT), { of: 'callable' }),
      },
      initial_momentum_value: start('What the slot for momentum holds before the first step.'),
    },
    lacks: new Map([
      ['beta_2', 'it is `beta2` here.'],
      ['nesterov', 'it is `use_nesterov` here.'],
    ]),
  }),
  FTRLOptimizerSpec: optimizer({
    summary: 'Trains a table by FTRL, which makes weights exactly 0 where an L1 penalty is given.',
    doc: 'Two slot variables, `accumulator` and `linear`.',
    signature:
      'learning_rate=0.01, learning_rate_power=-0.5, l1_regularization_strength=0.0, l2_regularization_strength=0.0, beta=0.0, \
initial_accumulator_value=0.1, initial_linear_value=0.0, multiply_linear_by_learning_rate=False',
    parameters: {
      learning_rate_power: {
        doc: 'Power of the accumulator that the learning rate is multiplied by: -0.5 divides by its root. Not above 0.',
        ...read({ of: 'float', expects: { max: 0 } }),
      },
      beta: number('Added to the root of the accumulator, which makes the first steps smaller.'),
      initial_linear_value: start('What the slot `linear` holds before the first step.'),
      multiply_linear_by_learning_rate: {
        doc: 'Whether the linear slot is kept multiplied by the learning rate.',
        type: BOOL,
        unchecked: true,
      },
    },
    lacks: new Map([
      ['l2_shrinkage_regularization_strength', 'it is not available here. Remove it.'],
      ['allow_zero_accumulator', 'it is for TensorFlow. Remove it.'],
    ]),
  }),
  LaPropOptimizerSpec: optimizer({
    withoutStep: 'leaves out the correction of `b2` in the first steps',
    summary:
      'Trains a table by LaProp: the momentum is taken of gradients that are already divided by their root mean square.',
    doc: 'Without `step` in `tpu_sparse_dense_matmul_grad`, the correction of `b2` in the first steps is left out. Two slot variables, `mu` \
and `nu`.',
    signature:
      'learning_rate=0.001, b1=0.9, b2=0.95, eps=1e-30, rms_clip_threshold=None, initial_slot_value=0.0',
    parameters: {
      b1: share('How much of the momentum a step keeps, from 0 to less than 1.'),
      b2: share(
        'How much a step keeps of the average of the squared gradients, `nu`, from 0 to less than 1.',
      ),
      eps: number('Added to the squared gradient before its average is taken.'),
      rms_clip_threshold: {
        doc: 'Not available yet: anything but `None` is refused.',
        type: { of: 'none' },
      },
      initial_slot_value: start('What `mu` and `nu` hold before the first step.'),
    },
    lacks: new Map([
      ['beta_1', 'it is `b1` here.'],
      ['beta_2', 'it is `b2` here.'],
      ['epsilon', 'it is `eps` here.'],
    ]),
  }),
  F2AOptimizerSpec: optimizer({
    withoutStep: 'takes every step for the first, so rare rows get no larger steps',
    stepsFromFirst: true,
    summary: 'Trains a table by Adagrad with larger steps for rows that are seen rarely.',
    doc: 'The step of a row is multiplied by `(step / local_step) ^ rho`, where `local_step` counts its updates. Two slot variables, \
`accumulator` and `local_step`.',
    signature:
      'learning_rate=0.01, rho=0.5, initial_accumulator_value=0.1, initial_local_step_value=0.0, l1_regularization_strength=0.0, \
l2_regularization_strength=0.0, max_lr_multiplier=1000000.0',
    parameters: {
      rho: number('How much rare rows gain: 0 for nothing.'),
      initial_local_step_value: start("Where the count of a row's updates begins."),
      max_lr_multiplier: number('The most that a step is multiplied by.'),
    },
  }),
  CustomOptimizerSpec: optimizer({
    summary: 'Trains a table by a function of your own.',
    doc: 'Give `custom_computation_fn` or `stablehlo`; without both, the update fails.',
    signature:
      "learning_rate=0.001, custom_computation_fn=None, stablehlo=None, slot_variable_initializers_tuple=(), short_name_str='custom'",
    parameters: {
      custom_computation_fn: {
        doc: 'A function of the gradient, the rows, each slot variable, the learning rate and further numbers, on arrays of `(1, width)`. It \
returns the new rows, or a tuple of them and the new slots.',
        type: { of: 'callable' },
        unchecked: true,
        isHashed: true,
        later: [{ by: UPDATE, takes: union({ of: 'callable' }, { of: 'none' }), orElse: 'stablehlo' }],
      },
      stablehlo: {
        doc: 'The same as a StableHLO module, in place of the function.',
        type: { of: 'other', name: 'str | bytes | module' },
        isHashed: true,
      },
      slot_variable_initializers_tuple: {
        doc: 'What fills each slot variable: a tuple of functions of a key and a shape.',
        type: { of: 'list', item: { of: 'callable', arguments: ['key', 'shape'] } },
        unchecked: true,
        isHashed: true,
      },
      short_name_str: {
        doc: 'The name of the optimizer in names of computations.',
        type: STR,
        unchecked: true,
        isHashed: true,
      },
    },
    members: LOWERING,
  }),
};

/** Ids of all classes whose objects train a table. */
export const OPTIMIZERS: readonly string[] = Object.keys(SPECS).map(inSpecs);

/** Those that messages of jax-tpu-embedding do not know. */
export const WITHOUT_MESSAGE: readonly string[] = ['LaPropOptimizerSpec', 'CustomOptimizerSpec'].map(inSpecs);

const SLOT_TUPLES: Readonly<Record<string, Words>> = Object.fromEntries(
  Object.entries(SLOTS).map(([name, slots]): [string, Words] => [
    `${name}SlotVariables`,
    {
      isNamedTuple: true,
      isFrozen: true,
      attributes: ['count', 'index'],
      summary: `The slot variables of \`${name}OptimizerSpec\`, a named tuple.`,
      signature: slots.join(', '),
      parameters: Object.fromEntries(
        slots.map((slot) => [
          slot,
          {
            doc: `The slot \`${slot}\`: a variable as large as the table, or what fills it.`,
            type: { of: 'other', name: 'jax.Array' },
          },
        ]),
      ),
    },
  ]),
);

const OTHERS: Readonly<Record<string, Words>> = {
  OptimizerSpec: {
    isAbstract: true,
    abstractMembers: ['get_optimizer_primitive', 'short_name'],
    summary: 'What all optimizers derive from. It cannot be made itself.',
    doc: 'A class of your own defines `get_optimizer_primitive`, `short_name` and `__hash__`.',
    signature: 'learning_rate',
    members: MEMBERS,
  },
  CallablePlaceholder: {
    summary:
      'Stands for a learning rate that was a function, where optimizers are read from a message. It cannot be called.',
    doc: 'Since 0.2.',
    signature: 'tag',
    parameters: {
      tag: { doc: 'The name by which the message knows the function.', type: STR, unchecked: true },
    },
    attributes: [],
  },
  ...SLOT_TUPLES,
};

const CLIPPING: Words = {
  summary: 'Keeps values within limits.',
  signature: 'val, min_value=None, max_value=None',
  parameters: {
    ...PARTS,
    val: { doc: 'The values, an array of any shape.', type: { of: 'other', name: 'jax.Array' } },
  },
  returns: 'A new array.',
};

export const optimizerEntries = (): Entry[] => [
  ...entriesOf(
    'lib.nn.embedding_spec',
    'optimizer',
    'class',
    { ...Object.fromEntries(Object.entries(SPECS).map(withFacts)), ...OTHERS },
    COMMON,
  ),
  ...entriesOf('lib.nn.custom_optimizer_lowering', 'optimizer', 'function', {
    ...LOWERING,
    apply_clipping: CLIPPING,
  }),
];

/** Those that are not the name of the class in lower case. */
const SHORT_NAMES: Readonly<Record<string, string>> = { AdagradMomentumOptimizerSpec: 'adagrad_momentum' };

function withFacts([name, words]: readonly [string, Words]): readonly [string, Words] {
  const facts = jaxTpuEmbedding.find(({ title }) => title === name);
  if (!facts) return [name, words];
  const slots = inSpecs(name.replace(/OptimizerSpec$/, 'SlotVariables'));
  const count = HYPERPARAMETERS[name];
  const numbers = count === undefined ? undefined : Array<Result>(count).fill({ of: 'array' });
  return [
    name,
    {
      ...words,
      slots: facts.slots.map((slot) => slot.name),
      simulatedAs: facts.name,
      members: {
        ...words.members,
        get_hyperparameters: { ...MEMBERS['get_hyperparameters']!, ...(numbers && { result: numbers }) },
        slot_variables_initializers: { ...MEMBERS['slot_variables_initializers']!, result: slots },
        slot_variables_count: {
          ...MEMBERS['slot_variables_count']!,
          result: { of: 'int', value: facts.slots.length },
        },
        short_name: {
          ...MEMBERS['short_name']!,
          result: { of: 'str', value: SHORT_NAMES[name] ?? name.replace(/OptimizerSpec$/, '').toLowerCase() },
        },
      },
    },
  ];
}
