/** NumPy's functions, methods and classes of numbers, by what they return. No feature shows them, so they are no entries. */

/** What a function returns. */
export type ArrayResult =
  /** An array of a given shape: the parameters for shape and dtype. Without one for the shape, all arguments are sizes. */
  | {
      readonly of: 'shape';
      readonly shape?: readonly [name: string, position: number];
      readonly dtypeAt?: number;
      readonly defaultDtype?: string;
      /** One number is given where no shape is: one of Python, or of NumPy with the dtype. */
      readonly single?: 'int' | 'float' | 'numpy';
    }
  /** An array of one axis, of unknown length: the parameter for the dtype. */
  | { readonly of: 'vector'; readonly dtypeAt: number }
  /** So many numbers from one to another: the parameter for their number, and what that is without it. */
  | { readonly of: 'steps'; readonly count: readonly [name: string, position: number, otherwise: number] }
  /** A matrix of the given rows, and of as many columns if none are given. */
  | { readonly of: 'matrix'; readonly columnsAt?: number; readonly dtypeAt: number }
  /** An array of the sizes of the first argument, and of its dtype unless one is given. */
  | { readonly of: 'like'; readonly dtypeAt: number }
  /** An array of one axis, of unknown length, with values of the first argument. */
  | { readonly of: 'distinct' }
  /** `values`: an array of the first argument's values; `number`: a number for a number; `reduction`: one for many. */
  | { readonly of: 'values' | 'number' | 'reduction' };

const RANDOM = { of: 'shape', defaultDtype: 'float64', single: 'float' } as const;

/** By names below `numpy`. */
const FUNCTIONS: readonly (readonly [result: ArrayResult, names: readonly string[]])[] = [
  [{ of: 'shape', shape: ['shape', 0], dtypeAt: 1, defaultDtype: 'float64' }, ['zeros', 'ones', 'empty']],
  [{ of: 'shape', shape: ['shape', 0], dtypeAt: 2 }, ['full']],
  [RANDOM, ['random.rand', 'random.randn']],
  [{ ...RANDOM, shape: ['size', 0] }, ['random.random', 'random.random_sample', 'random.standard_normal']],
  [
    { ...RANDOM, shape: ['size', 2] },
    ['uniform', 'normal', 'beta', 'gamma', 'laplace', 'lognormal'].map((name) => `random.${name}`),
  ],
  [{ of: 'shape', shape: ['size', 2], dtypeAt: 3, defaultDtype: 'int', single: 'int' }, ['random.randint']],
  [
    { of: 'shape', shape: ['size', 2], dtypeAt: 3, defaultDtype: 'int64', single: 'numpy' },
    ['random.integers'],
  ],
  [{ of: 'vector', dtypeAt: 3 }, ['arange']],
  [{ of: 'steps', count: ['num', 2, 50] }, ['linspace', 'logspace', 'geomspace']],
  [{ of: 'matrix', columnsAt: 1, dtypeAt: 3 }, ['eye']],
  [{ of: 'matrix', dtypeAt: 1 }, ['identity']],
  [{ of: 'values' }, ['array', 'asarray']],
  [{ of: 'like', dtypeAt: 1 }, ['zeros_like', 'ones_like', 'empty_like']],
  [{ of: 'like', dtypeAt: 2 }, ['full_like']],
  [{ of: 'number' }, ['ceil', 'floor', 'trunc', 'rint', 'sqrt', 'log', 'log2', 'log10', 'exp', 'round']],
  [{ of: 'distinct' }, ['unique']],
  [{ of: 'reduction' }, ['prod', 'sum', 'max', 'amax', 'min', 'amin', 'mean', 'median']],
];

export const NUMPY_FUNCTIONS: ReadonlyMap<string, ArrayResult> = new Map(
  FUNCTIONS.flatMap(([result, names]) => names.map((name) => [name, result] as const)),
);

