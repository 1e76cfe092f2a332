import type { Cause } from './cause';

/** Input data, shapes and calls, as they show at a run. */
export const RUN: readonly Cause[] = [
  {
    says: [
      'which is on a TPU input device',
      'TPUStrategy does not support distributed datasets with device prefetch when using sparse or ragged tensors',
      'Input tensors for TPU embeddings must be placed on the CPU',
    ],
    cause: 'The input pipeline puts ids on the TPU, and they must stay on the host.',
    advice:
      'Pass `tf.distribute.InputOptions(experimental_fetch_to_device=False)` to `experimental_distribute_dataset` or `distribute_datasets_from_function`.',
  },
  {
    says: ['Non-TPU device {device} passed to enqueue'],
    cause: '`device` of `enqueue` is {device}, which is no TPU.',
    advice: 'Leave it out, or give a device such as `/device:TPU:0`.',
  },
  {
    says: ['Unable to extract initializer function and shape from'],
    cause:
      'The initial value of a table is no function of shape and dtype, so that its shards cannot be filled.',
    advice:
      'Give the initializer itself, or `functools.partial(initializer, shape=…, dtype=…)`, not a lambda without arguments.',
  },
  {
    says: ['DistributedEmbedding.preprocess(...) does not support jit-compilation'],
    cause: '`preprocess` is called inside a jitted step, and prepares ids on the host.',
    advice: 'Call `layer.preprocess(…)` in the input pipeline, and give its result to the step.',
  },
  {
    says: [
      'DistributedEmbedding is receiving features to lookup on the TPU embedding feature but no such feature was configured',
    ],
    cause: 'The layer gets preprocessed features for SparseCores, and none of its tables is there.',
    advice: 'Preprocess with the same layer that looks up, made in the same strategy.',
  },
  {
    says: ['Gradients for TPUEmbedding have been generated in non-training mode'],
    cause: 'Gradients of TPU embeddings are computed where nothing is trained, as in evaluation.',
    advice: 'Compute gradients and call `minimize` in training only.',
  },
  {
    says: ['No gradient passed for feature {name}, sending zero gradient'],
    cause:
      'The loss does not depend on feature {name}: zeros are sent as its gradient, which moves the state of optimizers such as Adam.',
    advice: 'Use its activations in the loss, or leave the feature out.',
  },
  {
    says: [
      'Input tensor is rank {n:int} which is above 2, the max_sequence_length setting will be ignored',
      'max_sequence_length setting will be ignored because the rank of the input tensor',
    ],
    cause: 'The ids have more than two axes, and `max_sequence_length` works for two only.',
    advice: 'Give ids of the shape (batch, length), or leave the setting out.',
  },
  {
    says: ['TPUStrategy.run(fn, ...) does not support pure eager execution'],
    cause: 'The function that `strategy.run` runs is not a `tf.function`, or functions run eagerly.',
    advice: 'Decorate it with `@tf.function`, and remove `tf.config.run_functions_eagerly(True)`.',
  },
  {
    says: [
      'to TPUStrategy.run() has unknown rank',
      'Asked to propagate a dynamic dimension',
      'Dynamic input shapes are not supported',
      'should not be dynamically shaped in the batch dimension',
      'must be statically known',
      'must have a fixed size for dimension',
      'must be a known shape',
      'Dynamic shape is not supported',
      'must be a compile-time constant',
      'has unknown rank, which is not allowed',
    ],
    cause: 'A tensor of the step has no fixed shape, and TPUs compile for fixed shapes.',
    advice: 'Batch with `drop_remainder=True`, and give all inputs a fixed shape.',
  },
  {
    says: ['TPU computations cannot be nested'],
    cause: 'A function that runs on the TPU calls `strategy.run` or `tpu.rewrite` again.',
    advice: 'Call it once, around the whole step.',
  },
  {
    says: ['Non-resource Variables are not supported inside TPU computations'],
    cause: 'A variable of the old kind is used on the TPU.',
    advice: 'Call `tf.compat.v1.enable_resource_variables()` first, or use TensorFlow 2.',
  },
  {
    says: [
      'is not supported on the TPU. Execution will fail if this op is used in the graph',
      'unsupported operations found',
      'Detected unsupported operations when trying to compile graph',
      "isn't compilable for TPU device",
    ],
    cause: 'The step holds an op that TPUs cannot run, such as one on texts or a lookup in a hash table.',
    advice: 'Do it in the input pipeline, on the host; ids must be numbers before they are fed.',
  },
  {
    says: ['InputReplicationMode.PER_REPLICA is only supported in'],
    cause: 'The dataset is asked for one pipeline a replica, which TPU strategies do not have.',
    advice: 'Use one for each host: `InputReplicationMode.PER_WORKER`.',
  },
  {
    says: [
      'Mixing Variables and positional-only parameters not supported by TPUStrategy',
      'TPUStrategy.run() cannot handle',
      'Too many positional arguments passed to call to TPUStrategy.run()',
    ],
    cause: 'Variables or extra arguments are passed to the function of `strategy.run` by position.',
    advice: 'Name the arguments, or let the function use the variables from outside.',
  },
  {
    says: [
      'Cannot assign a tensor to a logical device in SPMD mode',
      '`logical_core_id` to assign must be lower',
      '`partition_dimensions`',
      '`logical_device_id` not in range',
    ],
    cause: 'A tensor is split or placed in a way that does not fit the cores of a replica.',
    advice:
      'The product of the parts is the number of cores of a replica, and each part must divide its size.',
  },
  {
    says: ['Iterating over a symbolic `tf.Tensor` is not allowed', 'OperatorNotAllowedInGraphError'],
    cause: 'A tensor of a `tf.function` is unpacked or looped over as if it were a list.',
    advice:
      'An op with one output returns a list only where it has several: name it without unpacking, or use `tf.unstack`.',
  },
  {
    says: [
      'Only evenly sharding across devices is currently supported',
      'should be multiple of number of sparse cores',
      'first dim of the table',
    ],
    cause:
      'The rows of a table cannot be spread evenly over the SparseCores: the padded number of rows is not divisible by their number.',
    advice:
      'Let the library pad the table (its rows are rounded up to a multiple of 8 times the SparseCores), and restore checkpoints with the number of chips they were written for.',
  },
  {
    says: ['Reading in cross replica mode is not yet supported', 'Required packed variable support'],
    cause: 'A table on SparseCores is read outside of a replica.',
    advice: 'Save a checkpoint and read the table from there.',
  },
  {
    says: ['Expect PartitionedCsrFormatTensor but get'],
    cause: '`dequeue` gets ids as they are, not the result of `enqueue`.',
    advice:
      'Call `enqueue` first, and give what it returns to `dequeue`; or call the object, which does both.',
  },
  {
    says: ['Expected to have zero inputs for RecvTPUEmbeddingActivations', 'node has data inputs'],
    cause: 'Something was wired into the op that receives activations.',
    advice: 'Make it with `num_outputs` and `config` alone.',
  },
  {
    says: [
      'expects the number of embedding enqueue ops to match',
      'Enqueue and recv ops should be in a one-to-one',
      'No receive for enqueue call',
      'must have a corresponding',
    ],
    cause:
      'The graph feeds ids for an embedding that it does not receive activations of, or the other way round.',
    advice: 'Call `enqueue` and `dequeue` of the same object, once each in a step.',
  },
  {
    says: ['has op type {op:ours} instead of the name {wanted}'],
    cause:
      'A table is loaded or retrieved by `{op}`, and the configuration names another optimizer: `{wanted}` is expected.',
    advice: 'Use the op of the table’s optimizer.',
  },
  {
    says: [
      'Found duplicate table_id caused by op',
      'Did not find per-table load or retrieve op for table',
      'Found missing parameter in slot',
      'Found extra parameter in slot',
    ],
    cause:
      'Loading or retrieving does not have one op for each table, or an op not all slot variables of its table.',
    advice:
      'Write one op for each table of the configuration on each host, with every slot variable of its optimizer.',
  },
  {
    says: [
      'Using embedding_lookup_device=tpu_embedding_core during inference is not supported',
      'Using TPUEmbeddingColumn with embedding_lookup_device="cpu" during training is not supported',
    ],
    cause:
      'The device of a column does not fit what runs: the embedding core is for training, the CPU for inference.',
    advice: 'Set `embedding_lookup_device` by the mode, or to "tpu_tensor_core" for both.',
  },
  {
    says: [
      'Model does not have an attribute named {name} of type embed.SparseCoreEmbed',
      'Attribute {name} in model is not of type embed.SparseCoreEmbed',
    ],
    cause: 'The model has no embedding layer called {name}, by which its tables would be read.',
    advice: 'Give the name of the attribute that holds the `SparseCoreEmbed`.',
  },
  {
    says: ['`num_replicas_in_sync` must be positive', 'global_device_count must be positive'],
    cause: 'The number of replicas or chips is 0 or less.',
    advice: 'Make the strategy, or ask `jax.device_count()`, before the layer is built.',
  },
  {
    says: [
      'indices[{where}] = {id:int} is not in [0, {rows:int})',
      'indices[…] = {id:int} is not in range [0, {rows:int})',
    ],
    cause: 'An id is {id}, and its table has {rows} rows: ids count from 0 and stay below that.',
    advice:
      'Raise the number of rows to the greatest id plus 1, or map unknown ids to one of their own, as `StringLookup` or `id % rows` do.',
  },
  {
    says: [
      'TracerArrayConversionError',
      'ConcretizationTypeError',
      'TracerBoolConversionError',
      'TracerIntegerConversionError',
      'NonConcreteBooleanIndexError',
      'UnexpectedTracerError',
      'The numpy.ndarray conversion method __array__() was called on',
      'Abstract tracer value encountered where concrete value is expected',
    ],
    cause:
      'Code that needs real numbers, such as preprocessing with NumPy or a condition on values, runs inside a function that JAX traces.',
    advice: 'Preprocess ids outside of `jit`, in the input pipeline, and give the step their arrays.',
  },
  {
    says: [
      'implies that the global size of its dimension {axis:int} should be divisible by {n:int}, but it is equal to {size:int}',
    ],
    cause: 'Axis {axis} of an array has {size} entries, which cannot be shared evenly by {n} chips.',
    advice: 'Choose a batch, or a padded number of rows, that is a multiple of the number of chips.',
  },
  {
    says: ['Received incompatible devices for jitted computation'],
    cause: 'Arrays of one step are on different sets of chips.',
    advice: 'Put all of them on one mesh: `jax.device_put(x, NamedSharding(mesh, spec))`.',
  },
  {
    says: ['expected parameter {n:int} of size {size:int}'],
    cause:
      'A compiled step gets an array of another shape or layout than it was compiled for, as from an old checkpoint.',
    advice: 'Restore with the versions, flags and chips that wrote the checkpoint, or write it again.',
  },
  {
    says: [
      'was not created in the distribution strategy scope',
      'Trying to access resource located in device',
      "Can't copy Tensor with type resource to device",
    ],
    cause: 'A variable, layer or optimizer was made outside the scope of the strategy that uses it.',
    advice: 'Make all of them in `with strategy.scope():`.',
  },
  {
    says: ['`merge_call` called while defining a new graph'],
    cause: 'An optimizer is applied in a `tf.function` or a condition inside `strategy.run`.',
    advice: 'Apply gradients in the function itself that `strategy.run` runs.',
  },
  {
    says: ['No gradients provided for any variable'],
    cause:
      'No variable of the model has a gradient: the loss does not depend on one, or only tables on the TPU do, which are no variables.',
    advice:
      'Send gradients of activations by `apply_gradients` of the embedding, and give the optimizer the variables of the dense layers.',
  },
  {
    says: ['categorical_column for tpu …was denylisted type'],
    cause: 'A column of this kind cannot be looked up on a TPU.',
    advice:
      'Map ids by `tf.feature_column.categorical_column_with_identity` or with a vocabulary, before they are fed.',
  },
  {
    says: ['For embedding var name {name}, the'],
    cause: 'Columns that share the table {name} are made in different variable scopes.',
    advice: 'Make them in one scope, or give each a table of its own.',
  },
  {
    says: ['Dense TPU Embedding does not support combiner other than sum and mean'],
    cause: 'A column that is looked up on TensorCores has the combiner "sqrtn".',
    advice: 'Use "sum" or "mean".',
  },
  {
    says: [
      'all_gather does not support IndexedSlices',
      'Currently we only support ReduceOp.SUM and ReduceOp.MEAN in TPUStrategy',
    ],
    cause: 'Values of the replicas are put together in a way that TPUs do not have.',
    advice: 'Sum or average dense tensors.',
  },
  {
    says: [
      'tpu.replicate() inputs must be a list',
      'Replicas must have the same number of inputs',
      'Replicas must have matching input types',
      'Supplied computation cannot be called with the specified inputs',
      'Supplied loop body function cannot be called',
      'Supplied loop condition function cannot be called',
      'TPU function return values must all',
      'TPU functions must return zero-or more',
      'TPU training loop body must return',
      'Mismatch between input types and output types for training loop body',
      'tpu.rewrite does not support Operation as return value',
      "tpu.shard()'s inputs must be a list",
      'Length of input_shard_axes must be equal',
      'Length of output_shard_axes must be equal',
      'Length of outputs_from_all_shards must be equal',
      'num_shards must be a positive integer',
    ],
    cause:
      'A function of the old TPU API does not get or return what it must: lists with one entry for each replica, and tensors.',
    advice:
      'Give as many inputs as the function has parameters, and return tensors. New programs use `strategy.run`.',
  },
  {
    says: [
      'InfeedQueue',
      'number_of_tuple_elements',
      'tuple_types is',
      'tuple_shapes is',
      'shard_dimensions is',
      'Ops from the same queue',
      'All input partition dims must be',
      'The product of each input partition dim should equal',
      'Input partition dims must have',
      'input devices for shard',
      'is not a supported TPU infeed type',
      'which is not a supported TPU infeed type',
      'types of the tuple elements of input_tensors',
    ],
    cause: 'The queue that feeds a TPU gets tensors of another number, type or shape than it was made for.',
    advice:
      'Give it one entry for each tensor of the batch, all alike on each core. New programs use `experimental_distribute_dataset`.',
  },
  {
    says: [
      "Can't set sharding policy",
      "Can't set number_of_partitions",
      "Can't set shard dimension",
      'does not contain shard_dimension',
      'ways along dimension',
      'Requested shard_index',
    ],
    cause:
      'A tensor cannot be split over the cores as asked: the axis is missing, or its size is no multiple of their number.',
    advice: 'Split the axis of the batch, and make the batch a multiple of the number of cores.',
  },
  {
    says: [
      'CrossShardOptimizer only works with tf.training.Optimizer',
      'CrossShardOptimizer should be used within a tpu_shard_context',
      'cross_replica_sum should be used within a tpu_shard_context',
      'Argument `reduction` should be one of',
      'Argument `group_assignment` must be',
      'The size of each subgroup in `group_assignment`',
      'tpu_shard_context cannot be nested',
    ],
    cause:
      'A part of the old TPU API is used outside of the function that it belongs to, or with another optimizer.',
    advice:
      'Under `tf.distribute.TPUStrategy`, use Keras optimizers as they are: gradients are summed already.',
  },
  {
    says: ['outside_compilation', 'Outside compilation attempted', 'gradient colocation'],
    cause: 'Code that is sent back to the host is nested, or is used where no TPU function runs.',
    advice: 'Do this work in the input pipeline.',
  },
  {
    says: [
      'Unexpected filetype. Received',
      'Argument `filetype` should be a string or a callable',
      'Argument `files` should be a string',
      'Source dataset has invalid output types',
    ],
    cause: '`StreamingFilesDataset` gets files or a type of file that it does not know.',
    advice: 'Use `tf.data` in the input pipeline of each host.',
  },
  {
    says: ['Partitioned variables are not supported on TPU'],
    cause: 'A variable on a TPU has a partitioner, which is left out.',
    advice: 'Leave the partitioner out; embedding tables are sharded by themselves.',
  },
  {
    says: [
      'LoadAllTPUEmbeddingParametersOp has',
      'RetrieveAllTPUEmbeddingParametersOp has',
      'Embeddings/auxiliary {n:int} for table',
      'config requires empty tensor',
    ],
    cause:
      'What is loaded or retrieved does not fit the configuration: it has another number of tables, or of slot variables of a table.',
    advice: 'Give one tensor for each table, and empty ones for slot variables that its optimizer has not.',
  },
  {
    says: [
      'Mismatch in assigned device names for the RecvTPUEmbeddingActivations',
      'Mismatch in assigned device name indices',
    ],
    cause: 'Ops of one embedding are on different devices.',
    advice: 'Make receiving and sending in one function that `strategy.run` runs.',
  },
  {
    says: ['`tuple_mask`', 'tuple_mask attr in', 'element in deduplication tuple'],
    cause: 'Data of removed duplicates does not have the form that the configuration makes.',
    advice: 'Leave these ops to TensorFlow, and give both sides the same configuration.',
  },
  {
    says: ['not divisible by num_cores_per_replica'],
    cause: 'A batch or a number of cores is no multiple of the cores of a replica.',
    advice: 'Choose a multiple, or one core for each replica.',
  },
  {
    says: ['SparseCoreEmbeddingConfig is not provided. Using default values'],
    cause:
      'No limits for SparseCores are given, so that 256 ids for each partition of each table are assumed.',
    advice: 'Pass a `SparseCoreEmbeddingConfig` with the limits that your data need.',
  },
  {
    says: ['Table stacking is disabled'],
    cause: 'Each table is looked up on its own, which takes longer.',
    advice: 'Leave `disable_table_stacking` out.',
  },
  {
    says: ['Failed to load JSON', 'null is not allowed to be used as an element', 'must be in [] which is'],
    cause:
      'The text is no JSON of this message: a comma, quotes or brackets are missing, or a list is no list.',
    advice: 'Look at the line and column that the message names.',
  },
  {
    says: ['Quantization config is incomplete'],
    cause:
      'Simulated quantization of a lookup has not all of a lower limit, an upper limit and a number of buckets.',
    advice: 'Give all three, or none.',
  },
];
