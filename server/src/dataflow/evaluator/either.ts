import type { Evaluator } from './evaluator';
import type { Value } from './value';

/** One of several values, each of which is found in its own way from here. */
export function either(ev: Evaluator, ways: readonly (() => Value)[]): Value {
  const values: Value[] = [];
  ev.state.branch(
    ways.map((way) => () => {
      const value = way();
      if (ev.state.isReachable) values.push(value);
    }),
  );
  return values.reduce((a, b) => ev.join(a, b));
}
