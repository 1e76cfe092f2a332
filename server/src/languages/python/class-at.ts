import type { Entry } from '../../catalogue';
import { classOf } from '../../dataflow/calls/classes';
import { bindingOf, writtenFor } from '../../python/names';
import type { Expression, Tree } from '../../python/tree';

/** The class of an expression's value, also of an item or a loop's variable where a comprehension makes all of them. */
export function classAt(tree: Tree, node: Expression): Entry | undefined {
  const known = classOf(tree, node);
  if (known) return known;
  const source = node.kind === 'subscript' ? { from: node.object, part: 'value' } : sourceOf(tree, node);
  const made = source?.from && writtenFor(tree, source.from);
  if (made?.kind !== 'comprehension') return undefined;
  const { element } = made;
  const one = element.kind !== 'entry' ? element : source?.part === 'value' ? element.value : element.key;
  return one && classAt(tree, one);
}

/** What a loop takes its variable from: a container, or the values of a dict. */
function sourceOf(tree: Tree, name: Expression) {
  const binding = name.kind === 'name' ? bindingOf(tree, name) : undefined;
  if (!binding) return undefined;
  const { node, start } = binding;
  const loops =
    node.kind === 'comprehension'
      ? node.generators
      : node.kind === 'block' && node.keyword === 'for'
        ? [{ target: node.target, iterable: node.value }]
        : [];
  for (const { target, iterable } of loops) {
    const view =
      iterable?.kind === 'call' && iterable.callee.kind === 'attribute' ? iterable.callee : undefined;
    const [variable, from] =
      view?.name === 'items' && target?.kind === 'tuple'
        ? [target.elements[1], view.object]
        : view?.name === 'values'
          ? [target, view.object]
          : [target, iterable];
    if (variable?.start === start) return { from, part: view ? 'value' : 'key' };
  }
  return undefined;
}
