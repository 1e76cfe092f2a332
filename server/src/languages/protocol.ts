// Requests and notifications beside those of the Language Server Protocol. Only plain types and names, because the
// client and the server use different releases of the protocol's library.

import type { Form } from '../configuration/form-names';
import type { ValueChange } from '../configuration/value-change';
import type { LimitsCall } from '../sizing/limit-calls';
import type { SizedTables, TableCost } from '../sizing/tables';

/** The source that our diagnostics name. */
export const SOURCE = 'tpu-embedding';

/** Client to server: which protobuf message does this document hold, and why? */
export const documentStatus = 'tpuEmbedding/documentStatus';

/** Server to client: the answer to `documentStatus` may have changed. */
export const statusChanged = 'tpuEmbedding/statusChanged';

/** A notification to the server, without parameters: the user trusts the open folders from now on. */
export const trustGranted = 'tpuEmbedding/trustGranted';

/** The parameters of requests and notifications about a whole document. */
export interface DocumentParams {
  uri: string;
}

export interface DocumentStatus {
  /** The message's full name, such as `tensorflow.tpu.TPUEmbeddingConfiguration`; absent if none applies. */
  message?: string;
  /** The kind of fact that decided it. */
  reason: StatusReason;
  /** The reason in a sentence for people. */
  detail: string;
  /** For Python that uses TPU embedding: the TensorFlow that it runs on. */
  tensorflow?: TensorflowStatus;
  /** For Python with a library that behaves differently by what it runs on: what that is. */
  targets?: TargetsStatus;
}

export interface TargetsStatus {
  /** `sparsecore-jax`, `sparsecore-tf`, `cpu`, `tf-cpu`. */
  targets: readonly string[];
  /** The same in words: `SparseCores or a CPU with JAX`. */
  text: string;
  /** Why, and the releases of these libraries, in sentences. */
  detail: string;
}

export interface TensorflowStatus {
  /** `2.15`, or several: `2.10 or newer`, `2.10 to 2.15`; absent if it is unknown. */
  version?: string;
  /** The source of the version, or why it is unknown. */
  detail: string;
}

/**
 * - `header`: the file's `# proto-message:` comment names the message
 * - `pattern`: a setting maps the file's name to the message
 * - `content`: the fields in the file can only belong to the message
 * - `none`: the message is unknown, so only the syntax is checked
 * - `unknown-message`: the header names a message that no schema describes
 */
export type StatusReason = 'header' | 'pattern' | 'content' | 'none' | 'unknown-message';

/**
 * Client to server: the optimizer at a position of a document, for the preview of its updates. In text format that is
 * the `optimization_parameters` around the position, those of the table or feature around it, or else the nearest above. In
 * Python it is the optimizer whose call is around the position, or the one passed to the `TableConfig` there.
 */
export const optimizerAt = 'tpuEmbedding/optimizerAt';

export interface OptimizerAtParams {
  uri: string;
  /** Counted from 0; characters in UTF-16. */
  position: Position;
}

/** The answer to `optimizerAt`; null if there is no optimizer. */
export interface OptimizerAtPlace {
  /** The document with the optimizer, if it is in another cell of the notebook. */
  uri?: string;
  /** The version of the document with the optimizer. */
  version: number;
  /** The `optimization_parameters` field or the call. */
  range: Range;
  /** The name of the table, or that of the optimizer if the table is unknown. */
  title: string;
  /**
   * `tensorflow.tpu.OptimizationParameters` as ProtoJSON: enums by name, floats by their shortest digits, NaN and
   * infinities as strings. In text format it has the fields that are written; for a call, also the defaults. Empty for an
   * optimizer of another library.
   */
  optimizationParameters: Record<string, unknown>;
  /**
   * An optimizer of another library, such as `{ "library": "jax-tpu-embedding", "name": "AdamOptimizerSpec", "arguments": { … } }`
   * with its defaults. A learning rate that is a function is a text.
   */
  optimizer?: { library: string; name: string; arguments: Record<string, unknown> };
  /** Where this optimizer trains the table and where another one does, in sentences for people. */
  note?: string;
  /** Initial values of the slots that the source sets, such as `{ "accumulators": 0.1 }`. */
  initial: Record<string, number>;
  /** Paths, such as `optimizationParameters.learningRate.constant` or `optimizer.arguments.beta_1`, whose values are computed or cannot be read. */
  unknown: string[];
  /** Paths that `optimizerEdit` can write, also if they have no value yet. */
  editable: string[];
  /** Absent if the table or its size is unknown. */
  table?: TableCost;
  /** The preview's state, if the text is a run that the preview saved: the JSON after `RUN_COMMENT`. */
  run?: Record<string, unknown>;
}

