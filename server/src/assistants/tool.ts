import type { FilesAround } from '../dataflow/read-files';
import type { Places } from '../extraction/search';
import type { Analyzer } from '../languages/snapshot';
import type { TargetTensorflow } from '../releases/target';
import type { BackendFor } from '../reports/simulation/trajectory';
import type { Decoded } from '../text/decode';
import type { Arguments } from './arguments';
import type { JsonSchema, ObjectSchema } from './schema';

/** What a language model can call. No tool writes anything, or reaches beyond the machine. */
export interface Tool {
  /** One word. */
  readonly name: string;
  /** What people read in a list of tools. */
  readonly title: string;
  /** One sentence for people. */
  readonly summary: string;
  /** Of VS Code's icons. */
  readonly icon: string;
  /** For the model: what it answers, and when to use it. */
  readonly description: string;
  readonly takes: ObjectSchema;
  readonly answers: ObjectSchema & { readonly properties: Readonly<Record<string, JsonSchema>> };
  /** Throws an error for the person where there is no answer. */
  readonly run: (given: Arguments, host: Host) => Promise<Answer>;
}

export interface Answer {
  /** Plain JSON, as `answers` describes it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same for people and for models that get no data. */
  readonly text: string;
}

/** The machine that a tool runs on. What is wrong with what a person asked for is thrown as a UsageError. */
export interface Host {
  /** The text of a file that may be read. */
  readonly read: (path: string) => Promise<Decoded>;
  /** The bytes of such a file. */
  readonly bytes: (path: string) => Promise<Uint8Array>;
  /** A file or folder to search, and how what is in it is opened. */
  readonly search: (path: string) => Promise<Searchable>;
  /** What holds for a file there, or for a text that has no place. */
  readonly around: (path: string | undefined) => Promise<Surroundings>;
  /** Lets others have their turn during long work, of which `done` says how far it is. Throws where nobody waits for it any more. */
  readonly turn: (done: number) => Promise<void>;
  /** What simulations compute on, where that is not plain code. */
  readonly backendFor?: BackendFor;
}

export interface Searchable {
  /** As `files` names it. */
  readonly at: string;
  readonly files: Places;
  /** What an answer calls a file in it. */
  readonly nameOf: (file: string) => string;
}

/** What a text is judged by. */
export interface Surroundings {
  readonly analyzer: Analyzer;
  /** Absolute, or the path of a URI. */
  readonly path: string;
  readonly tensorflow?: () => TargetTensorflow | undefined;
  readonly files?: FilesAround;
  /** Reads what an analysis has asked for; whether another one would get anything else. */
  readonly settle?: () => Promise<boolean>;
}
