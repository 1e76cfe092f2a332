import { embeddingId } from '../names';
import { BOOL, NONE, type ParameterWords, part, STR, TENSOR, union } from '../parameters';
import type { NestedArgument, Type } from '../types';
import {
  ANYTHING,
  EVERYWHERE,
  LAYER,
  ON_DEVICE,
  saved,
  TENSORFLOW_OPTIMIZER,
  WITHOUT_TENSORFLOW,
} from './configuration';
import {
  attributesOfLayer,
  CONSTRAINT,
  INITIALIZER,
  LAYER_ARGUMENTS,
  LAYER_ATTRIBUTES,
  LAYER_SIGNATURE,
  REGULARIZER,
} from './keras-arguments';
import { COUNTED, called, fromConfig, MASKED, OF_FIRST_CALL, SHAPE_OF_ANY, setWeights } from './layers';
import type { Words } from './words';

const AS_FEATURES: NestedArgument = { like: 'feature_configs', match: 'same' };
const IDS: Type = { of: 'structure', item: { of: 'tensor', minRank: 1 } };
const TENSORS: Type = { of: 'structure', item: TENSOR };
const NAMES: Type = { of: 'list', item: STR };
const AUTO_OR_NONE: Type = union({ of: 'str', accepts: ['auto'] }, NONE);
const STACKS: Type = union(
  { of: 'str', accepts: ['auto'] },
  NAMES,
  { of: 'list', item: { ...NAMES, minLength: 1 } },
  NONE,
);

/** An argument that keras-rs takes only with TensorFlow. */
const onlyWithTensorflow = (words: ParameterWords, onSparseCores: Type): ParameterWords => ({
  ...words,
  unchecked: true,
  later: [
    { by: [LAYER], on: WITHOUT_TENSORFLOW, takes: 'refused' },
    { by: [LAYER], on: ['tf-cpu'], takes: 'ignored' },
    { by: [LAYER], on: ['sparsecore-tf'], takes: onSparseCores },
  ],
});

const SPARSE_CORES: Type = union(
  { of: 'instance', classes: [embeddingId('SparseCoreEmbeddingConfig')] },
  NONE,
);

const LOOKUP: Readonly<Record<string, ParameterWords>> = {
  inputs: {
    doc: `Ids in the structure of \`feature_configs\`: dense or ragged tensors, with TensorFlow also sparse ones, or arrays of \
NumPy. A list is a part of the structure, not a tensor. \`layer(…)\` also takes what \`preprocess\` returns.`,
    type: IDS,
    nested: AS_FEATURES,
    holds: 'ids',
  },
  weights: {
    doc: `Weights of the ids in the same structure, each in the shape of its ids; \`None\` for 1 everywhere. They belong into \
\`preprocess\` where that is used, and are not looked at afterwards.`,
    type: TENSORS,
    nested: AS_FEATURES,
    holds: 'weights',
  },
  training: {
    doc: 'Whether this is a step of training. With `update_stats`, `preprocess` then raises the limits of the tables.',
    type: BOOL,
  },
};

const INPUT_SHAPES: ParameterWords = {
  doc: 'Shapes of the ids, in the structure of `feature_configs`.',
  type: { of: 'other', name: 'structure of shapes' },
  nested: { like: 'feature_configs', match: 'shapes' },
};

const lookup: Words = {
  givesNested: { like: 'feature_configs', leaves: 'embedded' },
  signature: 'inputs, weights=None, training=False',
  summary: 'Looks up ids and combines their vectors.',
  building: 'builds',
  doc: 'Ids outside of the table are not noticed with JAX, which clamps or wraps them.',
  parameters: LOOKUP,
  returns: 'The vectors in the structure of `feature_configs`, each in the `output_shape` of its feature.',
};

