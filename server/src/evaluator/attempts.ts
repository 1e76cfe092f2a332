import type { Evaluator } from './evaluator';
import type { Contents, Effects } from './state';

/**
 * Evaluates a part that may end at any point, and rolls it back. Returns the effects at its end and those at any point
 * before.
 */
export function attempt(
  ev: Evaluator,
  part: () => void,
): { readonly end: Effects; readonly anywhere: Contents } {
  const { state } = ev;
  const mark = state.mark();
  let end: Effects;
  const seen = state.watch(() => {
    end = state.effectsOf(mark, part);
  });
  const anywhere = state.anyOf(seen);
  state.release();
  return { end, anywhere };
}

/** Continues from the result of a path, if the path reached its end. */
export function take(ev: Evaluator, outcome: Effects): void {
  if (!outcome) ev.state.isReachable = false;
  for (const [cell, content] of outcome ?? []) ev.state.write(cell, content);
}

/** The result of a part, which is rolled back. */
export function foreseen<T>(ev: Evaluator, part: () => T): T | undefined {
  const { state } = ev;
  let found: T | undefined;
  state.effectsOf(state.mark(), () => {
    found = ev.try(part);
  });
  state.release();
  return found;
}
