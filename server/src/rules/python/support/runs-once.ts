import { functionOf } from '../../../python/surroundings';
import { isStatement, type Node, type Tree } from '../../../python/tree';
import { usesByName } from '../../../python/uses';

/** Functions that only a function calls that only a function calls, and so on, are followed this far. */
const MAX_STEPS = 10;

/** Whether a program calls what a node names there alone, and gets there at most once: in no loop, and by functions that are called so. */
export function runsOnce(tree: Tree, node: Node, steps = 0): boolean {
  if (!isCalled(node) || isInLoop(node) || steps > MAX_STEPS) return false;
  const around = functionOf(node);
  if (!around) return true;
  if (around.kind === 'lambda') return false;
  const [use, ...others] = usesByName(tree).get(around.name) ?? [];
  return use !== undefined && others.length === 0 && runsOnce(tree, use, steps + 1);
}

const LOOPS: ReadonlySet<string> = new Set(['for', 'while']);

/** Whether a loop is around a node in the same function. */
function isInLoop(node: Node): boolean {
  const end = functionOf(node);
  for (let at = node.parent; at && at !== end; at = at.parent)
    if (at.kind === 'comprehension' || (at.kind === 'block' && LOOPS.has(at.keyword))) return true;
  return false;
}

/** Whether a node is called, or given to what calls it, as `main` is by `app.run(main)`. */
function isCalled(node: Node): boolean {
  let call = node.parent;
  while (call && call.kind !== 'call' && !isStatement(call)) call = call.parent;
  if (call?.kind !== 'call') return false;
  const { callee } = call;
  const isGiven = call.arguments.some(({ value }) => value === node);
  return callee === node || (isGiven && callee.kind === 'attribute' && callee.name === 'run');
}
