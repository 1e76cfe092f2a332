import type { Mutable } from '../basics/mutable';
import type { Node } from './tree';

/**
 * Sets the parent of nodes and extends the parent's range to cover them all, even those that lie outside because something
 * is missing. Returns the parent.
 */
export function setParent<Parent extends Mutable<Node>>(
  parent: Parent,
  children: readonly (Node | undefined)[],
): Parent {
  for (const child of children) setParentOf(parent, child);
  return parent;
}

export function setParentOf(parent: Mutable<Node>, child: Node | undefined): void {
  if (!child) return;
  child.parent = parent;
  if (child.start < parent.start) parent.start = child.start;
  if (child.end > parent.end) parent.end = child.end;
}
