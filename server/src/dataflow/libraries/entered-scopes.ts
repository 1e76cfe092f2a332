import { nameOf } from '../../python/exceptions';
import { writtenFor } from '../../python/names';
import { functionOf } from '../../python/surroundings';
import { textMatches } from '../../python/text-matches';
import {
  allOfKind,
  type Call,
  cachedByTree,
  type Expression,
  isStatement,
  type Node,
  type Tree,
} from '../../python/tree';
import { HARMLESS_MODULES, importsOnly } from './imports';

/** Whether a scope may be entered in other ways than by `with`. */
export const mayEnterElsewhere = cachedByTree(
  (tree): boolean =>
    textMatches(tree, ENTERS_OTHERWISE) ||
    allOfKind(tree, 'attribute').some(
      ({ name, parent }) => name === 'enter_context' && !(parent?.kind === 'call' && isOfBlock(parent)),
    ) ||
    allOfKind(tree, 'yield').some((node) => isInScope(tree, node)) ||
    !importsOnly(tree, HARMLESS_MODULES),
);

const ENTERS_OTHERWISE = /__enter__|set_strategy|^\s*%run/m;

/** Whether a generator is left in a scope, which the loop over it is in then; a decorated one is followed as a manager. */
function isInScope(tree: Tree, node: Node): boolean {
  const enclosing = functionOf(node);
  if (enclosing?.kind !== 'function' || enclosing.decorators.length > 0) return false;
  for (let at = node.parent; at && at !== enclosing; at = at.parent)
    if (at.kind === 'block' && at.items.some(({ value }) => isScope(writtenFor(tree, value)))) return true;
  return false;
}

const isScope = (value: Expression): boolean => value.kind === 'call' && nameOf(value.callee) === 'scope';

/** Whether a stack of context managers, by its call, is that of the `with` block around, which it is left with. */
function isOfBlock({ callee, parent }: Call): boolean {
  const stack = callee.kind === 'attribute' && callee.object.kind === 'name' ? callee.object.name : undefined;
  let at: Node | undefined = parent;
  while (at && !isStatement(at)) at = at.parent;
  const block = at?.parent;
  return (
    block?.kind === 'block' &&
    block.items.some(({ target }) => target?.kind === 'name' && target.name === stack)
  );
}
