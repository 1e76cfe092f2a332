import type { Internals } from '../internals';

/** What lies behind the layers, by modules below `keras_rs.src.layers.embedding`. */
export const INTERNALS: Internals = {
  'jax.config_conversion': {
    keras_to_jax_initializer: 'Wraps an initializer of Keras as one of JAX.',
    jax_to_keras_initializer: 'Wraps an initializer of JAX as one of Keras.',
    keras_to_jte_learning_rate: 'Turns a learning rate of Keras into one for SparseCores with JAX.',
    jte_to_keras_learning_rate: 'Turns a learning rate for SparseCores with JAX into one of Keras.',
    keras_to_jte_optimizer: 'Turns an optimizer of Keras, or its name, into one of jax-tpu-embedding.',
    jte_to_keras_optimizer: 'Turns an optimizer of jax-tpu-embedding into one of Keras.',
    keras_to_jte_table_configs: 'Turns `TableConfig` objects in any nesting into `TableSpec` objects.',
    jte_to_keras_table_configs: 'Turns `TableSpec` objects in any nesting into `TableConfig` objects.',
    keras_to_jte_feature_configs: 'Turns `FeatureConfig` objects in any nesting into `FeatureSpec` objects.',
    jte_to_keras_feature_configs: 'Turns `FeatureSpec` objects in any nesting into `FeatureConfig` objects.',
    WrappedKerasInitializer: 'An initializer of JAX that calls one of Keras.',
    WrappedJaxInitializer: 'An initializer of Keras that calls one of JAX.',
  },
  'jax.distributed_embedding': {
    ShardedInitializer: 'An initializer that is compiled and fills each device with its part.',
    StackedTableInitializer: 'An initializer that fills a stack with the rows of all its tables.',
  },
  'jax.embedding_lookup': {
    EmbeddingLookupConfiguration: 'What lookups on SparseCores need to know of features and mesh.',
    embedding_lookup: 'Looks up preprocessed ids on SparseCores.',
    embedding_lookup_fwd: 'The forward part of a lookup, which keeps what its gradient needs.',
    embedding_lookup_bwd: 'The gradient of a lookup: the tables after their update.',
  },
  'jax.embedding_utils': {
    FeatureSamples: 'Ids and weights of a feature, a named tuple.',
    ShardedCooMatrix: 'Preprocessed ids of a stack, a named tuple.',
    convert_to_numpy: 'Turns ids or weights, ragged ones too, into an array of NumPy.',
    create_feature_samples: 'Pairs ids and weights by feature.',
    stack_and_shard_samples: 'Sorts the ids of a batch by SparseCore, on the host.',
  },
  'tensorflow.config_conversion': {
    to_tf_tpu_optimizer:
      'Turns an optimizer of Keras, or its name, into one of `tf.tpu.experimental.embedding`.',
    keras_to_tf_tpu_table_config: "Turns a `TableConfig` into one of TensorFlow's.",
    keras_to_tf_tpu_configuration: "Turns features in any nesting into those of TensorFlow's.",
  },
};