/** Begins the comment line with a saved run's state. */
export const RUN_COMMENT = '# tpu-embedding-run: ';

/** Client to server: the edits that change values of the optimizer that `optimizerAt` finds at a position. */
export const optimizerEdit = 'tpuEmbedding/optimizerEdit';

export interface OptimizerEditParams extends OptimizerAtParams {
  /** The version that the preview was made from. If the document has another one, the answer is a reason. */
  version: number;
  changes: ValueChange[];
}

export type OptimizerEditResult =
  /** All edits are in the requested document, and they do not overlap. */
  | { edits: { range: Range; newText: string }[] }
  /** Why nothing can be written, in a sentence for people. */
  | { reason: string };

/** Client to server: the configurations that libraries, or the program itself, build in a Python document. */
export const derive = 'tpuEmbedding/derive';

/** One for each embedding object and for each message that the program builds. A call that is reached several times has several. */
export interface DerivedConfiguration {
  /** The call that makes the object or message; in a notebook it may be in another cell. */
  at: Location;
  /** The library, such as `keras-rs`, that has no message for it: the text is YAML then. */
  library?: string;
  /** In text format, with unknown values as comments; empty if the library refuses to build it. */
  text: string;
  /** Each line of the text. */
  lines: DerivedLine[];
  /** Why the library refuses, in a sentence for people, and the cause. */
  refused?: { reason: string; at: Location };
}

export interface DerivedLine {
  /** The field as ProtoJSON names it, such as `tableDescriptor[0].dimension`. */
  path: string;
  /** The code that gives the value, or that makes it unknown; absent for values from settings. */
  at?: Location;
  /** Why the value is unknown, in a sentence for people. */
  unknown?: string;
  /** The problems of the field, in sentences for people. */
  problems: string[];
}

/** Client to server: the facts that decide the memory of the configurations that a document holds or builds. */
export const plan = 'tpuEmbedding/plan';

/** The sizes of a configuration in text format, or of one that TensorFlow builds for a program. */
export interface PlannedConfiguration {
  /** The first field of the configuration, or the call that builds it. */
  at: Location;
  /** The version of the requested document. */
  version: number;
  /** The library, such as `keras-rs`, that builds it, unless that is TensorFlow. */
  library?: string;
  /** Absent if the library refuses to build the configuration. */
  sizes?: SizedTables;
  /** Why the library refuses, in a sentence for people. */
  refused?: string;
  /** Paths that `planEdit` can write, such as `numHosts` and `tables[0].dimension`. */
  editable: string[];
  /** Of tables whose library has limits of ids: the calls of the program that take them. */
  limits?: (LimitsCall & { at: Location })[];
}

/** Client to server: the edits that change sizes of a configuration in the answer of `plan`. */
export const planEdit = 'tpuEmbedding/planEdit';

export interface PlanEditParams {
  uri: string;
  version: number;
  /** The index of the configuration in the answer. */
  index: number;
  changes: ValueChange[];
}

/**
 * Server to client, if the client gave `readsFiles` at its start: reads a file or folder of the workspace that the server cannot
 * read itself. The answer is null if it does not exist.
 */
export interface FileRequests {
  'tpuEmbedding/readFile': {
    params: { uri: string; maxBytes: number };
    /** Without `base64` if the file has more than `maxBytes`. */
    answer: { base64?: string };
  };
  'tpuEmbedding/listFolder': {
    params: { uri: string };
    /** A link to a folder counts as a file. */
    answer: { entries: { name: string; isFolder: boolean }[] };
  };
  /** A string that changes with each change of the file or folder. */
  'tpuEmbedding/stampOf': { params: { uri: string }; answer: { stamp: string } };
}

/** Client to server: the configurations in a graph, saved model, checkpoint or log, or in all files of a folder. */
export const extract = 'tpuEmbedding/extract';

export interface ExtractParams {
  /** The URI of a file or folder, or for a checkpoint the common prefix of its files. */
  uri: string;
}

export interface ExtractResult {
  /** The distinct configurations, in the order in which they are found. */
  configurations: ExtractedConfiguration[];
  /** The number of files that were searched. */
  files: number;
  /** Problems with files, or why the requested file has no configuration, in sentences for people. */
  problems: string[];
}

export interface ExtractedConfiguration {
  /** In text format, below comments that name its holders. */
  text: string;
  /** The files and nodes that hold it; `path` is relative to the parent of the requested file or folder. */
  holders: readonly { readonly path: string; readonly nodes: readonly string[] }[];
}

/** Client to server: the differences in meaning between an earlier configuration and the one in a document. */
export const compare = 'tpuEmbedding/compare';

export interface CompareParams {
  /** The document with the later configuration. */
  uri: string;
  /** Chooses one of several configurations of a program; by default, the first. */
  position?: Position;
  /** An older version of the document, or another file. The name and the content decide the form. */
  before: EarlierVersion;
}

