import { once } from '../../../basics/once';
import { allOfKind, type Expression, type Node, type Tree } from '../../../python/tree';

/** What the text takes the dict of attributes of, and may change this: `vars(module).update(…)`, `table.__dict__['dim'] = 8` */
export const ownersOfChangedDicts = once((tree: Tree): readonly Expression[] => {
  const inAttributes = allOfKind(tree, 'attribute').flatMap((node) =>
    node.name === '__dict__' && mayChange(node) ? node.object : [],
  );
  const inCalls = tree.calls.flatMap((node) =>
    node.callee.kind === 'name' && node.callee.name === 'vars' && mayChange(node)
      ? (node.arguments[0]?.value ?? [])
      : [],
  );
  return [...inAttributes, ...inCalls];
});

/** Whether a dict is changed, or assigned to a variable. */
function mayChange({ parent }: Node): boolean {
  if (parent?.kind === 'subscript')
    return parent.parent?.kind === 'assignment' && parent.parent.targets.includes(parent);
  return parent?.kind === 'attribute' ? CHANGING.has(parent.name) : parent?.kind === 'assignment';
}

const CHANGING: ReadonlySet<string> = new Set(['update', 'setdefault', '__setitem__']);
