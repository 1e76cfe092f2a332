import { isGenerator } from '../../../evaluator/generators';
import { TAKING_ALL } from '../../../evaluator/lazy';
import { nameOf } from '../../../python/exceptions';
import { isStatement, type Node, type Tree } from '../../../python/tree';
import { usesByName } from '../../../python/uses';

/** Whether code, or what calls the function that it is in, runs only when something asks a generator for elements. */
export function mayBeDelayed(tree: Tree, node: Node, followed = new Set<Node>()): boolean {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    if (at.kind === 'comprehension' && at.form === 'generator' && !isTakenWhole(at)) return true;
    if (at.kind === 'lambda' && isMapped(at)) return true;
    if (at.kind !== 'function' || !isStatement(child) || followed.has(at)) continue;
    // A decorator such as `contextmanager` runs the body itself.
    if (at.decorators.length === 0 && isGenerator(at)) return true;
    followed.add(at);
    if ((usesByName(tree).get(at.name) ?? []).some((use) => mayBeDelayed(tree, use, followed))) return true;
  }
  return false;
}

/** Whether a function is given to an iterator that calls it when it is asked for elements. */
function isMapped({ parent: argument }: Node): boolean {
  const call = argument?.kind === 'positional' ? argument.parent : undefined;
  return call?.kind === 'call' && MAPPING.has(nameOf(call.callee)) && !isTakenWhole(call);
}

const MAPPING: ReadonlySet<string> = new Set(['filter', 'filterfalse', 'map', 'starmap']);

/** Whether a function takes all elements of a generator where this is made. */
function isTakenWhole({ parent: argument }: Node): boolean {
  const call = argument?.kind === 'positional' ? argument.parent : undefined;
  return call?.kind === 'call' && call.arguments[0] === argument && TAKING_ALL.has(nameOf(call.callee));
}
