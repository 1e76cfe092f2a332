import { once } from '../../basics/once';
import { textMatches } from '../../python/text-matches';
import { allOfKind, type Call, isStatement, type Node, type Tree } from '../../python/tree';
import { HARMLESS_MODULES, importsOnly } from './imports';

/** Whether a scope may be entered in other ways than by `with`. */
export const mayEnterElsewhere = once(
  (tree: Tree): boolean =>
    textMatches(tree, ENTERS_OTHERWISE) ||
    allOfKind(tree, 'attribute').some(
      ({ name, parent }) => name === 'enter_context' && !(parent?.kind === 'call' && isOfBlock(parent)),
    ) ||
    !importsOnly(tree, HARMLESS_MODULES),
);

const ENTERS_OTHERWISE = /__enter__|set_strategy|^\s*%run/m;

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
