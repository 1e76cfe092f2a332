import type { Entry } from '../types';

/** Everything of JAX TPU Embedding that programs use. */
export const jaxTpuEmbeddingEntries = (): Entry[] => [];
