import { cachedByTree, type Tree } from './tree';

/** What a text is searched for: a pattern, or a question about its tree. */
export type Sought = RegExp | ((tree: Tree) => boolean);

interface Answer {
  readonly isFound: boolean;
  /** What notes the questions of the part that asked last. */
  noted: Map<Sought, boolean> | undefined;
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
    asked.set(sought, answer.isFound);
    answer.noted = asked;
  }
  return answer.isFound;
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
