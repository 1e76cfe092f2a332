import type { BoundTree } from '../../configuration/bind';
import { keepsFromReading, mistakesIn } from '../../languages/textproto/mistakes';
import type { Problem } from './form';

export interface TextProblems {
  /** Why TensorFlow cannot read a text as its message, or what it holds cannot be told. */
  readonly problems: readonly Problem[];
  /** Fields that are read and left out. */
  readonly skipped: readonly Problem[];
}

/** Numbers of fields that are `known` to be meant are none. */
export function textProblems(bound: BoundTree, known: ReadonlySet<number>): TextProblems {
  const mistakes = [...mistakesIn(bound)];
  const isMeant = ({ code, start }: Problem) => code === 'field-number' && known.has(start);
  return {
    problems: mistakes.filter((mistake) => keepsFromReading(mistake) && !isMeant(mistake)),
    skipped: mistakes.filter(({ code }) => code === 'reserved-field'),
  };
}
