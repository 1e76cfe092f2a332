/** A cause that no rule can see in a program: the machine, the job, the data, or what only a run shows. */
interface Cause {
  /** Messages as in `RuleInfo.messages`. */
  readonly says: readonly string[];
  /** In plain words, with the words of placeholders that all messages have. */
  readonly cause: string;
  /** What to do. */
  readonly advice: string;
}

export const CAUSES: readonly Cause[] = [
  // No TPU, or not that one
  {
    says: ['Could not find device for node: …= {op:ours}[…<no registered kernels>'],
    cause:
      '`{op}` was run at once, on a machine without a TPU: ops of TPU embedding have an implementation for TPUs only.',
    advice:
      'Connect to a TPU, and call the op in a `tf.function` that `strategy.run` of a `tf.distribute.TPUStrategy` runs. To try a program on a CPU, use `TPUEmbeddingForServing` or the layer of keras-rs.',
  },
  {
    says: [
      "No OpKernel was registered to support Op '{op:ours}'",
      "Op type not registered '{op:ours}'",
      "No registered '{op:ours}' OpKernel",
    ],
    cause:
      '`{op}` has no implementation in this TensorFlow on this device: ops of TPU embedding run on TPUs only.',
    advice:
      'Run the graph on a TPU, with a TensorFlow that is built for it (`tensorflow-tpu`), and import the same release that wrote the graph.',
  },
  {
    says: ['No registered kernel', '<no registered kernels>'],
    cause:
      'An op has no implementation on the devices of this machine: those of TPU embedding run on TPUs only.',
    advice: 'Connect to a TPU, and run the op in a function that a `tf.distribute.TPUStrategy` runs.',
  },
  {
    says: [
      'Cannot find any TPU cores in the system',
      'TPUs not found in the cluster',
      'No TPUs with the specified names exist',
      'Please provide a TPU Name to connect to',
      'At least one TPU must be specified',
      "Could not lookup TPU metadata from name '{name}'",
      'No TPU platform found',
      'No TPU platform is found',
      'No TPU platform registered',
      'Fail to initialize TPU system with master',
      'no TPU device found for',
      'TPU platform is not initialized',
    ],
    cause:
      'No TPU was found: this machine has none, its name or address is wrong, or the libraries cannot reach it.',
    advice:
      'Look whether the TPU is there and ready (`gcloud compute tpus tpu-vm list`). On a TPU VM give `tpu="local"` to `TPUClusterResolver`; in Colab choose a TPU runtime. Install TensorFlow as `tensorflow-tpu`, or JAX as `jax[tpu]`, with the libtpu that belongs to it.',
  },
  {
    says: [
      "Unable to initialize backend 'tpu'",
      "Unknown backend: 'tpu' requested",
      'Unknown backend tpu',
      'but it failed to initialize: {reason}',
      'NOT_FOUND: No … device found',
      'a TPU-enabled jaxlib or libtpu is not installed',
      'Failed to get global TPU topology',
    ],
    cause:
      'JAX found no TPU: there is none, another process holds it, or libtpu is missing or of another release.',
    advice:
      'Print `jax.devices()`. On a TPU VM install `jax[tpu]` in a fresh environment and end other programs that use the TPU; elsewhere leave `JAX_PLATFORMS` empty to run on the CPU.',
  },
  {
    says: [
      'Unknown sparsecore count for device kind: {kind}.',
      'Cannot determine device kind for device: {kind}',
    ],
    cause:
      'The program runs without a TPU that has SparseCores: it is on {kind}. Those with SparseCores are TPU v5p, v6e and TPU7x.',
    advice:
      'Run it on one of these, or give `num_sc_per_device` where only shapes are computed. For a CPU, use `DistributedEmbedding` of keras-rs with placement "auto".',
  },
  {
    says: [
      'The `sparse_core_embedding_config` argument is not supported with this TPU generation',
      'Placement to sparsecore was requested, however, this TPU does not support it',
      'Unsupported TPU embedding feature: {feature}',
      'no SparseCore is available',
      'No sparse core',
      'No embedding devices per chip info is found',
    ],
    cause: 'This TPU has no SparseCores, or does not tell of them; TPU v5p, v6e and TPU7x have them.',
    advice: 'Use one of these, or leave out what asks for SparseCores: placement "auto" runs everywhere.',
  },
  {
    says: [
      'libtpu.so already in use by another process',
      'The TPU is already in use by',
      'TPU is already in use by process with pid {pid:int}',
      'libtpu.so is already in use',
      "Device or resource busy: '/dev/accel",
      "Couldn't open iommu group",
    ],
    cause: 'Another process or user holds the TPU, such as a notebook or an earlier run that still lives.',
    advice:
      'Find it (`sudo lsof -w /dev/accel0`, or `/dev/vfio/*` on newer machines), end it, or restart the notebook’s kernel. Remove `/tmp/libtpu_lockfile` if no process is left.',
  },
  {
    says: [
      "module 'libtpu' has no attribute 'get_library_path'",
      'cloud_tpu_init failed',
      'Unexpected PJRT_Plugin_Attributes_Args size',
      'Unexpected PJRT_',
      'PJRT API version',
      'libtpu version mismatch',
      'undefined symbol: TfTpu',
    ],
    cause:
      'libtpu is not of the release that JAX, TensorFlow or torch_xla was built for, or two libraries brought one each.',
    advice:
      'Install one of them in an environment of its own, with the libtpu that it names: `jax[tpu]`, or `tensorflow-tpu`. Uninstall `libtpu-nightly` beside `libtpu`.',
  },

  // The system and the job
  {
    says: [
      'TPU system has not been initialized',
      'Try initializing the TPU system',
      'has not been initialized. Please call tf.tpu.experimental.initialize_tpu_system',
      'The TPU system is not initialized',
    ],
    cause: 'The TPU is used before it is initialized, or it was reset since.',
    advice:
      'Call `tf.config.experimental_connect_to_cluster(resolver)` and `tf.tpu.experimental.initialize_tpu_system(resolver)` once, at the very start, before the strategy and any variable.',
  },
  {
    says: [
      'TPU is already initialized for embeddings',
      'This will happen if you create multiple TPUEmbedding layers',
    ],
    cause: 'A second embedding object is built on one TPU, which can hold the tables of one only.',
    advice:
      'Put all features into one `TPUEmbedding`, or call `initialize_tpu_system` before the next is made; in a notebook, restart the kernel.',
  },
  {
    says: [
      'TPU system {name} has already been initialized. Reinitializing the TPU can cause previously created variables on TPU to be lost',
    ],
    cause: 'The TPU is initialized a second time, and loses the variables that it had.',
    advice: 'Initialize it once for each process, and make everything on the TPU after that.',
  },
  {
    says: ['initialize_tpu_system is not supported within tf.functions'],
    cause: 'The TPU is initialized inside a `tf.function`.',
    advice: 'Call `initialize_tpu_system` outside, before anything else.',
  },
  {
    says: [
      'Socket closed',
      'failed to connect to all addresses',
      'Unable to find a context_id matching the specified one',
      'Connection reset by peer',
      'Unable to find the relevant tensor remote_handle',
      'The TPU worker has been preempted',
      'worker was restarted',
      'UNAVAILABLE: ',
      'Session … is not found',
    ],
    cause:
      'The connection to the TPU was lost: it was preempted, restarted, or its process died, most often for lack of memory.',
    advice:
      'Look at the TPU’s state and at the log of the worker: the first error there is the cause. Then start the job again from its last checkpoint.',
  },
  {
    says: ['TPU "{name}" is not yet ready', 'Timed out waiting for TPU', 'is not yet ready; state'],
    cause: 'The TPU is still being made, or is being repaired.',
    advice: 'Wait until its state is READY and its health HEALTHY.',
  },
  {
    says: [
      'DEADLINE_EXCEEDED',
      'Deadline Exceeded',
      'Barrier timed out',
      'coordination service … timed out',
      'Timed out waiting for',
    ],
    cause:
      'One of the hosts did not answer in time: it has died, waits for data, or does not run the same program.',
    advice:
      'Look for the first error in the logs of all hosts. Every host must run the same program with the same number of steps, and start within the time limit.',
  },
  {
    says: [
      'The TPU is unhealthy',
      'TPU chip … is in a bad state',
      'Unexpected core halt',
      'TPU … unrecoverable',
      'Core halted unexpectedly',
      'core halted',
    ],
    cause:
      'The program on the TPU, or the TPU itself, stopped: often an id that is out of range, or broken hardware.',
    advice:
      'Check that all ids are below the number of rows of their table. If it happens on one machine only, replace that.',
  },
  {
    says: ['Missing runtime dependency on the Google API client'],
    cause: 'The library that asks Google Cloud about TPUs is not installed.',
    advice: 'Run `pip install cloud-tpu-client`, or give the address of the TPU instead of its name.',
  },
  {
    says: ['Tensorflow version {version} is not available on Cloud TPU'],
    cause: 'The TPU node cannot run TensorFlow {version}.',
    advice: 'Choose a TPU VM with the image of that release, or another release of TensorFlow.',
  },
  {
    says: [
      'requested {n:int} replicas but only {m:int} replicas',
      'computation footprint {shape} does not fit in TPU topology shape',
      '`topology` is not a Topology object',
      'computation_shape must have shape',
      'device_order_mode=DeviceOrderMode.RING is not compatible',
      '`mesh_shape` must be a',
    ],
    cause:
      'The device assignment asks for more cores, or another arrangement of them, than the TPU slice has.',
    advice:
      'Replicas times cores of each must not be more than the cores of the slice; leave the assignment out to use them all.',
  },
  {
    says: [
      'TPU cores on each host is not same',
      'TPU cores on each device is not the same',
      'Could not infer TPU job name',
      'Currently, tpu_worker is not an allowed job name',
      'Multiple TPU jobs',
    ],
    cause:
      'The hosts of the cluster do not look alike, or the job that holds the TPUs cannot be told from the others.',
    advice: 'Check the addresses and the job name that are given to the resolver.',
  },

  // Memory
  {
    says: [
      'Ran out of memory in memory space hbm. Used {used} of {all} hbm',
      'Ran out of memory in memory space hbm',
      'Exceeded hbm capacity',
      'E1000',
      'Attempting to reserve {size} at the bottom of memory',
      'Attempting to allocate {size}. That was not possible',
      'Error allocating device buffer',
      'Allocation … exceeds … HBM',
      'Not enough HBM',
      'not enough HBM memory',
    ],
    cause:
      'The chip’s memory (HBM) is too small for tables, their slot variables, the batch and the program together.',
    advice:
      'Ask `tpu-embedding plan --tpu NAME FILE` what the tables take. Use a larger slice, fewer or narrower rows, an optimizer with fewer slots, or a smaller batch.',
  },
  {
    says: [
      'Ran out of memory in memory space vmem',
      'Exceeded vmem capacity',
      'Ran out of memory in memory space smem',
      'Scoped allocation with size',
    ],
    cause: 'A single operation needs more of the fast memory on the chip than there is.',
    advice:
      'Shrink the batch or the width of the vectors that it works on, or try a newer compiler (libtpu).',
  },
  {
    says: [
      'Ran out of memory in memory space spmem',
      'Ran out of memory in memory space tile_spmem',
      'Exceeded spmem capacity',
      'out of memory in memory space sparse',
      'SparseCore … out of memory',
      'exceeding the activation memory limit',
    ],
    cause: 'The SparseCores’ own memory is too small for the ids and activations of a stack of tables.',
    advice:
      'Lower `max_ids_per_partition` and `max_unique_ids_per_partition`, put fewer tables into a stack, or make the batch smaller.',
  },
  {
    says: ['RESOURCE_EXHAUSTED', 'ResourceExhaustedError', 'OOM when allocating tensor'],
    cause: 'Memory ran out: of the chip, where the message names HBM, else of the host.',
    advice:
      'Ask `tpu-embedding plan` what the tables take, and make tables or batch smaller, or the slice larger.',
  },
  {
    says: [
      'std::bad_alloc',
      'Killed process',
      'MemoryError',
      'Cannot allocate memory',
      'exit code 137',
      'out of memory: Killed',
    ],
    cause:
      'The host ran out of memory. Each host holds a copy of its shard of the tables while they are loaded or saved.',
    advice: 'Use hosts with more memory or more of them, and smaller buffers of input data.',
  },

  // Input data and shapes, as they show at a run
  {
    says: [
      'which does not have the `_tpu_input_identity` attr',
      'does not have the `_tpu_input_identity` attr',
    ],
    cause:
      'Ids are computed or changed inside the step instead of coming straight from its arguments: a cast by a Keras `Input` of another dtype, or batches of changing size, do so too.',
    advice:
      'Give the step ids of the final dtype and shape: `batch(n, drop_remainder=True)`, the right dtype on each `tf.keras.Input`, and compute nothing on them before `enqueue`.',
  },
  {
    says: ['does not match graph which contains TPUReplicateContext'],
    cause: '`enqueue` is called inside a condition, a loop or a `tf.function` within `strategy.run`.',
    advice:
      'Call it in the function itself that `strategy.run` runs, outside of `if`, `for` and inner functions.',
  },
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

  // Checkpoints
  {
    says: [
      'Layouts in checkpoint and embedding must have the same keys',
      'Sharded to Unsharded is not implemented yet',
      'Invalid shard offset:',
      'Invalid shard shape:',
      'When a sharded variable is initialized from a checkpoint, shard_info must be',
      'The target model will group tables into different stacks',
    ],
    cause:
      'The checkpoint was written for other tables, another stacking of them, or another number of chips.',
    advice:
      'Restore with the same tables, order, names and stacking. `tpu-embedding diff` shows what differs between two configurations.',
  },
  {
    says: [
      'Restoring tensor … shape … different',
      'Received incompatible tensor with shape {found} when attempting to restore variable with shape {wanted}',
      'shape in checkpoint',
      'Assign requires shapes of both tensors to match',
      'not found in checkpoint',
      'Unresolved object in checkpoint',
      'Nothing except the root object matched a checkpointed value',
    ],
    cause: 'The checkpoint does not fit the model: a table has another size, width, name or optimizer.',
    advice:
      'Restore with the tables that wrote it. `tpu-embedding extract` shows the configuration in a checkpoint, `diff` what differs.',
  },
  {
    says: [
      "Could not find 'embedding_table' in the restored model state",
      'found in checkpoint metadata',
      'Could not automatically locate an attribute of type embed.SparseCoreEmbed',
      'No checkpoints found in',
      'not found in checkpoint directory',
      'No stats files found in',
    ],
    cause:
      'The files do not hold what is looked for: the folder is another, nothing has been written yet, or the layer has another name.',
    advice: 'Check the path, the step and the name of the embedding layer.',
  },

  // Versions
  {
    says: ['Expected an int, got a boolean'],
    cause:
      'protobuf 7 does not take a boolean for an enum, which TensorFlow up to 2.21 gives it for every optimizer of a table.',
    advice: 'Install an older one: `pip install "protobuf<7"`.',
  },
  {
    says: [
      'Descriptors cannot be created directly',
      'Descriptors cannot not be created directly',
      'Detected incompatible Protobuf Gencode/Runtime versions',
      "cannot import name 'builder' from 'google.protobuf.internal'",
      "cannot import name 'runtime_version' from 'google.protobuf'",
    ],
    cause: 'The installed protobuf is too old or too new for code that was generated for another release.',
    advice:
      'Install the release that the library asks for; `tpu-embedding doctor` says which do not go together.',
  },
  {
    says: [
      'Using DistributedEmbedding on TPU without the jax-tpu-embedding module installed',
      'DistributedEmbedding on TPU with SparseCore chips requires the jax-tpu-embedding module',
      "No module named 'jax_tpu_embedding'",
    ],
    cause: 'jax-tpu-embedding is not installed, so that keras-rs cannot use SparseCores.',
    advice: 'Run `pip install jax-tpu-embedding` (Linux on x86-64; new releases need Python 3.12).',
  },
  {
    says: ["No module named 'keras_rs'", "No module named 'tensorflow_recommenders'"],
    cause: 'The library is not installed in the environment that runs the program.',
    advice: 'Install it there: `pip install keras-rs`, or `tensorflow-recommenders`.',
  },

  // Training
  {
    says: [
      'encountered NaN',
      'Loss is NaN',
      'loss is nan',
      'NaN loss during training',
      'Nan in summary histogram',
      'invalid value (nan) encountered',
      'loss: nan',
      'Tensor had NaN',
      'Invalid loss, terminating training',
      'FloatingPointError: invalid value',
    ],
    cause:
      'Numbers became NaN or infinite: the learning rate is too high, an accumulator or epsilon begins at 0, or the input holds NaN.',
    advice:
      'Lower the learning rate, clip gradients or weights, look for NaN in the input, and check the optimizer of each table: `tpu-embedding check` reports zeros that divide.',
  },

  // jax-tpu-embedding and keras-rs
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
    ],
    cause:
      'Ids are dropped, because a batch has more for one SparseCore than the limits allow. Training goes on without them.',
    advice: 'Raise `max_ids_per_partition` and `max_unique_ids_per_partition`, or let `update_stats` do so.',
  },
  {
    says: [
      'The max_ids_per_chip is set to be {n:int} which is not going to fit all ids',
      'Please consider raising max_division_level',
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
];
