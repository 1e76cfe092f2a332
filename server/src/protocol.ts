// Requests and notifications of our own, beside those of the Language Server Protocol. Plain types and names
// only: the client and the server are built on different releases of the protocol's library.

/** Client to server: which protobuf message does this document hold, and why? */
export const documentStatus = 'tpuEmbedding/documentStatus';

/** Server to client: the answer to `documentStatus` may have changed. */
export const statusChanged = 'tpuEmbedding/statusChanged';

/** The parameters of both. */
export interface DocumentStatusParams {
  uri: string;
}

export interface DocumentStatus {
  /** The message's full name, such as `tensorflow.tpu.TPUEmbeddingConfiguration`; absent where none applies. */
  message?: string;
  /** What decided it. */
  reason: StatusReason;
  /** The reason in a sentence for people. */
  detail: string;
}

/**
 * - `header`: the file's `# proto-message:` comment names the message
 * - `pattern`: a setting maps the file's name to the message
 * - `content`: the fields written can only belong to the message
 * - `none`: nothing says which message this is, so only the syntax is known
 * - `unknown-message`: the header names a message that no schema describes
 */
export type StatusReason = 'header' | 'pattern' | 'content' | 'none' | 'unknown-message';
