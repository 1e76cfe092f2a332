import type { Cause } from './cause';

/** Libraries that are missing or do not go together. */
export const VERSIONS: readonly Cause[] = [
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
    says: [
      "No module named 'flax'",
      "No module named 'jax'",
      "No module named 'tensorflow'",
      "No module named 'keras'",
      "No module named 'keras_rs'",
      "No module named 'tensorflow_recommenders'",
    ],
    cause: 'The library is not installed in the environment that runs the program.',
    advice: 'Install it there: `pip install keras-rs`, or `tensorflow-recommenders`.',
  },
  {
    says: [
      'Invalid name: An op that loads optimization parameters',
      'is neither a type of a primitive operation nor a name of a function registered in binary running on',
      'Duplicate registration of device factory',
      'Op with name … already registered',
    ],
    cause:
      'Two releases or builds of TensorFlow meet: two packages in one environment, or a program and a TPU worker of another release.',
    advice: 'Install one TensorFlow in a fresh environment, of the release that the TPU worker runs.',
  },
  {
    says: [
      "module 'jax' has no attribute '{name}'",
      "cannot import name '{name}' from 'jax",
      "module 'jaxlib.xla_extension' has no attribute",
      "No module named 'jax.experimental.layout'",
    ],
    cause: 'The installed JAX is older or newer than the program or a library expects.',
    advice:
      'Install the release that the library names: jax-tpu-embedding of 2026 needs JAX 0.10.1 or newer.',
  },
  {
    says: ['requires tf.keras to be Keras version 2 but got version {version}'],
    cause: 'TensorFlow Recommenders needs Keras 2, and Keras {version} is installed.',
    advice: 'Run `pip install tf-keras` and set `TF_USE_LEGACY_KERAS=1` before TensorFlow is imported.',
  },
  {
    says: ['The scann library is not present'],
    cause: 'ScaNN is not installed.',
    advice: 'Run `pip install scann`, or use `BruteForce`.',
  },
  {
    says: [
      'No matching distribution found for jax-tpu-embedding',
      'Could not find a version that satisfies the requirement jax-tpu-embedding',
    ],
    cause: 'jax-tpu-embedding has no package for this system or this Python.',
    advice: 'It needs Linux on x86-64 and, since 2026, Python 3.12.',
  },
];
