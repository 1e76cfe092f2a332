import { once, onceWithin } from '../basics/once';
import type { Tree } from './tree';

/** What a text is searched for: a pattern, or a question about its tree. */
export type Sought = RegExp | ((tree: Tree) => boolean);

const answersFor = once((tree: Tree) =>
  onceWithin((sought: Sought) => (sought instanceof RegExp ? sought.test(tree.text) : sought(tree))),
);

/**
 * Whether the text of a tree has what is sought. The text is searched once for that, however many nodes ask, so a pattern is a
 * constant, and none with the flag `g`, which remembers where it was.
 */
export function textMatches(tree: Tree, sought: Sought): boolean {
  const answer = answersFor(tree)(sought);
  asked?.set(sought, answer);
  return answer;
}

/** What was sought, with the answers. */
export type Matches = ReadonlyMap<Sought, boolean>;

let asked: Map<Sought, boolean> | undefined;

/** What a part asks for. */
export function matchesIn(part: () => void): Matches {
  const outer = asked;
  const own = new Map<Sought, boolean>();
  asked = own;
  try {
    part();
  } finally {
    asked = outer;
  }
  for (const [sought, answer] of own) outer?.set(sought, answer);
  return own;
}