const OPTIONS: Readonly<Record<string, ParameterWords>> = {
  table_stacking: {
    doc: `Which tables share a variable on SparseCores, so that they are looked up together: \`'auto'\`; \`None\` for none; \
with JAX also a list of names of tables, or a list of such lists. Tables of one stack need equal optimizers and combiners. \
A tuple is not looked at. TensorFlow takes only \`'auto'\` and \`None\`.`,
    type: STACKS,
    unchecked: true,
    later: [
      { by: [LAYER], on: ON_DEVICE, takes: 'ignored' },
      { by: [LAYER], on: ['sparsecore-jax'], takes: STACKS },
      { by: [LAYER], on: ['sparsecore-tf'], takes: AUTO_OR_NONE },
    ],
    sets: 'table_stacking',
    stacks: { on: ['sparsecore-jax'], needsLists: true },
  },
  update_stats: {
    doc: `Whether \`preprocess(…, training=True)\` raises the limits of the tables to what it has seen, never lowers them; \
each change compiles the step again. For JAX only: TensorFlow refuses \`True\`. Since 0.4; before, it was always so.`,
    type: BOOL,
    unchecked: true,
    later: [{ by: [LAYER], on: ['sparsecore-tf', 'tf-cpu'], takes: { of: 'bool', accepts: false } }],
    sets: 'update_stats',
  },
  optimizer: onlyWithTensorflow(
    {
      doc: 'For tables without an optimizer of their own. With TensorFlow only; elsewhere it is no argument.',
      type: TENSORFLOW_OPTIMIZER,
      sets: 'optimization_parameters',
    },
    TENSORFLOW_OPTIMIZER,
  ),
  pipeline_execution_with_tensor_core: onlyWithTensorflow(
    {
      doc: `Whether lookups for the next step run at the same time as the computation of this one. Faster, but a step does \
not see what the step just before it has learnt. With TensorFlow only; elsewhere it is no argument.`,
      type: BOOL,
      sets: 'pipeline_execution_with_tensor_core',
    },
    BOOL,
  ),
  sparse_core_embedding_config: onlyWithTensorflow(
    {
      doc: `How tables are stacked on SparseCores and how much room ids have. With TensorFlow only, and only where the \
features are those of \`tf.tpu.experimental.embedding\`.`,
      type: SPARSE_CORES,
    },
    SPARSE_CORES,
  ),
};