/** The text of the file or, for binary content, its bytes in base64. */
export type EarlierVersion = { uri: string } & ({ text: string } | { base64: string });

export type CompareResult =
  | ComparedConfigurations
  /** Why the two cannot be compared, in a sentence for people, and the place of the cause. */
  | { reason: string; side: ComparedSide; range?: Range };

type ComparedSide = 'before' | 'after';

export interface ComparedConfigurations {
  /** The version of the requested document. */
  version: number;
  /** Whether both certainly mean the same. */
  same: boolean;
  differences: ConfigurationDifference[];
  /** The unknown values of each side, with the reasons in sentences for people. */
  unknown: { path: string; side: ComparedSide; reason: string }[];
  /** Memory of all tables on the devices; null if it is unknown. */
  deviceBytes: { before: number | null; after: number | null };
  /** The same in a sentence for people. */
  memory: string;
  /** Why a checkpoint of the earlier one does not load into the other, in sentences for people; empty if it may. */
  breaking: { path: string; kind: string; reason: string }[];
}

export interface ConfigurationDifference {
  /** Such as `numHosts` and `tables.user.dimension`. */
  path: string;
  kind: 'changed' | 'added' | 'removed' | 'renamed' | 'moved';
  /** ProtoJSON, with 64-bit integers as numbers if these can hold them; null if there is no value. */
  before: unknown;
  after: unknown;
  /** A sentence for people, such as `Table user: dimension 16 → 32`. */
  text: string;
  /** The parts of the sentence: the owner (empty for the configuration itself), the subject, and existing values. */
  words: { owner: string; what: string; before?: string; after?: string };
  /** The places of the values or, if these are not written, of the code around them. */
  at: { before?: Range; after?: Location };
}

/** Client to server: the answer of a tool for language models. */
export const askTool = 'tpuEmbedding/askTool';

export interface AskToolParams {
  /** The name of the tool, such as `check`. */
  tool: string;
  /** See docs/editors.md and the tool's schema. Paths are absolute, URIs, or relative to the workspace's folders. */
  arguments: Record<string, unknown>;
}

/** Null after an internal error, which the log has. */
export type ToolAnswer =
  | {
      /** The data of the tool's schema. */
      data: Record<string, unknown>;
      /** The same for people. */
      text: string;
    }
  /** Why there is no answer, in a sentence for the caller. */
  | { problem: string };

/** What may have made a program fail, as the tool `diagnose` answers; lines and columns count from 1. */
export interface FailureExplanation {
  /** The rule for the mistake; null where it is none that can be seen in a program. */
  rule: string | null;
  /** In plain words. */
  cause: string;
  /** The place in the person's own program. */
  at?: { path: string; line: number };
  /** What to do, where no rule's page says so. */
  advice?: string;
  /** The mistake itself, where the program shows it. */
  problem?: { path: string; line: number; column: number; severity: string; code: string; message: string };
  /** The rule's page. */
  href?: string;
}

/** The URI scheme of documents that show configurations built by programs. They are neither checked nor edited. */
export const DERIVED_SCHEME = 'tpu-embedding-configuration';

export interface Location {
  uri: string;
  range: Range;
}

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** Client to server: what a report of a problem of the server says about a document's surroundings. */
export const report = 'tpuEmbedding/report';

export interface ReportParams extends DocumentParams {
  /** The code of a problem of the document: asks for the smallest text that still has it. */
  rule?: string;
}

export interface ReportFacts {
  versions: { package: string; version: string; source: string }[];
  /** Those that differ from their defaults, by name. */
  settings: Record<string, unknown>;
  /** Undefined if the document alone does not have the problem. */
  example?: string;
}

/** Client to server: a configuration in another form. */
export const convert = 'tpuEmbedding/convert';

/** `tf` makes TensorFlow's objects; see docs/forms.md. */
export type TargetName = Form | 'tf';

export interface ConvertParams {
  /** The name of the file. Without `from`, its extension or else the content decides the form. */
  name: string;
  /** The bytes of the file in base64. */
  content: string;
  from?: Form;
  to: TargetName;
  /** For a program, from 0: chooses the first configuration that ends at this line or below. */
  line?: number;
  /** For a notebook: the cell of `line`, from 0. */
  cell?: number;
}

export type ConvertResult =
  | {
      /** The form of the file. */
      from: Form;
      /** The bytes of the new file in base64. */
      content: string;
      /** Notes for the user, in sentences. */
      notes: string[];
    }
  /** Why the file cannot be read or converted, in sentences for people. In a notebook, ranges are in a cell. */
  | { from: Form; problems: { message: string; range?: Range; cell?: number }[] };
