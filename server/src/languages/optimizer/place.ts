import type { JsonMessage } from '../../config/to-json';
import type { TableCost } from '../../protocol';
import type { TextEdit } from '../../text/range';

/** An optimizer in a text: see `OptimizerAtPlace`, in offsets. */
export interface OptimizerPlace {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly optimizationParameters: JsonMessage;
  readonly initial: Readonly<Record<string, number>>;
  readonly unknown: readonly string[];
  /** By path, where the value is written or would be. */
  readonly editable: ReadonlyMap<string, number>;
  readonly table?: TableCost;
}

/** The changes to the text, or in a sentence for people why there are none. */
export type OptimizerEdit = { readonly changes: readonly TextEdit[] } | { readonly reason: string };

/** Where a lens stands: the range that it is about. */
export interface OptimizerRange {
  readonly start: number;
  readonly end: number;
}

/** What the paths of the message's fields begin with. */
export const MESSAGE = 'optimizationParameters.';
/** What the paths of the slots' start values begin with. */
export const INITIAL = 'initial.';

export const NO_OPTIMIZER: OptimizerEdit = { reason: 'The optimizer is no longer there.' };
