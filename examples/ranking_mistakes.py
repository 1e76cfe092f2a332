"""What can go wrong in Python: hover over the squiggles, and try the quick fixes."""

import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2

# Text format is checked inside strings, too.
configuration = text_format.Parse(
    """
    table_descriptor {
      name: "user"
      vocabulary_size: 1000
      dimension: 64
      num_features: 1
      optimization_parameters {
        learning_rate { constant: 0.1 }
        adagard {}
      }
    }
    mode: TRAIN
    batch_size_per_tensor_core: 128
    num_hosts: 1
    num_tensor_cores: 8
    """,
    tpu_embedding_configuration_pb2.TPUEmbeddingConfiguration(),
)


def train_step(gradients):
  # Raw ops take keyword arguments alone.
  activations = tf.raw_ops.RecvTPUEmbeddingActivations(1, configuration.SerializeToString())
  # `learning_rates` is missing, and one name is misspelt.
  tf.raw_ops.SendTPUEmbeddingGradients(input=gradients, config=configuration.SerializeToString())
  return activations


# There is no such combiner.
user = tf.tpu.experimental.embedding.TableConfig(vocabulary_size=1000, dim=64, combiner="average")
