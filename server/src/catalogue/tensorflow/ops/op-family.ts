import { CONFIGURATION } from '../../../schema/builtin';
import type { Group, IntType, ListType, OpFacts, StrType, TensorType, Type } from '../../types';

/** Ops that share their words. */
export interface OpFamily {
  /** What is said of an op; nothing of an op of another family. */
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
  readonly sets?: string;
  /** What is known of the value beyond the registry: of the item, where the parameter is a list. */
  readonly value?: Partial<TensorType> | Partial<IntType> | Partial<StrType>;
  readonly list?: Partial<ListType>;
  /** In place of what the registry says. */
  readonly type?: Type;
}

/** Notes by parameter, or by `Op.parameter` where an op needs its own. */
export type NotesByName = Readonly<Record<string, ParameterNotes>>;

export const notesFor = (notes: NotesByName) => (name: string, op: OpFacts) =>
  notes[`${op.name}.${name}`] ?? notes[name];

export const SERIALIZED_CONFIGURATION: Type = { of: 'serialized', message: CONFIGURATION };

/** What an op without outputs gives. */
export const NO_OUTPUT = 'The operation in graph mode, `None` in eager mode.';

export const COMBINERS = ['sum', 'mean', 'sqrtn'];
