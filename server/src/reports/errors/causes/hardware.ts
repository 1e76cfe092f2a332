import type { Cause } from './cause';

/** No TPU, or not that one. */
export const HARDWARE: readonly Cause[] = [
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
      'No GPU/TPU found, falling back to CPU',
      'was explicitly assigned to /device:TPU',
      'Failed to configure worker {worker}',
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
      'Requested backend tpu, but it failed to initialize',
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
      'Internal error when accessing libtpu multi-process lockfile',
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
  {
    says: ['LoadPjrtPlugin is not implemented on windows'],
    cause: 'libtpu exists for Linux only, so that Windows cannot use a TPU.',
    advice: 'Run on a TPU VM or in Colab, and leave `JAX_PLATFORMS` empty elsewhere.',
  },
  {
    says: [
      'No registered implementation for custom call to',
      'No registered implementation for untyped custom call to',
      'Custom call target {name} not found',
      'custom_call_target is not registered',
      "Translation rule for primitive 'tpu_sparse",
      "MLIR translation rule for primitive 'tpu_sparse",
    ],
    cause: 'A lookup on SparseCores was compiled for a device that has none, such as the CPU.',
    advice:
      'Run it on TPU v5p, v6e or TPU7x. To try a program on a CPU, use `DistributedEmbedding` of keras-rs with placement "auto".',
  },
  {
    says: ['Mosaic failed to compile TPU kernel'],
    cause:
      'A kernel of the program needs a newer TPU or another release of libtpu, or holds what the hardware cannot do.',
    advice:
      'Install the libtpu that belongs to this JAX; if the kernel is your own, read what it says about shapes and types.',
  },
];
