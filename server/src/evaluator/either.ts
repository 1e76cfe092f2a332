import type { Node } from '../python/tree';
import type { Evaluator } from './evaluator';
import { unknown, type Value } from './value';

/** One of several values, each evaluated on its own path from here; `isChoice` if a condition decides. */
export function either(ev: Evaluator, paths: readonly (() => Value)[], node: Node, isChoice = false): Value {
  const values: Value[] = [];
  ev.state.branch(
    paths.map((path) => () => {
      const value = path();
      if (ev.state.isReachable) values.push(value);
    }),
    isChoice,
  );
  const [first = unknown(node, 'branch'), ...others] = values;
  return ev.state.choosing(isChoice, () => others.reduce((a, b) => ev.join(a, b), first));
}