export const DISTRIBUTED_EMBEDDING: Words = {
  role: 'embedding',
  attributesAfterCall: OF_FIRST_CALL,
  otherAttributes: [...LAYER_ATTRIBUTES, 'update_stats'],
  summary: 'A Keras layer that looks up many features at once, on SparseCores where there are any.',
  doc: `\`KERAS_BACKEND\` must be set before the first import: with \`jax\`, SparseCores need the package jax-tpu-embedding; \
with \`tensorflow\`, a \`TPUStrategy\`. Elsewhere, and for tables with \`placement="default_device"\`, each table is an \
ordinary variable, which the optimizer of the model trains.

In a function that is compiled with JAX, give it what \`preprocess\` returned outside.`,
  signature: `feature_configs, *, table_stacking='auto', update_stats=False, optimizer=None, \
pipeline_execution_with_tensor_core=False, sparse_core_embedding_config=None, ${LAYER_SIGNATURE}`,
  lacks: new Map([
    ['feature_config', 'it is `feature_configs` in keras-rs.'],
    ['feature_specs', 'it is `feature_configs` in keras-rs.'],
    ['batch_size', 'the batch size comes from the shapes of the features. Remove it.'],
    ['combiner', 'it is an argument of `TableConfig`.'],
    ['placement', 'it is an argument of `TableConfig`.'],
  ]),
  lacksAttributes: new Map([
    ['embedding_tables', 'Call `get_embedding_tables()`.'],
    ['enqueue', 'Call the layer itself with the ids.'],
    ['dequeue', 'Calling the layer returns the vectors.'],
    ['apply_gradients', 'The optimizer of each table trains it.'],
  ]),
  parameters: {
    ...LAYER_ARGUMENTS,
    feature_configs: {
      doc: `The features, \`FeatureConfig\` objects in any nesting of dicts, lists and tuples; ids and results have the same \
nesting. With TensorFlow on SparseCores also those of \`tf.tpu.experimental.embedding\`.`,
      type: { of: 'structure', item: union(part('feature', 'keras-rs'), part('feature')) },
      later: [
        {
          by: [LAYER],
          on: WITHOUT_TENSORFLOW,
          takes: { of: 'structure', item: part('feature', 'keras-rs') },
        },
        // The first call of the layer fails.
        {
          by: [LAYER],
          on: ON_DEVICE,
          takes: { of: 'structure', item: { of: 'other', name: 'Any' }, some: true },
        },
      ],
      sets: 'features',
    },
    ...OPTIONS,
  },
  members: {
    call: lookup,
    __call__: lookup,
    preprocess: {
      signature: 'inputs, weights=None, training=False',
      summary: 'Brings ids into the form in which the layer takes them in a compiled function.',
      givesKeys: ['preprocessed_inputs_per_placement'],
      bundlesWeights: true,
      building: 'builds',
      doc: `With JAX on SparseCores it sorts ids by the SparseCores that they go to, so it must run outside of \`jax.jit\`, in the \
input pipeline for example. Elsewhere it only bundles ids and weights.`,
      parameters: LOOKUP,
      returns: 'A dict to call the layer with.',
    },
    build: {
      signature: 'input_shapes',
      summary: 'Makes the tables. The first call does it, if nobody has.',
      result: null,
      building: 'builds',
      parameters: { input_shapes: INPUT_SHAPES },
    },
    sparsecore_build: {
      signature: 'input_shapes=None',
      summary: 'Stacks and makes the tables on SparseCores, with JAX only.',
      result: null,
      on: WITHOUT_TENSORFLOW,
      doc: 'For programs that make their variables by themselves. `build` does it as well.',
      building: 'builds',
      parameters: {
        input_shapes: {
          doc: 'Not looked at: the shapes of the features count.',
          type: { of: 'other', name: 'Any' },
        },
      },
    },
    get_embedding_tables: {
      signature: '',
      summary: 'Gives the tables as they are without stacking and sharding.',
      afterBuild: ON_DEVICE,
      givesNested: { like: 'feature_configs', leaves: 'by-table' },
      doc: 'Only when the layer is built.',
      returns: 'A dict from the name of a table to an array `(vocabulary_size, embedding_dim)`.',
    },
    set_embedding_tables: {
      signature: 'tables',
      summary: 'Replaces the values of tables, with JAX only.',
      result: null,
      afterBuild: ['cpu'],
      on: WITHOUT_TENSORFLOW,
      doc: `Only when the layer is built. SparseCores refuse a dict that lacks one of their tables or has another name; elsewhere \
only the tables that it names get other values.`,
      parameters: {
        tables: {
          doc: 'An array `(vocabulary_size, embedding_dim)` by the name of its table, neither stacked nor sharded.',
          // Values for names that no table has may be of any shape; the others are compared with their tables.
          type: { of: 'dict', key: STR, value: TENSOR },
          nested: { like: 'feature_configs', match: 'tables' },
        },
      },
    },
    set_weights: setWeights,
    ...COUNTED,
    ...MASKED,
    has_sparsecores: {
      isClassMethod: true,
      signature: '',
      summary: 'Says whether the devices of this program have SparseCores.',
      doc: 'A class method. Since 0.4.1.',
      returns: 'A bool.',
      result: { of: 'bool' },
    },
    compute_output_shape: {
      signature: 'input_shapes',
      summary: 'Gives the shapes of the results, those of the features.',
      givesNested: { like: 'feature_configs', leaves: 'output-shapes' },
      parameters: { input_shapes: INPUT_SHAPES },
      returns: 'The `output_shape` of each feature, in the structure of `feature_configs`.',
    },
    get_config: {
      signature: '',
      givesArguments: true,
      summary: 'Gives the arguments in a dict that can be saved, each table once.',
      returns: 'A dict.',
    },
    from_config: {
      isClassMethod: true,
      signature: 'config',
      summary: 'Makes a layer of the dict that `get_config` gives; features share their tables as before.',
      doc: 'A class method.',
      parameters: {
        config: saved({
          needed: ['feature_configs', 'tables'],
          others: [...Object.keys(LAYER_ARGUMENTS), ...Object.keys(OPTIONS)],
        }),
      },
      returns: 'A new `DistributedEmbedding`.',
    },
  },
};

const SIZE: Type = { of: 'int', strict: 'exact', accepts: { min: 1 } };

/** What a table begins with. */
const VALUES: Type = { of: 'tensor', unconverted: true, rank: 2, sizes: ['input_dim', 'output_dim'] };

const reduced: Words = {
  signature: 'inputs, weights=None',
  summary: 'Looks up ids and combines the vectors of each row.',
  parameters: {
    inputs: {
      doc: 'Ids: a vector, or a matrix with a row for each sample. Sparse and ragged ones where the backend has them.',
      type: TENSOR,
    },
    weights: {
      doc: 'Weights in the shape of the ids, or one for each row; `None` for 1 everywhere. For a vector of ids only the \
combiner `sum` looks at them.',
      type: { of: 'tensor', shapeOf: 'inputs' },
    },
  },
  returns: 'A matrix with a row for each sample.',
};

const LORA_ALPHA: ParameterWords = {
  doc: 'How much the narrow matrices count, as a multiple of `lora_rank`.',
  type: union({ of: 'float' }, NONE),
  unchecked: true,
};

