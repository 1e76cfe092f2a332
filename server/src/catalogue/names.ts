import { oncePerName } from '../basics/once';

/** The names of a public TensorFlow symbol: its own, and those in the compatibility modules. */
export function everywhere(path: string): string[] {
  return [`tensorflow.${path}`, `tensorflow.compat.v1.${path}`, `tensorflow.compat.v2.${path}`];
}

/** The path of a name of TensorFlow below its package, or below a compatibility module; undefined for names of others. */
export const pathInTensorFlow = oncePerName((name) => BELOW_TENSORFLOW.exec(name)?.[1]);
const BELOW_TENSORFLOW = /^tensorflow\.(?:compat\.v[12]\.)?(.+)$/;

export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The module or class that a name belongs to; empty for a package. */
export const parentPath = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));

export const officialPage = (path: string): string =>
  `https://www.tensorflow.org/api_docs/python/tf/${path.replaceAll('.', '/')}`;

/** The id of a member of `tf.tpu.experimental.embedding`. */
export const embeddingId = (name: string): string => `tensorflow.tpu.experimental.embedding.${name}`;
