import { type ArgumentRow, type ClassRow, kept, type Rows } from './rows';

const ON_TABLES = 'keras-rs has no such setting for tables.';

/** Arguments of all of TensorFlow's embedding optimizers that Keras' optimizers of tables lack. */
const NOT_IN_KERAS: Readonly<Record<string, ArgumentRow>> = {
  use_gradient_accumulation: {
    lost: 'SparseCores always add up the gradients of a row before they update it.',
    harmless: ['True', 'None'],
  },
  clip_weight_min: { lost: 'keras-rs does not clip the weights of tables.' },
  clip_weight_max: { lost: 'keras-rs does not clip the weights of tables.' },
  weight_decay_factor: { lost: 'tables of keras-rs have no weight decay.' },
  multiply_weight_decay_factor_by_learning_rate: {
    lost: 'tables of keras-rs have no weight decay.',
    harmless: ['None', 'False'],
  },
  slot_variable_creation_fn: { lost: 'keras-rs makes the slot variables itself.' },
  clipvalue: { lost: 'keras-rs does not clip the gradients of tables.' },
  low_dimensional_packing_status: { lost: ON_TABLES },
};

const optimizer = (to: string, own: Readonly<Record<string, ArgumentRow>>, differs?: string): ClassRow => ({
  to: `keras.optimizers.${to}`,
  ...(differs !== undefined && { differs }),
  arguments: {
    learning_rate: {
      to: 'learning_rate',
      ofFunction:
        'TensorFlow reads it in each step, but on JAX keras-rs reads it when a step is compiled: let it take the number of the step, or use a schedule of Keras.',
    },
    ...own,
    ...NOT_IN_KERAS,
  },
});

const LIMITS =
  'keras-rs has limits for each table in place of it: max_ids_per_partition and max_unique_ids_per_partition of TableConfig.';

const LAYER: ClassRow = {
  to: 'keras_rs.layers.DistributedEmbedding',
  arguments: {
    feature_config: { to: 'feature_configs' },
    optimizer: { moved: 'It becomes the `optimizer` of each table that has none of its own.' },
    pipeline_execution_with_tensor_core: {
      lost: 'DistributedEmbedding of keras-rs takes it on the TensorFlow backend only.',
      harmless: ['False'],
    },
    sparse_core_embedding_config: { lost: LIMITS },
    batch_size: { moved: 'The shapes of the features say it.' },
    embedding_feature: { lost: 'keras-rs has `placement` of each table in place of it.' },
    size_threshold: {
      lost: 'keras-rs has `placement` of each table in place of it: "default_device" for small ones.',
      harmless: ['None'],
    },
    experimental_sparsecore_restore_info: { lost: 'keras-rs restores no such checkpoints.' },
  },
};

