import type { Node, Section } from './tree';

/** The innermost node around a place between two tokens of a section, or at a token's start. */
export function nodeAt(section: Section, offset: number): Node | Section {
  let node: Node | Section = section;
  for (;;) {
    const inner = lastBefore(childrenOf(node), offset);
    if (!inner || inner.end <= offset) return node;
    node = inner;
  }
}

/** The last of some nodes, in the order of their places, that begins at `offset` or before. */
function lastBefore(nodes: readonly Node[], offset: number): Node | undefined {
  let low = 0;
  for (let high = nodes.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (nodes[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return nodes[low - 1];
}

function childrenOf(node: Node | Section): readonly Node[] {
  switch (node.kind) {
    case 'section':
      return node.field ? [node.field] : [];
    case 'field':
      return node.value ? [node.value] : [];
    case 'message':
      return node.fields;
    case 'list':
      return node.items;
    case 'scalar':
      return [];
  }
}
