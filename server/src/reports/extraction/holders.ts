/**
 * Whether an attribute of an op is a serialized TPUEmbeddingConfiguration: of those that write and read embeddings, set up the
 * system or work on deduplicated ids, also those of other releases. A test asks TensorFlow's registry about all ops.
 */
export const holdsConfiguration = (op: string, attribute: string): boolean =>
  ATTRIBUTES.has(attribute) && /TPUEmbedding|DistributedTPU|DedupData/.test(op);

/** `config` is also what other ops call their own settings. */
const ATTRIBUTES: ReadonlySet<string> = new Set(['config', 'embedding_config', 'tpu_embedding_config']);

/** Whether an attribute may be one, whatever its op. */
export const mayHoldConfiguration = (attribute: string): boolean => ATTRIBUTES.has(attribute);
