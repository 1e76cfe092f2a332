// Names of the curves.
import { type Comparison, titleOf } from './comparison';
import type { Choice } from './run';
import { optimizerOf } from './setup';

export interface Names {
  a: string;
  b: string;
}

/** Names the runs by their optimizers if those differ, or else by what differs. */
export function namesOf(choices: { a: Choice; b?: Choice } | undefined, comparison: Comparison): Names {
  const title = (choice: Choice | undefined) => (choice && optimizerOf(choice.setup)?.title) ?? '';
  const [a, b] = [title(choices?.a), title(choices?.b)];
  if (!choices || a !== b) return { a, b };
  return { a, b: titleOf(comparison, choices.a) };
}
