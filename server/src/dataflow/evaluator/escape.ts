import type { Node } from '../../python/tree';
import type { Evaluator } from './evaluator';
import { lose } from './join';
import { ANYTHING, type FunctionValue, type Given, unknown, type Value } from './value';

/** A call of what is not seen may change all that it is given. */
export function unseen(ev: Evaluator, given: Given, node: Node, ...more: readonly Value[]): Value {
  for (const value of [...more, ...given.positional, ...given.keywords.values()]) giveAway(ev, value);
  return unknown(node, 'call');
}

/** What gets a value may change it and, if it is a function, call it. */
export function giveAway(ev: Evaluator, value: Value): void {
  lose(value, ev.state);
  const callee = value.kind === 'partial' ? value.callee : value;
  if (callee.kind === 'function' && callee.definition.kind === 'function') callAnyTime(ev, callee);
}

/** Takes what a function changes as changed at any time. */
function callAnyTime(ev: Evaluator, callee: FunctionValue): void {
  if (ev.activations.some(({ definition }) => definition === callee.definition)) return;
  const { state } = ev;
  const mark = state.mark();
  const outcome = state.outcome(mark, () => ev.try(() => ev.callFunction(callee, ANYTHING, callee.node)));
  for (const [cell, content] of outcome ?? [])
    if (cell.born <= mark.clock) state.write(cell, cell.kind.widen(cell.content, content, state));
  state.release();
}
