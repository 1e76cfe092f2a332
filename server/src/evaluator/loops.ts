import { type Evaluator, type Exits, GaveUp } from './evaluator';
import { type Cell, type Contents, type Effects, Exposure, type State } from './state';

/** After this many trials, contents that still change become unknown. After MAX_TRIALS, the loop is given up. */
const PATIENT_TRIALS = 4;
const MAX_TRIALS = 12;

/** Evaluates a body that runs any number of times or never, then `otherwise` unless a `break` ends the loop. */
export function repeat(ev: Evaluator, round: () => void, otherwise?: () => void, isEndless = false): void {
  const { state } = ev;
  for (let trial = 0; ; trial++) {
    if (trial === MAX_TRIALS) throw new GaveUp();
    const { unboundReads } = ev;
    let keep = () => {};
    const { mark, outcomes, breaks } = once(ev, (mark) => {
      let outcome: Effects;
      keep = ev.tentatively(() => {
        outcome = state.effectsOf(mark, round);
      });
      return outcome;
    });
    const readsUnbound = ev.unboundReads > unboundReads;
    let isSettled = true;
    refill(state, mark, outcomes);
    for (const outcome of outcomes)
      for (const [cell, content] of outcome)
        if (cell.born <= mark.clock && !settles(state, cell, content, trial, readsUnbound)) isSettled = false;
    if (isSettled) {
      keep();
      const end = isEndless ? undefined : state.effectsOfBranch(mark, otherwise ?? (() => {}));
      state.meet(mark, [end, ...breaks]);
    }
    state.release();
    if (isSettled) return;
    // Otherwise, what escaped in this iteration would change only in the next one.
    ev.escapes.invalidateEffects();
  }
}

/** Objects made in one iteration may still exist in the next one, with their contents. */
function refill(state: State, { clock }: Exits['mark'], outcomes: readonly Contents[]): void {
  const made = new Map<Cell<unknown>, unknown>();
  for (const outcome of outcomes)
    for (const [cell, content] of outcome)
      if (cell.born > clock)
        made.set(cell, made.has(cell) ? cell.kind.join(made.get(cell), content, state) : content);
  for (const [cell, content] of made) state.write(cell, content);
}

/** Merges the result of an iteration into a cell; true if the next iteration would do the same as this one. */
function settles(
  state: State,
  cell: Cell<unknown>,
  content: unknown,
  trial: number,
  readsUnbound: boolean,
): boolean {
  const before = cell.content;
  const after = cell.kind.widen(before, content, state);
  if (after === before) return true;
  // A variable that each iteration binds before it reads it does not affect the next iteration.
  const isOwn = before === undefined && !readsUnbound && cell.exposure === Exposure.None;
  if (isOwn || trial < PATIENT_TRIALS) state.write(cell, after);
  else state.expose(cell);
  return isOwn || cell.content === before;
}

/** Evaluates one iteration and rolls its changes back. */
function once(ev: Evaluator, round: (mark: Exits['mark']) => Effects) {
  const mark = ev.state.mark();
  const exits: Exits = { mark, breaks: [], continues: [] };
  ev.loops.push(exits);
  const outcome = round(mark);
  ev.loops.pop();
  const breaks = exits.breaks.filter((each) => each !== undefined);
  const outcomes: Contents[] = [outcome, ...exits.continues].filter((each) => each !== undefined);
  return { mark, outcomes, breaks };
}

/**
 * Evaluates one iteration for each element in turn, then `otherwise`. An element is requested when its iteration begins, with
 * the number of paths that left the loop before.
 */
export function unroll<T>(
  ev: Evaluator,
  elementAt: (index: number, breaks: number) => T | undefined,
  round: (element: T) => void,
  otherwise: () => void,
): void {
  const { state } = ev;
  const mark = state.mark();
  const breaks: Exits['breaks'] = [];
  for (let i = 0; state.isReachable; i++) {
    const element = elementAt(i, breaks.length);
    if (element === undefined) break;
    const exits: Exits = { mark, breaks, continues: [] };
    ev.loops.push(exits);
    ev.rounds++;
    round(element);
    ev.rounds--;
    ev.loops.pop();
    if (exits.continues.length > 0) meetHere(state, mark, exits.continues);
  }
  if (state.isReachable) otherwise();
  if (breaks.length > 0) meetHere(state, mark, breaks);
  state.release();
}

/** Joins the current path with the others. */
function meetHere(state: State, mark: Exits['mark'], others: Exits['breaks']): void {
  const here = state.isReachable ? state.since(mark) : undefined;
  state.rollback(mark);
  state.meet(mark, [here, ...others]);
}
