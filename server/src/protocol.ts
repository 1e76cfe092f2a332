// Requests and notifications of our own, beside those of the Language Server Protocol. Plain types and names
// only: the client and the server are built on different releases of the protocol's library.

import type { Form } from './configuration/form-names';
import type { ValueChange } from './configuration/value-change';
import type { SizedTables, TableCost } from './sizing/tables';

/** Client to server: which protobuf message does this document hold, and why? */
export const documentStatus = 'tpuEmbedding/documentStatus';

/** Server to client: the answer to `documentStatus` may have changed. */
export const statusChanged = 'tpuEmbedding/statusChanged';

/** A notification to the server, without parameters: the person trusts the folders that are open from now on. */
export const trustGranted = 'tpuEmbedding/trustGranted';

/** The parameters of requests and notifications about a whole document. */
export interface DocumentParams {
  uri: string;
}

export interface DocumentStatus {
  /** The message's full name, such as `tensorflow.tpu.TPUEmbeddingConfiguration`; absent where none applies. */
  message?: string;
  /** What decided it. */
  reason: StatusReason;
  /** The reason in a sentence for people. */
  detail: string;
  /** Of Python that uses TPU embedding: the TensorFlow that it runs on. */
  tensorflow?: TensorflowStatus;
}

export interface TensorflowStatus {
  /** `2.15`, or several: `2.10 or newer`, `2.10 to 2.15`; absent where it is not known. */
  version?: string;
  /** What says so, or why it is not known. */
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

/**
 * Client to server: the optimizer at a place of a document, for the preview of its updates. In text format that is
 * the `optimization_parameters` around the place, of the table whose block or feature it is in, or else the nearest
 * above; in Python the call of an optimizer around it, or the one that the call of a `TableConfig` there is given.
 */
export const optimizerAt = 'tpuEmbedding/optimizerAt';

export interface OptimizerAtParams {
  uri: string;
  /** Counted from 0; characters in UTF-16. */
  position: Position;
}

/** The answer to `optimizerAt`, null where no optimizer stands there. */
export interface OptimizerAtPlace {
  /** The document that the optimizer stands in, where it is another one: a cell of the same notebook. */
  uri?: string;
  /** The version of that document that this was read from. */
  version: number;
  /** The `optimization_parameters` field or the call. */
  range: Range;
  /** The table's name, or the optimizer's where no table is known. */
  title: string;
  /**
   * `tensorflow.tpu.OptimizationParameters` as ProtoJSON: enums by name, floats by their shortest digits, NaN and
   * infinities as strings. Of text format it holds the fields that are written, of a call also its defaults.
   */
  optimizationParameters: Record<string, unknown>;
  /** Start values of the slots that the source sets, such as `{ "accumulators": 0.1 }`. */
  initial: Record<string, number>;
  /** Paths, such as `optimizationParameters.learningRate.constant`, whose values are computed or cannot be read. */
  unknown: string[];
  /** Paths that `optimizerEdit` can write, whether there is a value now or not. */
  editable: string[];
  /** Absent where the table or its size is not known. */
  table?: TableCost;
}

/** Client to server: the edits that write other values into the optimizer that `optimizerAt` finds at a place. */
export const optimizerEdit = 'tpuEmbedding/optimizerEdit';

export interface OptimizerEditParams extends OptimizerAtParams {
  /** The version that the preview was made from; another one is answered with a reason. */
  version: number;
  changes: ValueChange[];
}

export type OptimizerEditResult =
  /** All in the document asked for; none overlaps another. */
  | { edits: { range: Range; newText: string }[] }
  /** Why nothing can be written, in a sentence for people. */
  | { reason: string };

/** Client to server: the configurations that TensorFlow builds of a Python document, or the program itself. */
export const derive = 'tpuEmbedding/derive';

/** One for each embedding object and each message put together; several for a call that the program reaches several times. */
export interface DerivedConfiguration {
  /** The call that makes the object or message; in a notebook it may be in another cell. */
  at: Location;
  /** In text format, what is not known as comments; empty where TensorFlow refuses to build one. */
  text: string;
  /** Each line of the text. */
  lines: DerivedLine[];
  /** Why TensorFlow refuses, in a sentence for people, and the cause. */
  refused?: { reason: string; at: Location };
}

export interface DerivedLine {
  /** The field as ProtoJSON names it, such as `tableDescriptor[0].dimension`. */
  path: string;
  /** Where the program says it, or what it rests on where it is not known; absent for what settings say. */
  at?: Location;
  /** Why it is not known, in a sentence for people. */
  unknown?: string;
  /** What is wrong with it, in sentences for people. */
  problems: string[];
}

/** Client to server: what decides the memory of the configurations in a document, or of those that it makes. */
export const plan = 'tpuEmbedding/plan';

/** A configuration in text format, or one that TensorFlow builds of a program, as far as its memory goes. */
export interface PlannedConfiguration {
  /** Its first field, or the call that makes it. */
  at: Location;
  /** The version of the document asked for. */
  version: number;
  /** Absent where TensorFlow refuses to build one. */
  sizes?: SizedTables;
  /** Why it does, in a sentence for people. */
  refused?: string;
  /** What `planEdit` can write: `numHosts`, or of a table such as `tables[0].dimension`. */
  editable: string[];
}

/** Client to server: the edits that write other sizes into a configuration that `plan` answered with. */
export const planEdit = 'tpuEmbedding/planEdit';

export interface PlanEditParams {
  uri: string;
  version: number;
  /** The configuration's place in the answer. */
  index: number;
  changes: ValueChange[];
}

/**
 * Server to client, if that says `readsFiles` at its start, about a file or folder in the workspace's folders that the server
 * cannot read itself. The answer is null where there is none.
 */
export interface FileRequests {
  'tpuEmbedding/readFile': {
    params: { uri: string; maxBytes: number };
    /** Without `base64` where there are more bytes than asked for. */
    answer: { base64?: string };
  };
  'tpuEmbedding/listFolder': {
    params: { uri: string };
    /** A link to a folder counts as a file. */
    answer: { entries: { name: string; isFolder: boolean }[] };
  };
  /** The stamp tells the states of a file, or of a folder, from each other. */
  'tpuEmbedding/stampOf': { params: { uri: string }; answer: { stamp: string } };
}

/** Client to server: the configurations in a graph, saved model, checkpoint or log, or in all of a folder. */
export const extract = 'tpuEmbedding/extract';

export interface ExtractParams {
  /** Of a file or a folder; a checkpoint also by what the names of its files begin with. */
  uri: string;
}

export interface ExtractResult {
  /** Each that differs from the others, in the order in which they are found. */
  configurations: ExtractedConfiguration[];
  /** How many files were looked through. */
  files: number;
  /** What is wrong with files, or why there is nothing in the one asked for: sentences for people. */
  problems: string[];
}

export interface ExtractedConfiguration {
  /** In text format, below comments that say what holds it. */
  text: string;
  /** What of which file holds it; `path` is that from the folder around what was asked for. */
  holders: readonly { readonly path: string; readonly nodes: readonly string[] }[];
}

/** Client to server: what differs in meaning between an earlier configuration and the one in a document. */
export const compare = 'tpuEmbedding/compare';

export interface CompareParams {
  /** The document that holds the later one. */
  uri: string;
  /** Where it stands, among several that a program makes; else the first is meant. */
  position?: Position;
  /** An older version of the document or another file, whose name and content say which form it is in. */
  before: EarlierVersion;
}

/** As a text or, where it is none, as its bytes in base64. */
export type EarlierVersion = { uri: string } & ({ text: string } | { base64: string });

export type CompareResult =
  | ComparedConfigurations
  /** Why they cannot be compared, in a sentence for people, and where the cause is. */
  | { reason: string; side: ComparedSide; range?: Range };

type ComparedSide = 'before' | 'after';

export interface ComparedConfigurations {
  /** The version of the document asked for. */
  version: number;
  /** Both are known to mean the same. */
  same: boolean;
  differences: ConfigurationDifference[];
  /** What a side does not know, and why, in a sentence for people. */
  unknown: { path: string; side: ComparedSide; reason: string }[];
  /** Memory of all tables on the devices; null where it is not known. */
  deviceBytes: { before: number | null; after: number | null };
  /** The same in a sentence for people. */
  memory: string;
}

export interface ConfigurationDifference {
  /** Such as `numHosts` and `tables.user.dimension`. */
  path: string;
  kind: 'changed' | 'added' | 'removed' | 'renamed' | 'moved';
  /** ProtoJSON, but for 64-bit integers that a number can hold, which are numbers; null where there is nothing. */
  before: unknown;
  after: unknown;
  /** A sentence for people, such as `Table user: dimension 16 → 32`. */
  text: string;
  /** Its parts: whose it is (empty for the configuration itself), what it is, and values as far as there are any. */
  words: { owner: string; what: string; before?: string; after?: string };
  /** Where it stands, or what is around it, as far as that is written. */
  at: { before?: Range; after?: Location };
}

/** Client to server: what a tool for language models answers. */
export const askTool = 'tpuEmbedding/askTool';

export interface AskToolParams {
  /** Its name, such as `check`. */
  tool: string;
  /** As docs/assistants.md and the tool's schema say. Paths are absolute, URIs, or count from the workspace's folders. */
  arguments: Record<string, unknown>;
}

/** Null where something failed inside of the server; the log says what. */
export type ToolAnswer =
  | {
      /** As the tool's schema says. */
      data: Record<string, unknown>;
      /** The same for people. */
      text: string;
    }
  /** Why there is no answer, in a sentence for whoever asks. */
  | { problem: string };

/** What the client names texts by that show such configurations: it asks nobody to judge or to edit them. */
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

/** Client to server: a configuration in another form. */
export const convert = 'tpuEmbedding/convert';

/** `tf` makes TensorFlow's objects; see docs/forms.md. */
export type TargetName = Form | 'tf';

export interface ConvertParams {
  /** How the file is named: its end says which form it is in, and else its content, unless `from` does. */
  name: string;
  /** The bytes of the file in base64. */
  content: string;
  from?: Form;
  to: TargetName;
  /** Of a program, from 0: the first configuration that ends there or below is meant. */
  line?: number;
  /** Of a notebook: the cell that `line` counts in, from 0. */
  cell?: number;
}

export type ConvertResult =
  | {
      /** The form that it was in. */
      from: Form;
      /** The bytes of the new file in base64. */
      content: string;
      /** What a person has to know of it, in sentences. */
      notes: string[];
    }
  /** Why it cannot be read or written, in sentences for people; of a notebook, a range is in a cell. */
  | { from: Form; problems: { message: string; range?: Range; cell?: number }[] };