const REDUCING: Readonly<Record<string, ParameterWords>> = {
  ...LAYER_ARGUMENTS,
  input_dim: { doc: 'Number of rows, an `int`: ids run from 0 to one less.', type: SIZE },
  output_dim: { doc: 'Length of a vector, in floats, an `int`.', type: SIZE },
  embeddings_initializer: {
    doc: 'Fills the table: a Keras initializer, the name of one, or a function of a shape and a dtype.',
    type: INITIALIZER,
  },
  embeddings_regularizer: {
    doc: 'A penalty on the values of the table, which is added to the loss: a Keras regularizer or its name.',
    type: REGULARIZER,
  },
  embeddings_constraint: {
    doc: 'Corrects the values of the table after every step: a Keras constraint or its name.',
    type: CONSTRAINT,
  },
  mask_zero: {
    doc: 'Whether the id 0 only fills up rows; `input_dim` is then one more than there are ids.',
    type: BOOL,
  },
  weights: {
    doc: 'The first values of the table, in place of the initializer.',
    type: union(VALUES, { of: 'list', item: VALUES, minLength: 1, maxLength: 1 }, NONE),
  },
  combiner: {
    doc: "How the vectors of one sample become one: `'mean'`, `'sum'` or `'sqrtn'`, in this spelling.",
    type: { of: 'str', accepts: ['mean', 'sum', 'sqrtn'] },
  },
  lora_rank: {
    doc: 'Trains two narrow matrices of this width in place of the table. `None` trains the table.',
    type: union({ of: 'int' }, NONE),
    unchecked: true,
  },
  lora_alpha: LORA_ALPHA,
  quantization_config: {
    doc: 'How the table is quantized, a quantization config of Keras.',
    type: { of: 'other', name: 'QuantizationConfig' },
  },
  input_length: {
    doc: 'The length of rows in Keras 2; Keras 3 does not look at it.',
    type: { of: 'other', name: 'Any' },
    deprecated: 'Keras does not look at it. Remove it.',
  },
};

export const EMBED_REDUCE: Words = {
  attributesAfterBuild: ['embeddings'],
  attributesAfterCall: OF_FIRST_CALL,
  summary: "Keras' `Embedding` for several ids a sample, whose vectors become one.",
  doc: 'A table on the device of the model, never on SparseCores. A vector of ids is not combined.',
  signature: `input_dim, output_dim, embeddings_initializer='uniform', embeddings_regularizer=None, embeddings_constraint=None, \
mask_zero=False, weights=None, combiner='mean', *, lora_rank=None, lora_alpha=None, quantization_config=None, \
input_length=None, ${LAYER_SIGNATURE}`,
  lacks: new Map([
    ['vocabulary_size', 'it is `input_dim` here.'],
    ['embedding_dim', 'it is `output_dim` here.'],
    ['initializer', 'it is `embeddings_initializer` here.'],
  ]),
  otherAttributes: attributesOfLayer(REDUCING, 'embeddings', 'lora_enabled'),
  parameters: REDUCING,
  members: {
    call: { ...reduced, afterBuild: EVERYWHERE },
    __call__: called(reduced),
    from_config: fromConfig('input_dim', 'output_dim'),
    set_weights: setWeights,
    ...COUNTED,
    enable_lora: {
      signature: "rank, a_initializer='he_uniform', b_initializer='zeros', lora_alpha=None",
      summary: 'Freezes the table, and from then on trains two narrow matrices in its place.',
      afterBuild: EVERYWHERE,
      doc: 'Once for each layer, and only when it is built. With `lora_rank`, the layer does it by itself.',
      parameters: {
        rank: {
          doc: 'The width of the narrow matrices, as `lora_rank` of the layer.',
          type: { of: 'int', strict: 'index', accepts: { min: 0 }, expects: { min: 1 } },
        },
        a_initializer: {
          doc: 'Fills the matrix with a row for each id.',
          type: INITIALIZER,
          unchecked: true,
        },
        b_initializer: {
          doc: 'Fills the matrix as wide as the vectors.',
          type: INITIALIZER,
          unchecked: true,
        },
        lora_alpha: LORA_ALPHA,
      },
    },
    compute_output_shape: {
      signature: 'input_shape, weights_shape=None',
      summary: 'Gives the shape of the results.',
      parameters: {
        weights_shape: { doc: 'The shape of the weights of the ids. It changes nothing.', type: ANYTHING },
        input_shape: {
          doc: 'The shape of the ids: a number for each axis.',
          type: union(SHAPE_OF_ANY, STR, { of: 'dict', key: ANYTHING, value: ANYTHING }),
        },
      },
      returns: 'The shape of the results.',
    },
  },
};
