import type { Expression, Node } from '../../python/tree';
import { iteratorOf } from './containers';
import type { Evaluator } from './evaluator';
import { lose } from './join';
import type { Elements, IteratorValue } from './value';

/** Functions that take all that their argument gives, at once. */
const TAKING_ALL: ReadonlySet<string> = new Set([
  'list',
  'tuple',
  'set',
  'frozenset',
  'dict',
  'sorted',
  'sum',
  'max',
  'min',
  'join',
  'extend',
]);

/** Functions that take what their argument gives, at once, up to where they need no more. */
const TAKING_SOME: ReadonlySet<string> = new Set(['any', 'all', 'next']);

/**
 * An iterator whose elements are made when they are asked for. Where nobody asks at once, nothing is known of what making
 * them does: it is done later, or in part.
 */
export function lazily(ev: Evaluator, node: Node, make: () => Elements): IteratorValue {
  const taker = takerOf(node);
  if (TAKING_ALL.has(taker)) return iteratorOf(ev, make(), node);
  const { state } = ev;
  const mark = state.mark();
  let content: Elements;
  const seen = state.watch(() => {
    state.outcome(mark, () => {
      content = TAKING_SOME.has(taker) ? make() : ev.try(make);
    });
  });
  state.release();
  const changed = [...seen.keys()].filter((cell) => cell.born <= mark.clock);
  if (changed.length === 0) return iteratorOf(ev, content, node, 'everything');
  for (const each of content ?? []) lose(each, state);
  for (const cell of changed) state.expose(cell);
  return iteratorOf(ev, undefined, node);
}

/** The name of the function whose argument a node is, if that is all that it gets. */
function takerOf({ parent: argument }: Node): string {
  const call = argument?.kind === 'positional' ? argument.parent : undefined;
  if (call?.kind !== 'call') return '';
  const callee: Expression = call.callee;
  return callee.kind === 'name' || callee.kind === 'attribute' ? callee.name : '';
}
