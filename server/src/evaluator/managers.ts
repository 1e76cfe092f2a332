import type { Node } from '../python/tree';
import { attempt, take } from './attempts';
import { callUnseen } from './escape';
import type { Activation, Around, Evaluator, Exits } from './evaluator';
import { yieldsIn } from './generators';
import { letEscape } from './join';
import { type Arguments, type FunctionValue, MANAGED, passing, unknown, type Value } from './value';

/** A context manager that a function of the program makes, before it is entered: with the function and its arguments. */
const WAITING = 'contextlib._GeneratorContextManager.gen';

type Made = Extract<Value, { kind: 'made' }>;

/** A value that waits to be entered, if it is one. */
export const waiting = (value: Value): Made | undefined =>
  value.kind === 'made' && value.callee === WAITING ? value : undefined;

/** Makes a context manager of a function of the program, and enters it where that is known. */
export function managed(ev: Evaluator, callee: FunctionValue, given: Arguments, node: Node): Value {
  const isStacked = isPutOnStack(node);
  if (!isStacked && lendsOnce(callee.definition))
    return {
      kind: 'made',
      callee: WAITING,
      given: { ...given, positional: [callee, ...given.positional] },
      node,
    };
  const { state, around } = ev;
  const lent: Value[] = [];
  let within: readonly Value[] = [];
  const isEntered = node.parent?.kind === 'item' || isStacked;
  const run = (keep: (value: Value) => void) => {
    const lend = (value: Value) => {
      within = managersWithin(ev.around, around);
      keep(value);
    };
    ev.callFunction(callee, given, callee.node, false, { lend });
  };
  if (isEntered && endsInYield(callee.definition)) run((value) => void lent.push(value));
  else {
    const { anywhere } = attempt(ev, () =>
      run((value) => {
        lent.push(value);
        letEscape(value, state);
      }),
    );
    // What the rest of the function changes may hold from now on.
    take(ev, anywhere);
    callUnseen(ev, given, node, callee);
    for (const value of lent) letEscape(value, state);
  }
  if (!isEntered || lent.length === 0) return unknown(node, 'call');
  const entered = lent.reduce((a, b) => ev.join(a, b));
  return entering(entered, lent.length === 1 ? within : [], node);
}

/** A context manager that is entered, with what a block gets of it and the managers that its function is in there. */
const entering = (entered: Value, within: readonly Value[], node: Node): Value => ({
  kind: 'made',
  callee: MANAGED,
  given: passing(entered, ...within),
  node,
});

/** Runs the function of a context manager, and in place of its `yield` a block, which gets what it yields. */
export function runAround(ev: Evaluator, { given, node }: Made, block: (entered: Value) => void): void {
  const { state, around, activations } = ev;
  const [first, ...positional] = given.positional;
  const callee = first as FunctionValue;
  const depth = activations.length;
  const loops = [...ev.loops];
  let left: Left | undefined;
  const lend = (value: Value) => {
    const running = activations.splice(depth);
    const inner = ev.loops.splice(0, ev.loops.length, ...loops);
    const { around: within } = ev;
    const managers = managersWithin(within, around);
    ev.around = [entering(value, managers, node), ...managers].reduce(
      (outer: Around, manager) => ({ kind: 'with', manager, outer }),
      around,
    );
    try {
      left = leftBy(ev, () => block(value));
    } finally {
      ev.around = within;
      ev.loops.splice(0, ev.loops.length, ...inner);
      activations.push(...running);
    }
  };
  ev.callFunction(callee, { ...given, positional }, callee.node, false, { lend });
  // The function was not followed to its `yield`.
  if (!left) return block(unknown(node, 'call'));
  const { exits, isEndReached } = left;
  const paths = exits.map((leave) => () => {
    leave();
    state.isReachable = false;
  });
  if (isEndReached) paths.push(() => {});
  if (!state.isReachable) return;
  if (paths.length > 1) state.branch(paths);
  else paths[0]?.();
}

/** How a block was left, apart from exceptions. */
interface Left {
  readonly isEndReached: boolean;
  /** Leaves it by `return`, `break` or `continue`, from where the program is then. */
  readonly exits: readonly (() => void)[];
}

/** Evaluates a block, and goes on from wherever it was left. */
function leftBy(ev: Evaluator, block: () => void): Left {
  const { state } = ev;
  const activation = ev.activations.at(-1)!;
  const loop = ev.loops.at(-1);
  const { returns } = activation;
  const { breaks, continues } = loop ?? NO_LOOP;
  const [firstReturn, firstBreak, firstContinue] = [returns.length, breaks.length, continues.length];
  const mark = state.mark();
  block();
  const isEndReached = state.isReachable;
  const returned = returns.splice(firstReturn);
  const jumps = (
    [
      [breaks, breaks.splice(firstBreak)],
      [continues, continues.splice(firstContinue)],
    ] as const
  ).flatMap(([kept, all]) => all.map((contents) => ({ kept, contents })));
  const exits = [
    ...returned.map(
      ({ value }) =>
        () =>
          returnHere(ev, activation, value),
    ),
    ...jumps.map(
      ({ kept }) =>
        () =>
          void kept.push(state.since(loop!.mark)),
    ),
  ];
  if (!isEndReached && returned.length === 1 && jumps.length === 0 && returned[0]!.changes === state.length)
    state.isReachable = true;
  else if (exits.length > 0) {
    const ends = [...returned, ...jumps].map(({ contents }) => contents);
    if (isEndReached) ends.push(state.since(mark));
    state.rollback(mark);
    state.meet(mark, ends);
  }
  state.release();
  return { isEndReached, exits };
}

const NO_LOOP: Pick<Exits, 'breaks' | 'continues'> = { breaks: [], continues: [] };

function returnHere({ state }: Evaluator, { mark, returns }: Activation, value: Value): void {
  const { length: changes, attempts } = state;
  returns.push({ contents: state.since(mark), value, changes, attempts });
}

/** The context managers that a place is in and another one around it is not, from the outermost. */
function managersWithin(inner: Around, outer: Around): readonly Value[] {
  const found: Value[] = [];
  for (let at = inner; at !== outer && 'outer' in at; at = at.outer)
    if (at.kind === 'with') found.unshift(at.manager);
  return found;
}

/** Whether a context manager is entered by a stack of them. */
const isPutOnStack = ({ parent }: Node): boolean =>
  parent?.kind === 'positional' &&
  parent.parent?.kind === 'call' &&
  parent.parent.callee.kind === 'attribute' &&
  parent.parent.callee.name === 'enter_context';

/** Whether nothing of a function runs behind its only `yield`. */
function endsInYield(definition: FunctionValue['definition']): boolean {
  const last = definition.kind === 'function' ? definition.body.at(-1) : undefined;
  return last?.kind === 'expression' && last.value.kind === 'yield' && yieldsIn(definition).length === 1;
}

/** Whether a function has one `yield`, in no loop. */
function lendsOnce(definition: FunctionValue['definition']): boolean {
  const [only, ...more] = yieldsIn(definition);
  if (!only || more.length > 0) return false;
  for (let at = only.parent; at && at !== definition; at = at.parent)
    if (at.kind === 'comprehension' || (at.kind === 'block' && /^(?:for|while)$/.test(at.keyword)))
      return false;
  return true;
}
