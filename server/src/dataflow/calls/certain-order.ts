// Which of two calls certainly comes before the other, in view of early exits.
import { groupBy } from '../../basics/groups';
import { isWithin, type Range } from '../../basics/range';
import type { Around } from '../../evaluator';
import { leadsTo } from '../../evaluator/state';
import { neverRuns, type Truth } from '../../python/branches';
import { functionOf } from '../../python/surroundings';
import {
  allOfKind,
  cachedByTree,
  type FunctionDefinition,
  isExpression,
  isLoop,
  type Lambda,
  type Node,
  type Simple,
  type Tree,
} from '../../python/tree';
import { usesByName } from '../../python/uses';
import { type CallEvent, evaluationOf } from './evaluation';
import { truth } from './known-values';

/** Whether every run that reaches the later call has made the earlier one. */
export const isCertainlyBefore = (earlier: CallEvent, later: CallEvent, tree: Tree): boolean =>
  earlier.place !== undefined &&
  later.place !== undefined &&
  leadsTo(earlier.place.path, later.place.path) &&
  !mayBeLeftOut(earlier, later, tree);

/** Whether one place is in a function that runs around another. */
export function isAround(outer: Around, inner: Around): boolean {
  for (let at = inner; ; at = at.outer) {
    if (at === outer) return true;
    if (!('outer' in at)) return false;
  }
}

/** Whether functions and loops that have ended before the later call may end before they come to the earlier one. */
function mayBeLeftOut({ node, place }: CallEvent, later: CallEvent, tree: Tree): boolean {
  let calls: readonly Range[] = [node];
  let around = functionRun(place!.around);
  for (;;) {
    const goesOn = around.kind !== 'function' || isAround(around, later.place!.around);
    const isLeft = (exit: Simple) => calls.some((call) => leavesOut(exit, call, later.node, goesOn));
    const exits = exitsIn(tree).get(definitionOf(around)) ?? [];
    if (exits.some((exit) => isLeft(exit) && !neverRuns(tree, exit, truthIn(tree)))) return true;
    if (goesOn || around.kind !== 'function') return false;
    const outer = functionRun(around.outer);
    calls = callsIn(definitionOf(outer) ?? tree.module, around.definition, tree);
    around = outer;
  }
}

/** Whether an exit may keep a run from a call, but not from a later one that the same run of the function may come to. */
function leavesOut(exit: Simple, call: Range, later: Range, goesOn: boolean): boolean {
  if (exit.end > call.start) return false;
  const loop = exit.keyword === 'return' ? undefined : loopAround(exit);
  return loop ? isWithin(call, loop) && !(goesOn && isWithin(later, loop)) : !goesOn;
}

/** The innermost function that runs, or what is around all. */
function functionRun(around: Around): Around {
  let at = around;
  while (at.kind === 'with') at = at.outer;
  return at;
}

const definitionOf = (around: Around): Node | undefined =>
  around.kind === 'function' ? around.definition : undefined;

/** Where a function or a module perhaps calls a function, by the name of that; its last statement if it does not name it. */
function callsIn(caller: Node, callee: FunctionDefinition | Lambda, tree: Tree): readonly Range[] {
  const uses = (usesByName(tree).get(nameOf(callee)) ?? []).filter((use) => isWithin(use, caller));
  const last = 'body' in caller && Array.isArray(caller.body) ? caller.body.at(-1) : undefined;
  return uses.length > 0 ? uses : [last ?? caller];
}

/** The name by which a function is called: a class calls its `__init__`. */
function nameOf(callee: FunctionDefinition | Lambda): string {
  if (callee.kind === 'lambda') return '';
  const { name, parent } = callee;
  return name === '__init__' && parent?.kind === 'class' ? parent.name : name;
}

/** The statements that leave a function or a loop, by the function around them. */
const exitsIn = cachedByTree((tree): ReadonlyMap<Node | undefined, readonly Simple[]> => {
  const exits = allOfKind(tree, 'simple').filter(({ keyword }) => LEAVING.has(keyword));
  return groupBy(exits, functionOf);
});

const LEAVING: ReadonlySet<string> = new Set(['return', 'break', 'continue']);

function loopAround(exit: Simple): Node | undefined {
  let at: Node | undefined = exit;
  while (at && !isLoop(at)) at = at.parent;
  return at;
}

/** The outcome of a condition, if the evaluation knows it. */
const truthIn = cachedByTree(
  (tree): Truth =>
    (_tree, condition) => {
      const type = condition && isExpression(condition) ? evaluationOf(tree).typeOf(condition) : undefined;
      return type && truth(type);
    },
);
