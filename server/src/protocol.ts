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

/** Client to server: the optimizer at a place of a document, for the preview of its updates. */
export const optimizerAt = 'tpuEmbedding/optimizerAt';

export interface OptimizerAtParams {
  uri: string;
  /** Counted from 0; characters in UTF-16. */
  position: Position;
}

/** The answer to `optimizerAt`, null where no optimizer stands there. */
export interface OptimizerAtPlace {
  /** The document's version that this was read from. */
  version: number;
  /** The `optimization_parameters` field or the call. */
  range: Range;
  /** The table's name, or the optimizer's where no table is known. */
  title: string;
  /** The message as ProtoJSON; what the source leaves out is left out. */
  optimizationParameters: Record<string, unknown>;
  /** Start values of the slots that the source sets, such as `{ "accumulators": 0.1 }`. */
  initial: Record<string, number>;
  /** Paths whose values the source computes, such as `optimizationParameters.learningRate.constant`. */
  unknown: string[];
  /** Paths that `optimizerEdit` can write. */
  editable: string[];
  table?: TableCost;
}

/** What a table and its slots take. */
export interface TableCost {
  name?: string;
  vocabularySize: number;
  dimension: number;
  /** Floats that a row takes on the device. */
  paddedDimension: number;
  rowsPerHost: number[];
  /** One entry for the parameters and each slot, in TensorFlow's order. */
  variables: { name: string; deviceBytes: number; hostBytes: number }[];
  deviceBytes: number;
  hostBytes: number;
  /** Of `deviceBytes`, what padding wastes. */
  paddingBytes: number;
}

/** Client to server: the edits that write other values into the optimizer at a place. */
export const optimizerEdit = 'tpuEmbedding/optimizerEdit';

export interface OptimizerEditParams extends OptimizerAtParams {
  /** The version that the preview was made from; another one is answered with a reason. */
  version: number;
  changes: { path: string; value: number | boolean }[];
}

export type OptimizerEditResult =
  | { edits: { range: Range; newText: string }[] }
  /** Why nothing can be written, in a sentence for people. */
  | { reason: string };

interface Position {
  line: number;
  character: number;
}

interface Range {
  start: Position;
  end: Position;
}
