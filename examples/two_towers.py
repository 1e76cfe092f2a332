"""Two towers: TensorFlow makes a configuration of them."""

import tensorflow as tf

embedding = tf.tpu.experimental.embedding

DIM = 32
SIZES = {"user": 50_000_000, "item": 2_000_000}


def rate():
  return 0.05


tables = {
    name: embedding.TableConfig(size, DIM, name=name)
    for name, size in SIZES.items()
}
features = {
    "user": embedding.FeatureConfig(tables["user"]),
    "item": embedding.FeatureConfig(tables["item"]),
    "history": embedding.FeatureConfig(
        tables["item"], max_sequence_length=20
    ),
}
model = embedding.TPUEmbedding(
    features, embedding.Adagrad(learning_rate=rate)
)
