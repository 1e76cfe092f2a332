import type { Cause } from './cause';

/** jax-tpu-embedding, keras-rs and TensorFlow Recommenders. */
export const RECOMMENDERS: readonly Cause[] = [
  {
    says: ["Cannot update parameter '{name}' on TableSpec '{table}' after it has been stacked"],
    cause: '`{name}` of table {table} is changed after the table was prepared, and is fixed from then on.',
    advice:
      'Change limits by `embedding.update_preprocessing_parameters`; for anything else make a new `TableSpec` by `dataclasses.replace` and prepare again.',
  },
  {
    says: ['Unknown learning rate', 'Unknown seed {seed} of type', 'Unknown optimizer spec'],
    cause:
      'A Keras object cannot be translated for SparseCores: its learning rate, seed or optimizer is of a class of its own.',
    advice: 'Use plain numbers, schedules of Keras, and Adagrad, Adam, Ftrl or SGD.',
  },
  {
    says: [
      'global_sharding needs to be created with default device order',
      'global_mesh must be 1d',
      'All feature tables must have the same sharding',
    ],
    cause:
      'The mesh is not what the embedding needs: one axis over all chips, in their default order, the same for all tables.',
    advice: "Make it by `jax.sharding.Mesh(jax.devices(), ('x',))`.",
  },
  {
    says: ['CallablePlaceholder {name} cannot be evaluated during model execution'],
    cause: 'A specification that was read from a file is used for training, and its functions are missing.',
    advice: 'Put the real initializer and learning rate into the specs before they are used.',
  },
  {
    says: ['exceeds available vocabulary size'],
    cause: 'An id is not below the number of rows of its table.',
    advice: 'Count the ids, or raise `vocabulary_size`.',
  },
  {
    says: ['Embedding dim of table_spec {table} is {n:int} but the stacked table embedding dim is {m:int}'],
    cause:
      'Table {table} is {n} wide, and the stack that it is read from {m}: the stack was made for other tables.',
    advice: 'Prepare the same specs that the variables were made with.',
  },
  {
    says: ['Padded vocab size for Table'],
    cause: 'A table in a stack has no padded size, because it was not prepared with the others.',
    advice: 'Prepare all features in one call of `prepare_feature_specs_for_training`.',
  },
  {
    says: ['FeatureIdTransformation cannot be None here'],
    cause: 'A feature has not been prepared.',
    advice: 'Call `prepare_feature_specs_for_training` with all features before they are used.',
  },
  {
    says: [
      'must have identical shapes: got',
      'must have equal shapes, got',
      'must match embedding_table shape',
      'must have equal feature (minor) dimensions',
      'must all have equal rank 1 shapes',
    ],
    cause: 'A table and its slot variables, or gradients, do not have the same shape.',
    advice:
      'Make the variables by `init_embedding_variables` from the same specs, and give gradients of the shape of the activations.',
  },
  {
    says: [
      'must have dim in',
      'hyperparameters must be',
      'embedding variables must have rank 2',
      'stablehlo must be a string, bytes, or ir.Module',
      'Unsupported stablehlo type',
      'At least one embedding variable must be passed',
      'computation_name must be non-empty',
    ],
    cause:
      'The update of a custom optimizer gets something else than float32 scalars, matrices and a program.',
    advice: 'Hyperparameters are float32 numbers, variables have rows and width.',
  },
  {
    says: [
      'Partition has too many ids',
      'Partition has too many unique ids',
      'Too many tensors for SparseCore #',
    ],
    cause: 'A batch has more ids for one SparseCore than the limits of its table allow.',
    advice: 'Raise `max_ids_per_partition` and `max_unique_ids_per_partition`, or make the batch smaller.',
  },
  {
    says: [
      'Allowing ID dropping for table: {table} observed',
      'Dropping {n:int} ids so that the produced CsrWrappedCooTensor can be fit',
      'is dropping {n:int} ids from the input batch so that the minibatching can happen',
    ],
    cause:
      'Ids are dropped, because a batch has more for one SparseCore than the limits allow. Training goes on without them.',
    advice: 'Raise `max_ids_per_partition` and `max_unique_ids_per_partition`, or let `update_stats` do so.',
  },
  {
    says: [
      'The max_ids_per_chip is set to be {n:int} which is not going to fit all ids',
      'Please consider raising max_division_level',
      'Consider making the max_division_level higher',
      'has too many ids for replica {n:int} on sparse core',
      'gets {n:int} unique ids while the max unique ids per sparse core is',
      'gets {n:int} ids while the max ids per sparse core is',
      'larger than the max number of minibatches',
    ],
    cause: 'A batch has more ids for one chip or SparseCore than there is room for.',
    advice:
      'Raise the limits in `SparseCoreEmbeddingConfig`, allow ids to be dropped, or make the batch smaller.',
  },
  {
    says: ['The total local batch size for device (including stacked tables) exceeds the maximum limit'],
    cause: 'The features of a stack have more samples on a chip than can be counted.',
    advice: 'Make the batch smaller or the stacks smaller.',
  },
  {
    says: ['input_batches cannot be empty'],
    cause: 'Preprocessing gets no features.',
    advice: 'Give the ids of at least one feature.',
  },
  {
    says: ['{name} must be a sequence of batches'],
    cause: 'Minibatching is on, and the inputs are one batch rather than a list of them.',
    advice: 'Give a list, also of a single batch.',
  },
  {
    says: ['features must be 1D or 2D, got'],
    cause: 'The ids of a feature have no axis, or more than two.',
    advice: 'Give them as (samples,) or (samples, ids).',
  },
  {
    says: ['features and features_weights must have the same length'],
    cause: 'There are not as many weights as features.',
    advice: 'Give weights for each feature, or for none.',
  },
  {
    says: ['stacked_table_spec is none for table'],
    cause: 'A table has not been prepared.',
    advice: 'Call `prepare_feature_specs_for_training` before preprocessing.',
  },
  {
    says: [
      'row_offsets cannot be empty',
      'Ragged tensor input should have row_splits elements number the same',
      'Dense tensor input should have values elements number the same',
      'indices of SparseTensor need to be sorted',
      'row ids need to be sorted in ascending order',
      'Row ids and col ids should have same elements',
      'Gains and col ids should have same elements',
      'Invalid indices_or_row_splits input',
      'Invalid shape_strides input',
      'The id counts should have either',
      'The last element of id counts',
      'indices of SparseTensor contained a row_id',
      'Values and weights should have same elements',
      'the second dimension of the indices of SparseTensor should be',
    ],
    cause:
      'Ids, their samples and their weights do not fit together: counts differ, samples are not in order or beyond the batch.',
    advice:
      'Sort sparse ids (`tf.sparse.reorder`), and give one weight for each id and samples below the size of the batch.',
  },
  {
    says: [
      'received duplicate check-in for already completed sync_key',
      'received more local check-ins than configured',
      'ContributeData async RPC to peer',
      'Host is waiting for more than',
    ],
    cause: 'The hosts are not at the same step when they agree on minibatches.',
    advice:
      'Every host must preprocess the same number of batches, in the same order and with the same number of threads.',
  },
  {
    says: [
      'The function is not auto-pipelining wrapped',
      'train_step should return a tuple',
      'The structure of the first argument (carry) should be the same',
      'Embedding table should be the',
      'The last equation in the shard_map is not an embedding update',
      'Embedding lookup and update should not be in the same equation',
      'caused by a bug in the auto-pipelining system',
      'Embedding tables should all be in the carry',
      'Embedding updates and lookups must be paired',
      'In the train step function, embedding',
      'Dense layer should not use the embedding table',
      'There should not be embedding table manipulation after update',
      'No embedding lookup found in the given eqns',
      'Duplicate embedding lookups for the same table',
      'Duplicate embedding updates for the same table',
      'should be wrapped directly by shard_map',
      'Returning invars directly as outvars is not supported',
      'Jaxpr with consts is not supported',
    ],
    cause:
      'The step is not of the form that automatic pipelining can take apart: lookup, dense layers, update, with the tables in its first argument and first result.',
    advice: 'Look each table up once, then compute, then update it once, each in a `shard_map` of its own.',
  },
  {
    says: [
      'You cannot provide `candidate_ids` without',
      '`candidate_ids` should have the same shape',
      'The `candidate_embeddings` and `candidate_is` tensors must have the same number',
      '`candidate_embeddings` is required',
      '`candidate_embeddings` must be a tensor of rank 2',
      'The number of candidates provided',
      'New `candidate_ids` cannot be provided',
    ],
    cause:
      'A retrieval layer of keras-rs does not get its candidates as a matrix with one row and one id for each.',
    advice:
      'Give `candidate_embeddings` of the shape (candidates, width), as many ids as rows, and at least k of them.',
  },
  {
    says: [
      "`y_true['labels']` and `y_true['mask']` should have the same shape",
      'should have a rank from',
      'All feature tensors inside `inputs` should have rank 2',
      'All feature tensors in `inputs` should have the same shape',
      '`x0` and `x` should have the same shape',
      '`labels` and `logits` should have the same shape',
      '`y_true` and `y_pred` should have the same shape',
      'The shape of `weights`:',
    ],
    cause: 'Tensors that a layer of keras-rs combines do not have the same shape.',
    advice: 'Print their shapes; activations of features are (batch, width).',
  },
  {
    says: ['The `sparse_core_embedding_config` argument is only supported when using'],
    cause:
      '`sparse_core_embedding_config` is given with features of keras-rs, and works with those of TensorFlow only.',
    advice: 'Give the limits in the `TableConfig` of keras-rs.',
  },
  {
    says: ['Cannot set table if LoRA is enabled'],
    cause: 'The layer has low-rank adapters, and its tables cannot be replaced then.',
    advice: 'Set the tables before `enable_lora`.',
  },
  {
    says: ['weights` argument is not supported', 'Weights are not supported'],
    cause: 'Weights are given where ids have none.',
    advice: 'Leave them out.',
  },
  {
    says: ['`"labels"` should be present in `y_true`'],
    cause: 'A ranking loss or metric gets `y_true` as a dict without "labels".',
    advice: 'Write `{"labels": …, "mask": …}`, or give the labels alone.',
  },
  {
    says: ['`temperature` should be a positive float', '`k` should be a positive integer'],
    cause: 'A number that a loss or metric of keras-rs takes is not above 0.',
    advice: 'Give a positive one, or leave it out.',
  },
  {
    says: [
      '`max_ids_per_partition` and `max_unique_ids_per_partition` from individual `TableSpec`s will be ignored',
    ],
    cause:
      'Tables are stacked, and the limits of the stack are the default ones: those of its tables do not count.',
    advice:
      'Give limits for stacks, by `update_preprocessing_parameters` or `stack_to_max_ids_per_partition`.',
  },
  {
    says: ['WARNING during stack_tables'],
    cause: 'Tables of a stack differ in what should be alike.',
    advice: 'Read the lines below; stack only tables with one width, optimizer and combiner.',
  },
  {
    says: [
      'Please use attributed lookup on sparse_dense_matmul_input',
      'SparseDenseMatmulInput is deprecated',
    ],
    cause: 'The program uses the older form of preprocessed input.',
    advice: 'Use the `PreprocessedInput` that preprocessing returns, and its `sparse_dense_matmul_input`.',
  },
  {
    says: ['does not match any of the TableConfigs used to configure this layer'],
    cause: 'A feature for serving or prefetching names a table that the layer does not have.',
    advice: 'Use the very `TableConfig` objects of the layer, not copies of them.',
  },
  {
    says: [
      'but is being called under a TPUStrategy. Please create the layer under a TPUStrategy',
      'but is being called under strategy {name}',
    ],
    cause: 'The layer of TensorFlow Recommenders is made in one strategy and called in another.',
    advice: 'Make it in `with strategy.scope():`, and call it in a function that `strategy.run` runs.',
  },
  {
    says: [
      'TPU only supports … but got',
      'Unknown embedding feature',
      'TPUEmbeddingV2 is not supported in TF',
    ],
    cause: 'The layer of TensorFlow Recommenders does not know the embedding hardware of this TPU.',
    advice: 'Leave `embedding_feature` out, or use `DistributedEmbedding` of keras-rs for SparseCores.',
  },
  {
    says: ['Only tf.Tensor input is supported for Keras embedding layers'],
    cause: '`PartialTPUEmbedding` gives small tables to Keras layers, which take dense ids only.',
    advice: 'Give dense ids to small tables, or lower `size_threshold`.',
  },
  {
    says: [
      'Variable {name} is not handled by any optimizer',
      'The set of variables handled by each optimizer should be disjoint',
      "`optimizers_and_vars` can't be empty",
      'CompositeOptimizer cannot be serialized',
    ],
    cause: '`CompositeOptimizer` does not get each variable exactly once, or is saved.',
    advice:
      'Let the functions that choose variables share all of them among the optimizers; save weights only.',
  },
  {
    says: [
      'relative_factors must all be non-negative',
      'absolute_factor must be non-negative',
      'references and relative_factors must have the same length',
      'clip_accumulator_update and use_standard_accumulator_update cannot both',
    ],
    cause: '`ClippyAdagrad` gets options that are negative or exclude each other.',
    advice: 'Give factors of 0 or more, and one of the two ways to update the accumulator.',
  },
  {
    says: [
      '`x0` and `x` dimension mismatch',
      '`diag_scale` should be non-negative',
      'Input tensors` dimensions must be equal',
    ],
    cause: 'Layers that cross features need vectors of one width.',
    advice: 'Give all features of the layer the same width.',
  },
  {
    says: [
      'The dataset must yield candidate embeddings or tuples',
      'Candidates and identifiers have to have the same batch dimension',
      'The candidates tensor must be 2D',
      'The candidates and identifiers tensors must have the same number of rows',
      'The streaming top k class only accepts datasets',
      'The `index` method must be called first',
      'Queries must be',
      'candidate dataset batch size is too small',
      'does not return exact results',
      'candidate ids must be supplied',
    ],
    cause: 'A retrieval layer of TensorFlow Recommenders does not get its candidates as it needs them.',
    advice: 'Index first, with a matrix of candidates and one id for each row, in batches of at least k.',
  },
  {
    says: [
      'Inputs should be either a tuple of (features, labels)',
      'Implementers must implement the `compute_loss` method',
    ],
    cause: 'A model of TensorFlow Recommenders gets batches of another form, or lacks its loss.',
    advice: 'Give (features, labels), and write `compute_loss(self, inputs, training=False)`.',
  },
];
