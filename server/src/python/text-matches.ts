import { cachedByTree, type Tree } from './tree';

/** What a text is searched for: a pattern, or a question about its tree. */
export type Sought = RegExp | ((tree: Tree) => boolean);

interface Answer {
  readonly isFound: boolean;
  /** What notes the questions of the part that asked last. */
  noted: Matches | undefined;
}

const answersFor = cachedByTree((_tree) => new Map<Sought, Answer>());

/**
 * Whether the text of a tree has what is sought. The text is searched once for that, however many nodes ask, so a pattern is a
 * constant, and none with the flag `g`, which remembers where it was.
 */
export function textMatches(tree: Tree, sought: Sought): boolean {
  const answers = answersFor(tree);
  let answer = answers.get(sought);
  if (!answer) {
    const isFound = sought instanceof RegExp ? sought.test(tree.text) : sought(tree);
    answer = { isFound, noted: undefined };
    answers.set(sought, answer);
  }
  if (asked && answer.noted !== asked) {
    (answer.isFound ? asked.found : asked.missing).push(sought);
    answer.noted = asked;
  }
  return answer.isFound;
}

/** What was sought: what the text has, and what it lacks. */
export interface Matches {
  readonly found: Sought[];
  readonly missing: Sought[];
}

let asked: Matches | undefined;

/** Whether a tree gives the same answers. */
export const matchesAlike = (tree: Tree, { found, missing }: Matches): boolean =>
  found.every((sought) => textMatches(tree, sought)) && !missing.some((sought) => textMatches(tree, sought));

/** What a part asks for. */
export function matchesIn(part: () => void): Matches {
  const outer = asked;
  const own: Matches = { found: [], missing: [] };
  asked = own;
  try {
    part();
  } finally {
    asked = outer;
  }
  outer?.found.push(...own.found);
  outer?.missing.push(...own.missing);
  return own;
}
