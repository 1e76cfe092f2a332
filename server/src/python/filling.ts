import type { Name, Node } from './tree';

/** Where the value of an attribute or element is only looked at. */
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

/** Whether something may be put into what a name stands for: itself, or something that it holds. Nothing gets into a class that is only called or given away. */
export function mayFill(name: Name, isClass: boolean): boolean {
  let node: Node = name;
  for (let up = node.parent; up?.kind === 'attribute' || up?.kind === 'subscript'; up = up.parent) {
    if (up.object !== node) break;
    node = up;
  }
  const { parent } = node;
  if (node === name) return !isClass;
  return !(parent && (READING.has(parent.kind) || (parent.kind === 'assignment' && parent.value === node)));
}