/** From `tf.tpu.experimental.embedding` and TensorFlow Recommenders to keras-rs. */
export const TO_KERAS_RS: Rows = {
  from: 'TensorFlow',
  to: 'keras-rs',
  classes: {
    TableConfig: {
      to: 'keras_rs.layers.TableConfig',
      arguments: {
        ...kept('vocabulary_size'),
        dim: { to: 'embedding_dim' },
        ...kept('initializer', 'optimizer', 'combiner', 'name'),
        quantization_config: { lost: 'tables of keras-rs cannot be quantized.' },
        layout: { lost: 'keras-rs lays out tables itself.' },
        dtype: { lost: 'tables of keras-rs are float32.', harmless: ['tf.float32'] },
      },
    },
    FeatureConfig: {
      to: 'keras_rs.layers.FeatureConfig',
      arguments: {
        ...kept('table', 'name'),
        max_sequence_length: {
          moved:
            'keras-rs has no sequence features, so `input_shape` and `output_shape` have one row for each id.',
        },
        validate_weights_and_indices: {
          lost: 'keras-rs does not check ids, and does not say what it does with ones that are out of range.',
          harmless: ['True', 'False'],
        },
        output_shape: {
          moved:
            'It is the shape of one replica without the width. `output_shape` of keras-rs is that of the whole batch, with the width.',
        },
      },
    },
    SGD: optimizer('SGD', {}),
    Adagrad: optimizer('Adagrad', kept('initial_accumulator_value')),
    Adam: optimizer('Adam', {
      ...kept('beta_1', 'beta_2', 'epsilon'),
      lazy_adam: {
        lost: 'on SparseCores keras-rs updates only the rows that a step looks up; on the default device, all.',
        harmless: ['True'],
      },
      sum_inside_sqrt: { lost: 'Adam of keras-rs adds epsilon outside of the root.', harmless: ['False'] },
    }),
    FTRL: optimizer('Ftrl', {
      ...kept(
        'learning_rate_power',
        'l1_regularization_strength',
        'l2_regularization_strength',
        'beta',
        'initial_accumulator_value',
      ),
      multiply_linear_by_learning_rate: { lost: 'Ftrl of Keras has no such variant.', harmless: ['False'] },
      allow_zero_accumulator: { lost: 'Ftrl of Keras has no such switch.', harmless: ['False'] },
    }),
    AdagradMomentum: optimizer(
      'Adagrad',
      {
        momentum: { lost: 'Adagrad of Keras has no momentum.', harmless: ['0.0', '0'] },
        use_nesterov: { lost: 'Adagrad of Keras has no momentum.', harmless: ['False'] },
        exponent: { lost: 'Adagrad of Keras divides by the square root.', harmless: ['2', '2.0'] },
        beta2: { lost: 'Adagrad of Keras sums up squares without decay.', harmless: ['1', '1.0'] },
        epsilon: {
          lost: 'SparseCores accept Adagrad of Keras with its own epsilon only.',
          harmless: ['1e-10'],
        },
      },
      'keras-rs has no AdagradMomentum: Adagrad takes its place, which starts its sums at 0.1.',
    ),
    CustomOptimizer: optimizer(
      'SGD',
      {
        custom_computation: { lost: 'keras-rs has no optimizers of your own for tables.', harmless: [] },
        slot_names: { lost: 'keras-rs makes the slot variables itself.' },
        slot_initializers: { lost: 'keras-rs makes the slot variables itself.' },
        hyperparameters: { lost: 'keras-rs has no optimizers of your own for tables.' },
        slot_dims: { lost: 'keras-rs makes the slot variables itself.' },
      },
      'keras-rs has no CustomOptimizer: SGD takes its place.',
    ),
    TPUEmbedding: LAYER,
    TPUEmbeddingV0: LAYER,
    TPUEmbeddingV2: LAYER,
    TPUEmbeddingForServing: LAYER,
    PartialTPUEmbedding: LAYER,
  },
  initializers: {
    Constant: 'keras.initializers.Constant',
    GlorotNormal: 'keras.initializers.GlorotNormal',
    GlorotUniform: 'keras.initializers.GlorotUniform',
    HeNormal: 'keras.initializers.HeNormal',
    HeUniform: 'keras.initializers.HeUniform',
    LecunNormal: 'keras.initializers.LecunNormal',
    LecunUniform: 'keras.initializers.LecunUniform',
    Ones: 'keras.initializers.Ones',
    Orthogonal: 'keras.initializers.Orthogonal',
    RandomNormal: 'keras.initializers.RandomNormal',
    RandomUniform: 'keras.initializers.RandomUniform',
    TruncatedNormal: 'keras.initializers.TruncatedNormal',
    VarianceScaling: 'keras.initializers.VarianceScaling',
    Zeros: 'keras.initializers.Zeros',
    constant_initializer: 'keras.initializers.Constant',
    ones_initializer: 'keras.initializers.Ones',
    random_normal_initializer: 'keras.initializers.RandomNormal',
    random_uniform_initializer: 'keras.initializers.RandomUniform',
    truncated_normal_initializer: 'keras.initializers.TruncatedNormal',
    zeros_initializer: 'keras.initializers.Zeros',
  },
  members: {
    build: 'keras-rs builds the layer when it is first called, from the shapes of the features.',
    enqueue: 'keras-rs has no queues: call the layer with the ids, on JAX after its preprocess.',
    dequeue: 'keras-rs has no queues: calling the layer returns the activations.',
    apply_gradients: 'keras-rs updates tables in the training step of the model, without a call.',
    embedding_tables: 'keras-rs has the method get_embedding_tables() in place of it.',
    variables_and_slots: 'keras-rs has the variables of the layer in place of it.',
  },
  notes: [
    "Tables without an initializer start with a truncated normal of 1 / √width in TensorFlow. In keras-rs all such tables share one seed, so the migrated program writes TensorFlow's out.",
    'Tables on the default device are trained by the optimizer of the model, those on SparseCores by their own.',
    'Shapes of features are those of the whole batch, not of one replica. `BATCH_SIZE` takes its place in the migrated program.',
    'A feature without `max_sequence_length` takes any number of ids, so the second size of its `input_shape` is None.',
    'Checkpoints do not carry over: slot variables and stacks have other names.',
  ],
};
