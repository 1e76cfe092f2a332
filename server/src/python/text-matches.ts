import { once } from '../basics/once';
import type { Tree } from './tree';

const answersFor = once((tree: Tree) => once((pattern: RegExp) => pattern.test(tree.text)));

/**
 * Whether the text of a tree has what a pattern looks for. The text is searched once for each pattern, however many nodes
 * ask, so the pattern is a constant, and none with the flag `g`, which remembers where it was.
 */
export function textMatches(tree: Tree, pattern: RegExp): boolean {
  const answer = answersFor(tree)(pattern);
  asked?.set(pattern, answer);
  return answer;
}

/** Patterns with their answers. */
export type Matches = ReadonlyMap<RegExp, boolean>;

let asked: Map<RegExp, boolean> | undefined;

/** The patterns that a part asks for. */
export function matchesIn(part: () => void): Matches {
  const outer = asked;
  const own = new Map<RegExp, boolean>();
  asked = own;
  try {
    part();
  } finally {
    asked = outer;
  }
  for (const [pattern, answer] of own) outer?.set(pattern, answer);
  return own;
}
