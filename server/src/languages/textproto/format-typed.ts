import { indentAt, isBlank, startOfLine } from '../../basics/lines';
import type { TextEdit } from '../../basics/range';
import { nodeAt } from '../../textproto/node-at';
import {
  type ListNode,
  type MessageNode,
  type Section,
  sectionIndexAt,
  type Tree,
} from '../../textproto/tree';
import type { Snapshot } from '../snapshot';

/** Indents a new line, or the line of a closing bracket, like the code around it. */
export function formatTyped({ tree }: Snapshot, offset: number, typed: string): TextEdit[] {
  if (tree.tooLarge) return [];
  const index = sectionIndexAt(tree, offset - 1);
  const section = tree.sections[index]!;
  const base = tree.starts[index]!;
  if (typed === '\n') {
    const block = blockAt(section, offset - base);
    return block ? indent(tree, offset, newLineIndent(tree, base, block, offset)) : [];
  }
  const closed = blockAt(section, offset - 1 - base);
  if (closed?.close !== offset - 1 - base) return [];
  return indent(tree, offset - 1, indentAt(tree.text, startOfLine(tree.text, base + closed.start)));
}

type Block = MessageNode | ListNode;

/** The innermost block or list that an offset lies in, or whose closing bracket stands there. */
function blockAt(section: Section, offset: number): Block | undefined {
  let node = nodeAt(section, offset);
  while (
    node.kind !== 'section' &&
    ((node.kind !== 'message' && node.kind !== 'list') || node.start >= offset)
  )
    node = node.parent;
  return node.kind === 'section' ? undefined : node;
}

/** The indentation of the last field or item before, if it begins its line. The user's own style takes precedence. */
function newLineIndent(tree: Tree, base: number, block: Block, offset: number): string {
  const { text } = tree;
  const closes = block.close === firstBehindBlanks(text, offset) - base;
  const outer = indentAt(text, startOfLine(text, base + block.start));
  if (closes) return outer;
  const inside = block.kind === 'message' ? block.fields : block.items;
  const before = inside.findLast(({ start }) => base + start < offset);
  const isFirst =
    before && text.slice(startOfLine(text, base + before.start), base + before.start).trim() === '';
  return isFirst ? indentAt(text, startOfLine(text, base + before.start)) : `${outer}  `;
}

/** Sets the indentation of a line up to an offset, if there is nothing else. */
function indent({ text }: Tree, offset: number, wanted: string): TextEdit[] {
  const start = startOfLine(text, offset);
  const end = firstBehindBlanks(text, start);
  return end < offset || text.slice(start, end) === wanted ? [] : [{ start, end, newText: wanted }];
}

function firstBehindBlanks(text: string, offset: number): number {
  while (isBlank(text[offset])) offset++;
  return offset;
}
