const TENSORFLOW = 'https://github.com/tensorflow/tensorflow/blob/v2.21.0/tensorflow';

type Reference = { readonly title: string; readonly url: string };

/** A kernel for the CPU, to which TensorFlow's description of the optimizers refers. */
export function trainingOps(kernel: string): Reference {
  return { title: `${kernel}, TensorFlow's CPU kernel`, url: `${TENSORFLOW}/core/kernels/training_ops.cc` };
}

/** How the SparseCore operations compute it. */
export const sparseCore: Reference = {
  title: 'SparseCore operations of TensorFlow',
  url: `${TENSORFLOW}/core/tpu/kernels/sparse_core_xla_ops.cc`,
};

/** The comments of TensorFlow's own message definitions. */
export const description: Reference = {
  title: "TensorFlow's description of the message",
  url: `${TENSORFLOW}/core/protobuf/tpu/optimization_parameters.proto`,
};

/** The library that trains JAX models on SparseCore. */
export const jax: Reference = {
  title: 'jax-tpu-embedding',
  url: 'https://github.com/jax-ml/jax-tpu-embedding/blob/main/jax_tpu_embedding/sparsecore/lib/nn/embedding_spec.py',
};

export const yogi: Reference = {
  title: 'Zaheer et al.: Adaptive Methods for Nonconvex Optimization, algorithm 2',
  url: 'https://papers.nips.cc/paper/8186-adaptive-methods-for-nonconvex-optimization',
};

/** The slots' start values are those of a class of `tf.tpu.experimental.embedding`. */
export const startAs = (name: string): string =>
  `The start values are those of \`tf.tpu.experimental.embedding.${name}\`.`;

/** No class of TensorFlow 2 makes the optimizer, but one of its first release did. */
export const startAsInTensorFlow1 = (name: string): string =>
  `The start values are those of \`${name}\`, a class of TensorFlow 1's API of TPU embedding.`;

/** No class has ever made the optimizer, so that a program loads what it likes. */
export const startChosen = (like?: string): string =>
  `No class of TensorFlow makes it for TPUs: the start values are chosen here${like ? `, like those of ${like}` : ''}.`;
