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
