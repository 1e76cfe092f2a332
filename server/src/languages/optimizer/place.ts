import type { TextEdit } from '../../basics/range';
import type { JsonMessage } from '../../configuration/to-json';
import type { ValueChange } from '../../configuration/value-change';
import type { TableCost } from '../../sizing/tables';

/** An optimizer in a text: see `OptimizerAtPlace`, in offsets. */
export interface OptimizerPlace {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly optimizationParameters: JsonMessage;
  readonly optimizer?: OptimizerOfLibrary;
  readonly note?: string;
  readonly initial: Readonly<Record<string, number>>;
  readonly unknown: readonly string[];
  /** By path: where the value is written or would be written. */
  readonly editable: ReadonlyMap<string, number>;
  readonly table?: TableCost;
  readonly run?: Record<string, unknown>;
  /** Writes values that fit into editable fields; see `editOptimizer`. */
  write(changes: readonly ValueChange[]): OptimizerEdit;
}

/** An optimizer of another library than TensorFlow, as `simulate` reads it. */
export interface OptimizerOfLibrary {
  readonly library: string;
  readonly name: string;
  readonly arguments: JsonMessage;
}

/** The changes to the text, or a sentence for people that says why there are none. */
export type OptimizerEdit = { readonly changes: readonly TextEdit[] } | { readonly reason: string };

/** The prefix of the paths of the message's fields. */
export const MESSAGE = 'optimizationParameters.';
/** The prefix of the paths of arguments of other libraries' optimizers. */
export const ARGUMENTS = 'optimizer.arguments.';
/** The prefix of the paths of the slots' initial values. */
export const INITIAL = 'initial.';
