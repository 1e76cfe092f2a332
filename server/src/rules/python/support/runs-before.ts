// Which of two expressions of a function may run first.

import { isWithin } from '../../../basics/range';
import type { Block, Node, Statement } from '../../../python/tree';
import { isLoop } from '../../../python/tree';

/** Whether Python, once it has run a statement, may come to another expression of the function before it comes to a node. */
export const mayRunBefore = (other: Node, node: Node, since: Statement): boolean =>
  other.start < node.start || runningFirst(node, since).some((part) => isWithin(other, part));

/** The code around a node of which parts may run before it, although they stand behind it. */
function runningFirst(node: Node, since: Statement): readonly Node[] {
  const found: Node[] = [];
  let isChosen = false;
  for (let child = node, at = node.parent; at && !isWithin(since, at); child = at, at = at.parent) {
    if (at.kind === 'conditional' && child !== at.test) found.push(at.test);
    else if (at.kind === 'comprehension' && child === at.element) found.push(...at.generators);
    // Only what the first round may leave out can run first in a later one.
    else if (isLoop(at) && isChosen) found.push(at);
    isChosen ||= CHOOSING.has(at.kind) || (at.kind === 'block' && !STRAIGHT.has(at.keyword));
  }
  return found;
}

const STRAIGHT: ReadonlySet<Block['keyword']> = new Set(['with', 'try', 'finally']);
/** Expressions that evaluate only some of their parts. */
const CHOOSING: ReadonlySet<Node['kind']> = new Set(['conditional', 'boolean', 'comprehension']);
