/** What a table's optimizer keeps beside the parameters, by its name in the `parameters` oneof. */
export interface Algorithm {
  /** Field of OptimizationParameters that chooses it. */
  readonly name: string;
  readonly title: string;
  /** Slot variables in TensorFlow's order, `parameters` and the hidden gradient accumulators left out. */
  readonly slots: readonly string[];
  /** A gradient of zero changes nothing, which low-dimensional packing asks for. */
  readonly zeroGradientIsNoOp?: true;
  /** Not described by any published formula or kernel. */
  readonly unpublished?: true;
}

const ALGORITHMS: readonly Algorithm[] = [
  { name: 'adagrad', title: 'Adagrad', slots: ['accumulators'], zeroGradientIsNoOp: true },
  { name: 'adagrad_momentum', title: 'Adagrad with momentum', slots: ['accumulators', 'momenta'] },
  { name: 'bounded_adagrad', title: 'Bounded Adagrad', slots: ['accumulators'] },
  { name: 'frequency_aware_adagrad', title: 'Frequency-aware Adagrad', slots: ['accumulators', 'counters'] },
  { name: 'stochastic_gradient_descent', title: 'SGD', slots: [], zeroGradientIsNoOp: true },
  { name: 'ftrl', title: 'FTRL', slots: ['accumulators', 'linears'], zeroGradientIsNoOp: true },
  { name: 'adam', title: 'Adam', slots: ['momenta', 'velocities'] },
  { name: 'momentum', title: 'Momentum', slots: ['momenta'] },
  { name: 'lion', title: 'Lion', slots: ['momenta'] },
  { name: 'rms_prop', title: 'RMSProp', slots: ['ms', 'mom'] },
  { name: 'centered_rms_prop', title: 'Centered RMSProp', slots: ['ms', 'mom', 'mg'] },
  {
    name: 'mdl_adagrad_light',
    title: 'MDL Adagrad Light',
    slots: ['accumulators', 'weights', 'benefits'],
    unpublished: true,
  },
  { name: 'adadelta', title: 'Adadelta', slots: ['accumulators', 'updates'] },
  { name: 'proximal_adagrad', title: 'Proximal Adagrad', slots: ['accumulators'] },
  { name: 'online_yogi', title: 'Online Yogi', slots: ['vs', 'linears'] },
  { name: 'proximal_yogi', title: 'Proximal Yogi', slots: ['v', 'm'] },
  { name: 'frequency_estimator', title: 'Frequency estimator', slots: ['last_hit_step'] },
  { name: 'user_defined_program', title: 'User-defined program', slots: [], unpublished: true },
  { name: 'assign', title: 'Assign', slots: [] },
];

export const algorithms: ReadonlyMap<string, Algorithm> = new Map(ALGORITHMS.map((a) => [a.name, a]));

/** TensorFlow allows this many variables beside the parameters, gradient accumulators included. */
export const MAX_AUXILIARY_VARIABLES = 7;
