import type { Decoded } from '../../basics/decode';
import type { Environment } from '../../catalogue/environment';
import type { NearbyFiles } from '../../dataflow/messages/read-files';
import type { Analyzer } from '../../languages/snapshot';
import type { FileSystem } from '../extraction/search';
import type { BackendFor } from '../simulation/trajectory';
import type { Arguments } from './arguments';
import type { JsonSchema, ObjectSchema } from './schema';

/** An answer that tools can give. Nothing is written, and nothing comes from the network. */
export interface View {
  readonly takes: ObjectSchema;
  readonly answers: ObjectSchema & { readonly properties: Readonly<Record<string, JsonSchema>> };
  /** Throws an error for the user if there is no answer. */
  readonly run: (given: Arguments, host: Host) => Promise<Answer>;
}

/** What a language model can call. */
export interface Tool extends View {
  /** One word. */
  readonly name: string;
  /** The title that people see in a list of tools. */
  readonly title: string;
  /** One sentence for people. */
  readonly summary: string;
  /** The name of a VS Code icon. */
  readonly icon: string;
  /** For the model: what the tool answers, and when to use it. */
  readonly description: string;
}

export interface Answer {
  /** Plain JSON, as `answers` describes it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same for people and for models that get no data. */
  readonly text: string;
}

/** The machine that a tool runs on. Mistakes in a request are thrown as UsageErrors. */
export interface Host {
  /** The text of a file that may be read. */
  readonly read: (path: string) => Promise<Decoded>;
  /** The bytes of a file that may be read. */
  readonly bytes: (path: string) => Promise<Uint8Array>;
  /** A file or folder to search, and how to open the files in it. */
  readonly search: (path: string) => Promise<Searchable>;
  /** The context of a file at a path, or of a text without one. */
  readonly surroundings: (path: string | undefined) => Promise<Surroundings>;
  /** Lets other requests run during long work; `done` is the progress. Throws if the call was cancelled. */
  readonly turn: (done: number) => Promise<void>;
  /** The engine for simulations, if it is not plain code. */
  readonly backendFor?: BackendFor;
}

export interface Searchable {
  /** As `files` names it. */
  readonly at: string;
  readonly files: FileSystem;
  /** The name of a file in answers. */
  readonly nameOf: (file: string) => string;
}

/** The settings and surroundings that a text is checked with. */
export interface Surroundings {
  readonly analyzer: Analyzer;
  /** Absolute, or the path of a URI. */
  readonly path: string;
  readonly environment?: () => Environment;
  readonly files?: NearbyFiles;
  /** Reads the files that an analysis has requested. Returns whether another analysis would get anything new. */
  readonly settle?: () => Promise<boolean>;
}
