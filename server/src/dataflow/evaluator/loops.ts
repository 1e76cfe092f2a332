import { type Evaluator, type Exits, GaveUp } from './evaluator';
import type { Contents } from './state';

/** A loop whose changes do not settle is not followed. */
const MAX_TRIALS = 4;

/** Goes through what runs any number of times, or never; `isEndless` if nothing but a `break` ends it. */
export function repeat(ev: Evaluator, round: () => void, isEndless = false): void {
  const { state } = ev;
  for (let trial = 0; ; trial++) {
    if (trial === MAX_TRIALS) throw new GaveUp();
    const { mark, outcomes } = once(ev, () => ev.try(round));
    let isSettled = true;
    for (const outcome of outcomes) {
      for (const [cell, content] of outcome) {
        if (cell.born > mark.clock) continue;
        const before = cell.content;
        const after = cell.kind.widen(before, content, state);
        if (after === before) continue;
        state.write(cell, after);
        isSettled = false;
      }
    }
    state.release();
    if (isSettled) break;
  }
  const { mark, breaks } = once(ev, round);
  state.meet(mark, isEndless ? breaks : [new Map(), ...breaks]);
  state.release();
}

/** Goes through a round once, and takes back what it changes. */
function once(ev: Evaluator, round: () => void) {
  const mark = ev.state.mark();
  const exits: Exits = { mark, breaks: [], continues: [] };
  ev.loops.push(exits);
  const outcome = ev.state.outcome(mark, round);
  ev.loops.pop();
  const breaks = exits.breaks.filter((each) => each !== undefined);
  const outcomes: Contents[] = [outcome, ...exits.continues].filter((each) => each !== undefined);
  return { mark, outcomes, breaks };
}

/** Goes through a round for each element in turn. */
export function unroll<T>(
  ev: Evaluator,
  elements: readonly T[],
  round: (element: T) => void,
  otherwise: () => void,
): void {
  const { state } = ev;
  const mark = state.mark();
  const breaks: Exits['breaks'] = [];
  for (const element of elements) {
    const exits: Exits = { mark, breaks, continues: [] };
    ev.loops.push(exits);
    round(element);
    ev.loops.pop();
    if (exits.continues.length > 0) {
      const here = state.isReachable ? [state.since(mark)] : [];
      state.rollback(mark);
      state.meet(mark, [...here, ...exits.continues]);
    }
    if (!state.isReachable) break;
  }
  if (state.isReachable) otherwise();
  if (breaks.length > 0) {
    const here = state.isReachable ? [state.since(mark)] : [];
    state.rollback(mark);
    state.meet(mark, [...here, ...breaks]);
  }
  state.release();
}
