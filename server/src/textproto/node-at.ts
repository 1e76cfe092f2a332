import { lastStartingBy } from '../basics/search';
import type { Node, Section } from './tree';

/** The innermost node that contains a position between two tokens of a section, or at the start of a token. */
export function nodeAt(section: Section, offset: number): Node | Section {
  let node: Node | Section = section;
  for (;;) {
    const inner: Node | undefined = lastStartingBy(childrenOf(node), offset);
    if (!inner || inner.end <= offset) return node;
    node = inner;
  }
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
