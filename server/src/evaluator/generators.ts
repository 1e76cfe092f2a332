import type { Node, Yield } from '../python/tree';
import { iterate, iteratorOf, listOf, setAll, unchanged } from './containers';
import { callUnseen, letReachableEscape, readableFrom } from './escape';
import type { Evaluator, Yields } from './evaluator';
import { letEscape } from './join';
import { isTakenAtOnce, lazily, takerOf } from './lazy';
import { type Arguments, type Elements, type FunctionValue, none, type Value, valuesOf } from './value';

/** The result of calling a generator function; `run` evaluates its body. */
export function generated(
  ev: Evaluator,
  callee: FunctionValue,
  given: Arguments,
  node: Node,
  run: (yields: Yields) => void,
): Value {
  const isFirst = takerOf(ev, node) === 'next';
  const made = (): Elements => {
    const yields: Yields = { list: listOf(ev, [], node), isFirst, checks: [] };
    run(yields);
    return yields.checks.every((isAsGiven) => isAsGiven()) ? yields.list.cell.content : undefined;
  };
  if (ev.trials > MAX_TRIALS) return atAnyTime(ev, callee, given, node);
  if (isFirst) return iteratorOf(ev, made(), node);
  const found = lazily(ev, node, {
    all: made,
    // That is seen where the function is evaluated by itself.
    any() {},
    sources: [],
    reads: () => readableFrom(ev, [callee, ...valuesOf(given)]),
  });
  // It is unknown when the body runs.
  if (!isTakenAtOnce(ev, node)) ev.state.escaping.push(callee);
  return found.cell.content ? found : atAnyTime(ev, callee, given, node);
}

/** A generator that is not followed: its effects may happen at any time. */
function atAnyTime(ev: Evaluator, callee: FunctionValue, given: Arguments, node: Node): Value {
  letReachableEscape(ev, callee);
  return callUnseen(ev, given, node, callee);
}

/** Trial evaluations nest, and each evaluates the generator again. */
const MAX_TRIALS = 2;

/** `yield value` */
export function give(ev: Evaluator, node: Yield, value: Value): void {
  const isFrom = /^yield\s+from\b/.test(ev.tree.text.slice(node.start, node.end));
  const activation = ev.activations.at(-1);
  const yields = activation?.yields;
  if (activation?.lend) return activation.lend(value);
  if (!activation || !yields) return letEscape(value, ev.state);
  const { list, isFirst, checks } = yields;
  const added = isFrom ? iterate(ev, value) : [value];
  const all = list.cell.content;
  if (!all || !added) {
    for (const each of [...(all ?? []), value]) letEscape(each, ev.state);
    ev.state.write<Elements>(list.cell, undefined);
    return;
  }
  if (isFirst && added.length > 0) {
    const { state } = ev;
    state.write<Elements>(list.cell, [added[0]!]);
    activation.returns.push({
      contents: state.since(activation.mark),
      value: none(node),
      isLast: () => false,
      attempts: state.attempts,
    });
    state.isReachable = false;
    return;
  }
  checks.push(unchanged(readableFrom(ev, added)));
  setAll(ev, list, [...all, ...added], node);
}
