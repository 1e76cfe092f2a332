"""What Keras RS accepts and a TPU does not: hover over the squiggles, and try the quick fixes."""

import os

os.environ["KERAS_BACKEND"] = "jax"

import keras
import keras_rs

BATCH = 16_384

# TensorFlow's word for the length of the vectors.
user = keras_rs.layers.TableConfig(name="user", vocabulary_size=1_000_000, dim=64)

# No limits: on most slices, ids of a step would be dropped without a word.
item = keras_rs.layers.TableConfig(
    name="item",
    vocabulary_size=200_000,
    embedding_dim=64,
    # Trains on a CPU, and fails on SparseCores.
    optimizer=keras.optimizers.Adagrad(0.05, epsilon=1e-10),
    # There is no such combiner: SparseCores add the vectors up.
    combiner="average",
)

# The name of another table, in whose rows SparseCores would look shops up.
shop = keras_rs.layers.TableConfig(name="item", vocabulary_size=5_000, embedding_dim=32)

embedding = keras_rs.layers.DistributedEmbedding(
    {
        # Shapes are not optional, as they are in TensorFlow.
        "user": keras_rs.layers.FeatureConfig("user", user),
        # The length of the vectors is missing.
        "item": keras_rs.layers.FeatureConfig("item", item, (BATCH, 20), (BATCH,)),
        # It is not that of the table.
        "shop": keras_rs.layers.FeatureConfig("shop", shop, (BATCH, 1), (BATCH, 64)),
    },
    # Only lists are read: this stacks nothing.
    table_stacking=("user", "shop"),
)
