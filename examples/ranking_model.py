"""The embedding tables of an advertisement ranking model, twice: by the raw ops, and by the embedding API."""

import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2

configuration = text_format.Parse(
    """
    table_descriptor {
      name: "user"
      vocabulary_size: 50000000
      dimension: 64
      num_features: 1
      optimization_parameters {
        # The training loop feeds this table's learning rate at every step.
        learning_rate { dynamic { tag: 0 } }
        adagrad {}
        gradient_accumulation_status: ENABLED
      }
    }
    table_descriptor {
      name: "advertisement"
      vocabulary_size: 2000000
      dimension: 32
      num_features: 2
      optimization_parameters {
        learning_rate { constant: 0.05 }
        adagrad {}
        gradient_accumulation_status: ENABLED
      }
    }
    mode: TRAINING
    batch_size_per_tensor_core: 128
    num_hosts: 4
    num_tensor_cores: 32
    """,
    tpu_embedding_configuration_pb2.TPUEmbeddingConfiguration(),
)


@tf.function
def train_step(labels, learning_rate):
  """One step: an activation and a gradient for each table."""
  user, advertisement = tf.raw_ops.RecvTPUEmbeddingActivations(
      num_outputs=2, config=configuration.SerializeToString()
  )
  with tf.GradientTape() as tape:
    tape.watch([user, advertisement])
    logits = tf.reduce_sum(user[:, :32] * tf.reshape(advertisement, [-1, 2, 32])[:, 0], axis=1)
    loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits))
  gradients = tape.gradient(loss, [user, advertisement])
  tf.raw_ops.SendTPUEmbeddingGradients(
      inputs=gradients,
      learning_rates=[learning_rate],
      config=configuration.SerializeToString(),
  )
  return loss


def make_embedding():
  """The same tables for a `tf.distribute.TPUStrategy`."""
  user = tf.tpu.experimental.embedding.TableConfig(
      vocabulary_size=50_000_000, dim=64, combiner="mean", name="user"
  )
  advertisement = tf.tpu.experimental.embedding.TableConfig(
      vocabulary_size=2_000_000, dim=32, combiner="sum", name="advertisement"
  )
  return tf.tpu.experimental.embedding.TPUEmbedding(
      feature_config={
          "user": tf.tpu.experimental.embedding.FeatureConfig(table=user, name="user"),
          "shown": tf.tpu.experimental.embedding.FeatureConfig(table=advertisement, name="shown"),
          "clicked": tf.tpu.experimental.embedding.FeatureConfig(table=advertisement, name="clicked"),
      },
      optimizer=tf.tpu.experimental.embedding.Adagrad(learning_rate=0.05),
  )
