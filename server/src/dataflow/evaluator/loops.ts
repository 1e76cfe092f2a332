import { type Evaluator, type Exits, GaveUp } from './evaluator';
import { type Cell, type Contents, Exposure, type Outcome, type State } from './state';

/** After these rounds, nothing is known of what still changes; and a loop that does not settle even so is not followed. */
const PATIENT_TRIALS = 4;
const MAX_TRIALS = 12;

/** Goes through what runs any number of times, or never, and then through `otherwise` unless a `break` ends it. */
export function repeat(ev: Evaluator, round: () => void, otherwise?: () => void, isEndless = false): void {
  const { state } = ev;
  for (let trial = 0; ; trial++) {
    if (trial === MAX_TRIALS) throw new GaveUp();
    const { unboundReads } = ev;
    let keep = () => {};
    const { mark, outcomes, breaks } = once(ev, (mark) => {
      let outcome: Outcome;
      keep = ev.tentatively(() => {
        outcome = state.outcome(mark, round);
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
      const end = isEndless ? undefined : state.apart(mark, otherwise ?? (() => {}));
      state.meet(mark, [end, ...breaks]);
    }
    state.release();
    if (isSettled) return;
    // Else what this round gave away would change in the next one.
    ev.escapes.settle();
  }
}

/** What a round made may be there in the next one, with what it holds. */
function refill(state: State, { clock }: Exits['mark'], outcomes: readonly Contents[]): void {
  const made = new Map<Cell<unknown>, unknown>();
  for (const outcome of outcomes)
    for (const [cell, content] of outcome)
      if (cell.born > clock)
        made.set(cell, made.has(cell) ? cell.kind.join(made.get(cell), content, state) : content);
  for (const [cell, content] of made) state.write(cell, content);
}

/** Takes in what a round leaves in a cell; whether the next round does the same as this one. */
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
  // A variable that the round binds before it reads it makes no difference to the next one.
  const isOwn = before === undefined && !readsUnbound && cell.exposure === Exposure.None;
  if (isOwn || trial < PATIENT_TRIALS) state.write(cell, after);
  else state.expose(cell);
  return isOwn || cell.content === before;
}

/** Goes through a round once, which takes back what it changes. */
function once(ev: Evaluator, round: (mark: Exits['mark']) => Outcome) {
  const mark = ev.state.mark();
  const exits: Exits = { mark, breaks: [], continues: [] };
  ev.loops.push(exits);
  const outcome = round(mark);
  ev.loops.pop();
  const breaks = exits.breaks.filter((each) => each !== undefined);
  const outcomes: Contents[] = [outcome, ...exits.continues].filter((each) => each !== undefined);
  return { mark, outcomes, breaks };
}

/** Goes through a round for each element in turn, which is asked for when the round begins, and then through `otherwise`. */
export function unroll<T>(
  ev: Evaluator,
  elementAt: (index: number) => T | undefined,
  round: (element: T) => void,
  otherwise: () => void,
): void {
  const { state } = ev;
  const mark = state.mark();
  const breaks: Exits['breaks'] = [];
  for (let i = 0; state.isReachable; i++) {
    const element = elementAt(i);
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

/** Goes on with what this way and others have in common. */
function meetHere(state: State, mark: Exits['mark'], others: Exits['breaks']): void {
  const here = state.isReachable ? state.since(mark) : undefined;
  state.rollback(mark);
  state.meet(mark, [here, ...others]);
}
