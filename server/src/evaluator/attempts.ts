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

/**
 * Evaluates a part that may end at any point, then `last` on every exit from it: at its end, after `return`, `break` or
 * `continue`, and, as `failing`, after an exception.
 */
export function leaving(ev: Evaluator, part: () => void, last: () => void, failing: () => void): void {
  const { state } = ev;
  const { returns } = ev.activations.at(-1)!;
  const loop = ev.loops.at(-1);
  const firstReturn = returns.length;
  const firstBreak = loop?.breaks.length ?? 0;
  const firstContinue = loop?.continues.length ?? 0;
  const { end, anywhere } = attempt(ev, part);
  const returned = returns.splice(firstReturn);
  const breaks = loop?.breaks.splice(firstBreak) ?? [];
  const continues = loop?.continues.splice(firstContinue) ?? [];
  const { mark } = ev.activations.at(-1)!;
  const before = (contents: Effects, then: () => void) => () => {
    take(ev, contents);
    if (state.isReachable) last();
    if (state.isReachable) then();
    state.isReachable = false;
  };
  state.branch([
    () => {
      take(ev, end);
      if (state.isReachable) last();
    },
    () => {
      take(ev, anywhere);
      failing();
    },
    ...returned.map(({ contents, value }) =>
      before(contents, () =>
        // Which return it is may depend on a failure, so it is in no known number of attempts.
        returns.push({ contents: state.since(mark), value, changes: Number.NaN, attempts: Number.NaN }),
      ),
    ),
    ...breaks.map((contents) => before(contents, () => loop!.breaks.push(state.since(loop!.mark)))),
    ...continues.map((contents) => before(contents, () => loop!.continues.push(state.since(loop!.mark)))),
  ]);
}
