/** A deterministic program of about the given number of lines, assembled from parts. */
function program(lines: number, head: string, part: (i: number) => string): string {
  const parts = [head];
  let count = head.split('\n').length - 1;
  for (let i = 0; count < lines; i++) {
    const text = part(i);
    parts.push(text);
    count += text.split('\n').length - 1;
  }
  return parts.join('');
}

/**
 * A Python program that uses TPU embedding throughout: in functions and classes, through every kind of import, with one
 * call per four lines. It is correct, except for the combiner of every twentieth model, which is {@link MISSPELT}.
 */
export function embeddingProgram(lines: number): string {
  return program(lines, EMBEDDING_HEAD, embeddingPart);
}

export const MISSPELT = 'sqrt_n';

/** The same models with layers of TensorFlow or of keras-rs, each made and used at the top level as well; all is correct. */
export function towersProgram(lines: number, library: keyof typeof TOWERS): string {
  const { head, part } = TOWERS[library];
  return program(lines, head, (i) => `${part(i)}${useOfTower(i)}${countFunction(i)}`);
}

/** A TensorFlow program without TPU embedding. */
export function plainProgram(lines: number): string {
  return program(lines, PLAIN_HEAD, plainPart);
}

const EMBEDDING_HEAD = `"""Models that keep their embedding tables on TPUs."""
import collections
import dataclasses
import tensorflow as tf
from tensorflow.core.protobuf.tpu import optimization_parameters_pb2
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
from tensorflow.python.tpu import tpu_embedding_v2_utils as utils
from tensorflow.python.tpu.ops import tpu_ops

embedding = tf.tpu.experimental.embedding
SCHEDULE = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 1000, 0.96)

`;

const OPTIMIZERS = [
  'embedding.Adagrad(learning_rate=0.05, initial_accumulator_value=0.1)',
  'embedding.Adam(learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7)',
  'embedding.FTRL(learning_rate=0.01, l1_regularization_strength=0.01, clip_weight_min=-2.0)',
  'utils.AdagradMomentum(learning_rate=0.05, momentum=0.9, exponent=2, beta2=1, epsilon=1e-10)',
  'embedding.SGD(learning_rate=lambda: SCHEDULE(step), clipvalue=(-1.0, 1.0))',
];

function embeddingPart(i: number): string {
  const optimizer = OPTIMIZERS[i % OPTIMIZERS.length]!;
  const combiner = i % 20 === 19 ? MISSPELT : ['mean', 'sum', 'sqrtn'][i % 3]!;
  return `
@dataclasses.dataclass
class Sizes${i}:
  """How large the tables of model ${i} are."""
  users: int = ${1000 + 37 * i}
  items: int = ${5000 + 91 * i}
  width: int = ${8 * (1 + (i % 16))}


class Model${i}(tf.keras.Model):
  """Scores items for users."""

  def __init__(self, sizes: Sizes${i}, step: tf.Variable):
    super().__init__(name='model_${i}')
    self.users = embedding.TableConfig(
        vocabulary_size=sizes.users, dim=sizes.width, combiner='${combiner}', name='users_${i}',
        optimizer=${optimizer})
    self.items = embedding.TableConfig(
        vocabulary_size=sizes.items,
        dim=sizes.width,
        initializer=tf.keras.initializers.TruncatedNormal(stddev=0.02),
        quantization_config=embedding.QuantizationConfig(num_buckets=256, lower=-1.0, upper=1.0),
        name='items_${i}')
    self.features = {
        'user': embedding.FeatureConfig(table=self.users, name='user', output_shape=[128]),
        'history': embedding.FeatureConfig(self.items, max_sequence_length=${i % 20}),
        'item': utils.FeatureConfig(table=self.items, output_shape=[128]),
    }
    self.layer = embedding.TPUEmbedding(
        feature_config=self.features, optimizer=utils.Adagrad(0.1, use_gradient_accumulation=True))
    self.dense = tf.keras.layers.Dense(${16 * (1 + (i % 8))}, activation='relu')

  def call(self, inputs, training=False):
    users, items = inputs['user'], inputs['item']
    scores = tf.reduce_sum(users * items, axis=-1, keepdims=True)
    hidden = self.dense(tf.concat([users, items, scores], axis=-1))
    return tf.nn.sigmoid(scores + tf.reduce_mean(hidden, axis=-1, keepdims=True)) if training else scores


def step_${i}(config: bytes, rate):
  outputs = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config)
  loss = tf.add_n([tf.nn.l2_loss(output) for output in outputs])
  gradients = tf.gradients(loss, outputs)
  tf.raw_ops.SendTPUEmbeddingGradients(inputs=gradients, learning_rates=[rate], config=config)
  return loss


def move_${i}(config: bytes, table):
  parameters, accumulators = tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(
      table_name='users_${i}', num_shards=4, shard_id=${i % 4}, config=config)
  load = tf.raw_ops.LoadTPUEmbeddingAdagradParameters(
      parameters=parameters, accumulators=accumulators, table_name='users_${i}', num_shards=4, shard_id=${i % 4})
  message = pb2.TPUEmbeddingConfiguration(num_hosts=4, num_tensor_cores=32, mode=pb2.TPUEmbeddingConfiguration.TRAINING)
  message.table_descriptor.append(pb2.TPUEmbeddingConfiguration.TableDescriptor(name=table, dimension=${8 * (1 + (i % 4))}))
  rates = optimization_parameters_pb2.LearningRate(constant=0.05)
  with tf.control_dependencies([load]):
    return tpu_ops.recv_tpu_embedding_activations(num_outputs=1, config=message.SerializeToString()), rates

${countFunction(i)}`;
}

