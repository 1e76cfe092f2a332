import { bisect } from '../text/search';
import type { Block, Node, Statement } from './tree';

/** Further branches are not looked at: each call in each of them asks. */
const MAX_BRANCHES = 100;

/** The `except` blocks of a `try`. */
export function handlersOf(block: Block): Block[] {
  const around = siblings(block);
  const found: Block[] = [];
  for (let i = indexOf(block, around) + 1; i < around.length && found.length < MAX_BRANCHES; i++) {
    const next = around[i]!;
    if (next.kind !== 'block' || next.keyword !== 'except') break;
    found.push(next);
  }
  return found;
}

/** The `if` and the `elif` blocks that an `elif` or an `else` goes on from. */
export function choicesBefore(block: Block): Block[] {
  const around = siblings(block);
  const found: Block[] = [];
  let last = block;
  let i = indexOf(block, around);
  while ((last.keyword === 'elif' || last.keyword === 'else') && found.length < MAX_BRANCHES) {
    const previous = around[--i];
    if (previous?.kind !== 'block') break;
    found.push(previous);
    last = previous;
  }
  return found;
}

/** The `if` blocks before a statement beside it that return or raise, so that it runs only where they do not. */
export function exitsBefore(statement: Statement): Block[] {
  const around = siblings(statement);
  const at = indexOf(statement, around);
  return around
    .slice(Math.max(0, at - MAX_BRANCHES), at)
    .filter(
      (node): node is Block => node.kind === 'block' && node.keyword === 'if' && isExit(node.body.at(-1)),
    );
}

const isExit = (last: Statement | undefined) =>
  last?.kind === 'simple' &&
  (last.keyword === 'return' || last.keyword === 'raise' || last.keyword === 'continue');

/** By its place: there may be very many. */
function indexOf({ start }: Statement, around: readonly Node[]): number {
  return bisect(0, around.length, (i) => around[i]!.start >= start);
}

const siblings = ({ parent }: Statement): readonly Node[] =>
  parent && 'body' in parent && Array.isArray(parent.body) ? parent.body : [];
