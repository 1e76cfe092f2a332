import type { Name, Node } from './tree';

/** Nodes that only read the value of an attribute or element. */
const READING: ReadonlySet<Node['kind']> = new Set<Node['kind']>([
  'positional',
  'keyword',
  'binary',
  'compare',
  'boolean',
  'unary',
  'conditional',
  'block',
]);

/**
 * Whether code may put something into the object of a name, or into one of its parts. A class that is only called or passed
 * on is not changed.
 */
export function mayMutate(name: Name, isClass: boolean): boolean {
  let node: Node = name;
  for (let up = node.parent; up?.kind === 'attribute' || up?.kind === 'subscript'; up = up.parent) {
    if (up.object !== node) break;
    node = up;
  }
  const { parent } = node;
  if (node === name) return !isClass;
  return !(parent && (READING.has(parent.kind) || (parent.kind === 'assignment' && parent.value === node)));
}
