import { once } from '../basics/once';
import type { Tree } from './tree';

const answersFor = once((tree: Tree) => once((pattern: RegExp) => pattern.test(tree.text)));

/**
 * Whether the text of a tree has what a pattern looks for. The text is searched once for each pattern, however many nodes
 * ask, so the pattern is a constant, and none with the flag `g`, which remembers where it was.
 */
export const textMatches = (tree: Tree, pattern: RegExp): boolean => answersFor(tree)(pattern);