/** As many lines and calls for each library. */
const TOWERS = {
  tensorflow: {
    head: `"""Two towers on TPUs."""
import collections
import tensorflow as tf

embedding = tf.tpu.experimental.embedding

`,
    part: (i: number) => `
def make_${i}(batch, width=${8 * (1 + (i % 4))}):
  table = embedding.TableConfig(1000, width, name='table_${i}', optimizer=embedding.Adagrad(0.1), combiner='sum')
  feature = embedding.FeatureConfig(table, name='feature_${i}', output_shape=(batch, 4))
  return embedding.TPUEmbedding({'feature': feature}, optimizer=None)
`,
  },
  'keras-rs': {
    head: `"""Two towers on TPUs."""
import collections
import keras
from keras_rs.layers import DistributedEmbedding, FeatureConfig, TableConfig

`,
    part: (i: number) => `
def make_${i}(batch, width=${8 * (1 + (i % 4))}):
  table = TableConfig('table_${i}', 1000, width, optimizer=keras.optimizers.Adagrad(0.1), combiner='sum')
  feature = FeatureConfig(name='feature_${i}', table=table, input_shape=(batch, 4), output_shape=(batch, width))
  return DistributedEmbedding({'feature': feature}, dtype='float32')
`,
  },
} as const;

const useOfTower = (i: number): string => `

layer_${i} = make_${i}(${8 * (1 + i)})
`;

const PLAIN_HEAD = `"""Input pipelines and models."""
import collections
import tensorflow as tf
from tensorflow.keras import layers

`;

function plainPart(i: number): string {
  return `
class Encoder${i}(tf.keras.Model):
  """Turns ids into vectors and the vectors into scores."""

  def __init__(self, rows=${1000 + 37 * i}, width=${8 * (1 + (i % 16))}):
    super().__init__(name='encoder_${i}')
    self.embedding = layers.Embedding(input_dim=rows, output_dim=width, name='ids_${i}')
    self.dense = [layers.Dense(width, activation='relu') for _ in range(${1 + (i % 4)})]
    self.optimizer = tf.keras.optimizers.Adagrad(learning_rate=0.05)

  def call(self, inputs, training=False):
    hidden = self.embedding(inputs['ids'])  # on a tpu or not, tf.tpu.cross_replica_sum
    for dense in self.dense:
      hidden = dense(hidden)
    return tf.reduce_mean(hidden, axis=1) if training else hidden

${countFunction(i)}`;
}

function countFunction(i: number): string {
  return `
def count_${i}(rows, limit=${10 + i}):
  """The most frequent values of the rows, for a vocabulary."""
  counter = collections.Counter()
  for row in rows:
    if not row or row.startswith('#'):
      continue
    counter.update(value.strip().lower() for value in row.split(',') if value)
  return {value: index for index, (value, _) in enumerate(counter.most_common(limit))}

`;
}
