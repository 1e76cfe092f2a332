import tensorflow as tf

embedding = tf.tpu.experimental.embedding
optimizer = embedding.AdagradMomentum(learning_rate=0.1)
