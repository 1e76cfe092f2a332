/** Operations and layers of Keras 3, and what its tensors lack. No feature shows them, so they are no entries. */

const inOperations = (names: string): readonly string[] =>
  names.split(' ').map((name) => `keras.ops.${name}`);

/** Of two tensors, element by element. */
export const KERAS_ELEMENTWISE: readonly string[] = inOperations(
  'add subtract multiply divide true_divide maximum minimum power',
);

export const KERAS_PRODUCTS: readonly string[] = inOperations('matmul dot');

/** With an axis, or several of them, as the second argument. */
export const KERAS_REDUCTIONS: readonly string[] = inOperations('all any max mean min prod std sum var');

/** With one axis as the second argument. */
export const KERAS_SEARCHES: readonly string[] = inOperations('argmax argmin');

/** Of several tensors in a list. */
export const KERAS_JOINING: ReadonlySet<string> = new Set(inOperations('concatenate stack'));

/** Operations that refuse a dict of tensors in their first two arguments. */
export const KERAS_OPERATIONS_WITHOUT_DICTS: ReadonlySet<string> = new Set([
  ...KERAS_JOINING,
  ...KERAS_PRODUCTS,
  ...inOperations(
    'sum mean multiply add reshape shape expand_dims cast convert_to_tensor relu sigmoid softmax',
  ),
]);

/** Layers that refuse a dict of tensors. */
export const KERAS_LAYERS_WITHOUT_DICTS: ReadonlySet<string> = new Set(
  (
    'Add BatchNormalization Concatenate Dense Dot EinsumDense Embedding Flatten GlobalAveragePooling1D LSTM LayerNormalization ' +
    'MultiHeadAttention Multiply Normalization ReLU Reshape Softmax UnitNormalization'
  )
    .split(' ')
    .map((name) => `keras.layers.${name}`),
);

/** What arrays and tensors with numbers have, and no symbolic one of any release. */
export const LACKED_BY_SYMBOLIC: ReadonlySet<string> = new Set(
  (
    'T all any argmax argmin argsort astype clip copy cumsum detach dot fill flatten item max mean min nbytes numpy prod ravel ' +
    'repeat round size sort std sum swapaxes take tolist transpose var'
  ).split(' '),
);
