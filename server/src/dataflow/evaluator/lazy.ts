import { resolve } from '../../python/names';
import { type Expression, type Node, ofSection, type Tree } from '../../python/tree';
import { once } from '../../text/once';
import { iteratorOf } from './containers';
import type { Evaluator } from './evaluator';
import { lose } from './join';
import type { Cell, Outcome } from './state';
import type { Elements, IteratorValue } from './value';

/** Methods that take all that their argument gives, at once. */
const TAKING_METHODS: ReadonlySet<string> = new Set(['join', 'extend']);

/** Functions and methods that do so. */
const TAKING_ALL: ReadonlySet<string> = new Set([
  ...TAKING_METHODS,
  ...['list', 'tuple', 'set', 'frozenset', 'dict', 'sorted', 'sum', 'max', 'min'],
]);

/** Functions that take what their argument gives, at once, up to where they need no more. */
const TAKING_SOME: ReadonlySet<string> = new Set(['any', 'all', 'next']);

/**
 * An iterator whose elements are made when they are asked for. Where nobody asks at once, nothing is known of what making
 * them does: it is done later, or in part. `reads` tells what it can read.
 */
export function lazily(
  ev: Evaluator,
  node: Node,
  make: () => Elements,
  reads: () => ReadonlySet<Cell<unknown>>,
): IteratorValue {
  const taker = takerOf(ev, node);
  if (isTakenAtOnce(ev, node)) return iteratorOf(ev, make(), node);
  const { state } = ev;
  const isTakenNow = TAKING_SOME.has(taker);
  const sources = isTakenNow ? 'everything' : reads();
  const mark = state.mark();
  let content: Elements;
  let made: Outcome;
  const seen = state.watch(() => {
    made = state.outcome(mark, () => {
      content = isTakenNow ? make() : ev.try(make);
    });
  });
  state.release();
  const changed = [...seen.keys()].filter((cell) => cell.born <= mark.clock);
  if (changed.length === 0 && made) {
    for (const [cell, each] of made) state.write(cell, each);
    const found = iteratorOf(ev, content, node, sources);
    return isTakenNow ? found : { ...found, show: () => shown(ev, make) };
  }
  for (const each of content ?? []) lose(each, state);
  for (const cell of changed) state.expose(cell);
  return iteratorOf(ev, undefined, node);
}

/** Goes once more through what makes elements and changes nothing. */
function shown(ev: Evaluator, make: () => Elements): void {
  if (ev.trials > 0) return;
  const { state } = ev;
  const mark = state.mark();
  state.outcome(mark, make);
  state.release();
}

/** Whether what gets an iterator asks for all elements at once. */
export const isTakenAtOnce = (ev: Evaluator, node: Node) =>
  TAKING_ALL.has(takerOf(ev, node)) || isSpread(node);

/** `[*node]` */
const isSpread = ({ parent }: Node) =>
  parent?.kind === 'starred' && (parent.parent?.kind === 'list' || parent.parent?.kind === 'set');

/** The name of Python's own function whose argument a node is, if that is all that it gets. */
export function takerOf({ tree }: Evaluator, { parent: argument }: Node): string {
  const call = argument?.kind === 'positional' ? argument.parent : undefined;
  if (call?.kind !== 'call') return '';
  const callee: Expression = call.callee;
  if (callee.kind === 'attribute')
    return TAKING_METHODS.has(callee.name) && !ownMethods(tree).has(callee.name) ? callee.name : '';
  return callee.kind === 'name' && resolve(tree, callee) === `builtins.${callee.name}` ? callee.name : '';
}

/** The methods of such names that the program's classes define. */
const ownMethods = once(
  ({ sections }: Tree): ReadonlySet<string> =>
    new Set(sections.flatMap((section) => [...takingMethodsIn(section)])),
);

const takingMethodsIn = ofSection(
  (section): ReadonlySet<string> =>
    new Set(
      section.nodes.function.flatMap(({ name, parent }) =>
        parent?.kind === 'class' && TAKING_METHODS.has(name) ? name : [],
      ),
    ),
);
