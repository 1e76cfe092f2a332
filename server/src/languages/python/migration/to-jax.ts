import { type ArgumentRow, type ClassRow, kept, type Rows } from './rows';

/** Arguments of all optimizers of Keras that jax-tpu-embedding lacks. */
const NOT_IN_JAX: Readonly<Record<string, ArgumentRow>> = {
  ...Object.fromEntries(
    [
      'weight_decay',
      'clipnorm',
      'clipvalue',
      'global_clipnorm',
      'loss_scale_factor',
      'gradient_accumulation_steps',
    ].map((name) => [
      name,
      { lost: 'optimizers of jax-tpu-embedding have no such option.', harmless: ['None'] },
    ]),
  ),
  use_ema: { lost: 'optimizers of jax-tpu-embedding keep no averages.', harmless: ['False'] },
  ema_momentum: { moved: 'It means nothing without `use_ema`.' },
  ema_overwrite_frequency: { moved: 'It means nothing without `use_ema`.' },
  name: { moved: 'Optimizers have no names.' },
};

const optimizer = (to: string, rate: string, own: Readonly<Record<string, ArgumentRow>>): ClassRow => ({
  to: `embedding_spec.${to}OptimizerSpec`,
  arguments: { learning_rate: { to: 'learning_rate', otherwise: rate }, ...own, ...NOT_IN_JAX },
});

/** From keras-rs to the specifications of jax-tpu-embedding. */
export const TO_JAX: Rows = {
  from: 'keras-rs',
  to: 'jax-tpu-embedding',
  classes: {
    TableConfig: {
      to: 'embedding_spec.TableSpec',
      arguments: {
        ...kept('name', 'vocabulary_size', 'embedding_dim', 'initializer', 'optimizer'),
        combiner: { to: 'combiner', otherwise: '"mean"' },
        ...kept('max_ids_per_partition', 'max_unique_ids_per_partition'),
        placement: {
          lost: 'jax-tpu-embedding trains all tables on SparseCores.',
          harmless: ['"auto"', '"sparsecore"'],
        },
      },
    },
    FeatureConfig: {
      to: 'embedding_spec.FeatureSpec',
      arguments: { ...kept('name'), table: { to: 'table_spec' }, ...kept('input_shape', 'output_shape') },
    },
    DistributedEmbedding: {
      to: 'prepared_specs',
      arguments: {
        feature_configs: { to: 'specs' },
        table_stacking: {
          lost: 'stack the tables that you name with table_stacking.stack_tables, in prepared_specs.',
          harmless: ['"auto"'],
        },
        update_stats: {
          lost: 'read the limits from the statistics that preprocessing returns, and set them with embedding.update_preprocessing_parameters.',
          harmless: ['False'],
        },
        ...Object.fromEntries(
          ['activity_regularizer', 'trainable', 'dtype', 'autocast', 'name', 'input_shape', 'input_dim'].map(
            (name): [string, ArgumentRow] => [name, { moved: 'There is no layer that could have it.' }],
          ),
        ),
      },
    },
    SGD: optimizer('SGD', '0.01', {
      momentum: { lost: 'SGDOptimizerSpec has no momentum.', harmless: ['0.0', '0'] },
      nesterov: { lost: 'SGDOptimizerSpec has no momentum.', harmless: ['False'] },
    }),
    Adagrad: optimizer('Adagrad', '0.001', {
      ...kept('initial_accumulator_value'),
      epsilon: { lost: 'AdagradOptimizerSpec adds no epsilon.', harmless: ['1e-7'] },
    }),
    Adam: optimizer('Adam', '0.001', {
      ...kept('beta_1', 'beta_2'),
      epsilon: { to: 'epsilon', otherwise: '1e-7' },
      amsgrad: { lost: 'AdamOptimizerSpec has no such variant.', harmless: ['False'] },
    }),
    Ftrl: optimizer('FTRL', '0.001', {
      ...kept(
        'learning_rate_power',
        'initial_accumulator_value',
        'l1_regularization_strength',
        'l2_regularization_strength',
        'beta',
      ),
      l2_shrinkage_regularization_strength: {
        lost: 'FTRLOptimizerSpec has no such term.',
        harmless: ['0.0', '0'],
      },
    }),
  },
  strings: { sgd: 'SGD', adagrad: 'Adagrad', adam: 'Adam', ftrl: 'Ftrl' },
  initializers: {
    Constant: 'jax.nn.initializers.constant({value=0.0})',
    GlorotNormal: 'jax.nn.initializers.glorot_normal()',
    GlorotUniform: 'jax.nn.initializers.glorot_uniform()',
    HeNormal: 'jax.nn.initializers.he_normal()',
    HeUniform: 'jax.nn.initializers.he_uniform()',
    LecunNormal: 'jax.nn.initializers.lecun_normal()',
    LecunUniform: 'jax.nn.initializers.lecun_uniform()',
    Ones: 'jax.nn.initializers.ones',
    RandomNormal: 'jax.nn.initializers.normal({stddev=0.05})',
    RandomUniform:
      'lambda key, shape, dtype="float32": jax.random.uniform(key, shape, dtype, {minval=-0.05}, {maxval=0.05})',
    TruncatedNormal: 'jax.nn.initializers.truncated_normal({stddev=0.05})',
    VarianceScaling:
      'jax.nn.initializers.variance_scaling({scale=1.0}, {mode="fan_in"}, {distribution="truncated_normal"})',
    Zeros: 'jax.nn.initializers.zeros',
  },
  members: {
    preprocess:
      'jax-tpu-embedding has embedding.preprocess_sparse_dense_matmul_input in place of it, with the specifications.',
    get_embedding_tables: 'tables are in the variables that embedding.init_embedding_variables returns.',
    set_embedding_tables: 'tables are in the variables that embedding.init_embedding_variables returns.',
    build: 'embedding.init_embedding_variables makes the variables.',
  },
  notes: [
    '`prepared_specs` takes the place of the layer in the migrated program: it stacks tables as keras-rs does and returns the specifications.',
    'Stacks get the largest limits of all tables, those of keras-rs the largest of their own: lower them for each stack with `embedding.update_preprocessing_parameters`.',
    'Lookups and updates are functions: `embedding.tpu_sparse_dense_matmul` and `embedding.tpu_sparse_dense_matmul_grad`.',
    'keras-rs drops ids beyond the limits in silence. jax-tpu-embedding ends the process, unless preprocessing gets `allow_id_dropping=True`.',
    'Seeds do not carry over: the random key comes from `embedding.init_embedding_variables`.',
    'Defaults that differ are written out.',
  ],
};
