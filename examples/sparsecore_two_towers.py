"""Two towers of today: Keras RS on JAX, with the tables on SparseCores."""

import os

os.environ["KERAS_BACKEND"] = "jax"

import keras
import keras_rs

BATCH = 16_384
WIDTH = 64
SIZES = {"user": 50_000_000, "item": 2_000_000}

tables = {
    name: keras_rs.layers.TableConfig(
        name=name,
        vocabulary_size=size,
        embedding_dim=WIDTH,
        # An initializer that tables share would start them with the same values.
        initializer=keras.initializers.TruncatedNormal(stddev=WIDTH**-0.5, seed=seed),
        optimizer=keras.optimizers.Adagrad(learning_rate=0.05),
        # Ids above these limits are dropped.
        max_ids_per_partition=4096,
        max_unique_ids_per_partition=2048,
    )
    for seed, (name, size) in enumerate(SIZES.items())
}


def feature(name, table, ids=1):
  """Shapes begin with the batch of all chips together."""
  return keras_rs.layers.FeatureConfig(
      name=name, table=tables[table], input_shape=(BATCH, ids), output_shape=(BATCH, WIDTH)
  )


class TwoTowers(keras.Model):

  def __init__(self):
    super().__init__()
    self.embedding = keras_rs.layers.DistributedEmbedding({
        "user": feature("user", "user"),
        "history": feature("history", "item", ids=20),
        "candidate": feature("candidate", "item"),
    })
    self.user_tower = keras.Sequential([keras.layers.Dense(128, "relu"), keras.layers.Dense(WIDTH)])
    self.item_tower = keras.Sequential([keras.layers.Dense(128, "relu"), keras.layers.Dense(WIDTH)])

  def call(self, preprocessed):
    rows = self.embedding(preprocessed)
    user = self.user_tower(keras.ops.concatenate([rows["user"], rows["history"]], axis=-1))
    return keras.ops.sum(user * self.item_tower(rows["candidate"]), axis=-1, keepdims=True)


def train(batches):
  """Trains on pairs of ids by feature and clicks."""
  model = TwoTowers()
  model.compile(optimizer="adam", loss=keras.losses.BinaryCrossentropy(from_logits=True))

  def prepared():
    # Ids are sorted for the SparseCores here, on the host, not in the model.
    for ids, clicks in batches:
      yield model.embedding.preprocess(ids, training=True), clicks

  model.fit(prepared(), epochs=1)