/** Functions of JAX by those of NumPy that give arrays of the same shapes. */
export const JAX_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['jax.ShapeDtypeStruct', 'numpy.empty'],
  ...['zeros', 'ones', 'empty', 'full', 'eye', 'identity', 'zeros_like', 'ones_like', 'full_like'].map(
    (name) => [`jax.numpy.${name}`, `numpy.${name}`] as const,
  ),
]);

/** An array's methods without arguments that reduce it to one number, with that number's dtype: `same` is the array's. */
export const NUMPY_REDUCTIONS: ReadonlyMap<string, string | undefined> = new Map([
  ...['max', 'min'].map((name) => [name, 'same'] as const),
  ...['argmax', 'argmin'].map((name) => [name, 'int64'] as const),
  ...['mean', 'prod', 'std', 'sum', 'var'].map((name) => [name, undefined] as const),
]);

/** An array's methods that return its elements in another shape. */
export const NUMPY_RESHAPING: ReadonlySet<string> = new Set([
  'flatten',
  'ravel',
  'repeat',
  'reshape',
  'transpose',
]);

/** What arrays and numbers of NumPy have, and arrays of JAX, those without values yet included. */
export const ARRAY_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'T addressable_data addressable_shards all any argmax argmin argpartition argsort as_integer_ratio astype at aval ' +
    'aval_mutable_qdd base block_until_ready byteswap choose clip clone committed compress conj conjugate copy copy_to_host_async ' +
    'ctypes cumprod cumsum cur_qdd data delete device device_buffer device_buffers devices diagonal dimension_as_value dot dtype ' +
    'dump dumps fill flags flat flatten format full_lower get_const get_referent getfield global_shards imag is_deleted ' +
    'is_fully_addressable is_fully_replicated is_integer is_ready is_ref item itemset itemsize layout like mT manual_axis_type ' +
    'max mean min mutable_qdd named_shape nbytes ndim newbyteorder nonzero on_device_size_in_bytes parent partition platform ' +
    'prod ptp put ravel real repeat reshape resize round searchsorted setfield setflags shape sharding size sort split squeeze ' +
    'std strides sum swapaxes take to_concrete_value to_device tobytes tofile tolist tostring trace traceback transpose ' +
    'unsafe_buffer_pointer update val var view vma weak_type xla_shape'
  ).split(' '),
);

/** Of these, what no array of NumPy has. */
export const JAX_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'addressable_data addressable_shards at aval block_until_ready committed copy_to_host_async devices global_shards is_deleted ' +
    'is_fully_addressable is_fully_replicated on_device_size_in_bytes sharding weak_type'
  ).split(' '),
);

/** Functions that make an array of their first argument, or of the elements of that. */
export const NUMPY_CONVERTING: ReadonlySet<string> = new Set(
  (
    'abs allclose argmax argsort array asarray clip concatenate copy dot exp hstack isfinite isnan log matmul max mean min ' +
    'reshape round sort sqrt stack sum transpose unique vstack'
  )
    .split(' ')
    .map((name) => `numpy.${name}`),
);

/** Constants, which are Python's floats, by names below `numpy`. */
export const NUMPY_CONSTANTS: ReadonlyMap<string, number> = new Map([
  ...['inf', 'Inf', 'infty', 'PINF'].map((name) => [name, Number.POSITIVE_INFINITY] as const),
  ...['nan', 'NaN', 'NAN'].map((name) => [name, Number.NaN] as const),
  ['NINF', Number.NEGATIVE_INFINITY],
  ['e', Math.E],
  ['pi', Math.PI],
]);

const TYPE = /^(?:jax\.)?numpy\.(bool_|u?int(?:8|16|32|64|p|c)|b?float(?:16|32|64)|single|double|half)$/;

/** Dtypes by names that do not contain the size. */
const SIZED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bool_: 'bool',
    half: 'float16',
    single: 'float32',
    double: 'float64',
    intc: 'int32',
    uintc: 'uint32',
    intp: 'int64',
    uintp: 'uint64',
  }),
);

/** The dtype of a class of numbers. */
export function numpyType(name: string): string | undefined {
  const type = TYPE.exec(name)?.[1];
  return type && (SIZED.get(type) ?? type);
}
