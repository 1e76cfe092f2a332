import type { Range } from '../basics/range';
import type { SizedTables } from '../sizing/tables';

/** A configuration in a text, or one that TensorFlow builds from a program, with the values that decide its memory. */
export interface SizedConfiguration extends Range {
  /** Undefined where TensorFlow refuses to make one. */
  readonly sizes: SizedTables | undefined;
  /** The reason, in a sentence for people, and the place of the cause. */
  readonly refused?: { readonly reason: string; readonly at: Range };
  /** What can be written: `numHosts`, or of a table such as `tables[0].dimension`. */
  readonly editable: readonly string[];
}

/** What a path means: a member of a table, or of the configuration. */
export function tableOf(path: string): { readonly index: number | undefined; readonly member: string } {
  const [, index, member] = /^tables\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  return index === undefined ? { index: undefined, member: path } : { index: Number(index), member: member! };
}

/** Whether a field can hold a number: `vocabulary_size` is an int64, the others are an int32. */
export const isCount = (member: string, value: unknown): value is number =>
  Number.isSafeInteger(value) &&
  Number(value) >= 1 &&
  (member === 'vocabularySize' || Number(value) < 2 ** 31);
