import { CONFIGURATION } from '../../../schema/builtin';
import type { Group, IntType, ListType, OpFacts, Setting, StrType, TensorType, Type } from '../../types';

/** Ops that share their documentation. */
export interface OpFamily {
  /** The documentation of an op; undefined for ops of other families. */
  readonly describe: (op: OpFacts) => OpDescription | undefined;
  readonly parameter: (name: string, op: OpFacts) => ParameterNotes | undefined;
}

export interface OpDescription {
  readonly group: Group;
  readonly summary: string;
  readonly doc: string;
  readonly returns: string;
}

export interface ParameterNotes {
  readonly doc: string;
  readonly sets?: Setting;
  /** Facts about the value beyond the registry; for a list parameter, about each item. */
  readonly value?: Partial<TensorType> | Partial<IntType> | Partial<StrType>;
  readonly list?: Partial<ListType>;
  /** Replaces the type in the registry. */
  readonly type?: Type;
}

/** Notes by parameter, or by `Op.parameter` where an op needs its own. */
export type NotesByName = Readonly<Record<string, ParameterNotes>>;

export const notesFor = (notes: NotesByName) => (name: string, op: OpFacts) =>
  notes[`${op.name}.${name}`] ?? notes[name];

export const SERIALIZED_CONFIGURATION: Type = { of: 'serialized', message: CONFIGURATION };

/** The result of an op without outputs. */
export const NO_OUTPUT = 'The operation in graph mode, `None` in eager mode.';

export const COMBINERS = ['sum', 'mean', 'sqrtn'];
