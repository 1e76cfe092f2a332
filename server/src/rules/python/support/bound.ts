import type { Node } from '../../../python/tree';

/** Whether a node gets a value, alone or among others, from an assignment, a loop or a `with`. */
export function isBound(node: Node): boolean {
  const { parent } = node;
  switch (parent?.kind) {
    case 'tuple':
    case 'list':
    case 'starred':
      return isBound(parent);
    case 'assignment':
      return (
        parent.operator === '=' && parent.value !== undefined && parent.targets.some((each) => each === node)
      );
    case 'block':
      return parent.keyword === 'for' && parent.target === node;
    case 'item':
    case 'generator':
      return parent.target === node;
    default:
      return false;
  }
}
