/** A table for the examples of rules, with all that TensorFlow asks for. */
export const tableOf = (name: string, dimension: number): string =>
  `  table_descriptor {
    name: "${name}" vocabulary_size: 100 dimension: ${dimension} num_features: 1
    optimization_parameters { adagrad {} learning_rate { constant: 0.1 } }
  }`;

/** A program for the examples of rules that reads a configuration with these tables, and serializes it. */
export const programWith = (tables: string): string => `from google.protobuf import text_format
import tensorflow as tf
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb

config = text_format.Parse('''
${tables}
  mode: TRAINING
  batch_size_per_tensor_core: 8
  num_hosts: 1
  num_tensor_cores: 8
''', pb.TPUEmbeddingConfiguration()).SerializeToString()`;

/** A program for the examples of rules that makes a `TPUEmbedding` on a TPU, and then does this with it. */
export const onTpu = (use: string): string => `import tensorflow as tf

strategy = tf.distribute.TPUStrategy(resolver)
embedding = tf.tpu.experimental.embedding
with strategy.scope():
  model = embedding.TPUEmbedding(embedding.FeatureConfig(embedding.TableConfig(100, 8)), embedding.SGD(0.1))
${use}`;

/** A program for the examples of rules that makes features of two tables, prepares them like this, and then does this with them. */
export const prepared = (
  use: string,
  preparation = '\nembedding.prepare_feature_specs_for_training(specs, 1, 4)',
): string => `import jax
from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec, table_stacking

zeros, sgd = jax.nn.initializers.zeros, embedding_spec.SGDOptimizerSpec(0.1)
tables = [
    embedding_spec.TableSpec(
        name=name, vocabulary_size=1000, embedding_dim=16, initializer=zeros, optimizer=sgd, combiner=combiner)
    for name, combiner in [('t', 'sum'), ('other', 'mean')]
]
specs = [
    embedding_spec.FeatureSpec(name=table.name, table_spec=table, input_shape=(16, 4), output_shape=(16, 16))
    for table in tables
]${preparation}
${use}`;
