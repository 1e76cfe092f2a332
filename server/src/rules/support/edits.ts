import { endOfLine, indentAt, isBlank, startOfLine } from '../../basics/lines';
import type { BoundMessage, BoundTree } from '../../configuration/bind';
import { fieldOf } from '../../configuration/configuration';
import {
  type FieldNode,
  type MessageNode,
  type Node,
  nodeText,
  type Span,
  sectionIndexAt,
  sectionOf,
  spanOf,
  startOf,
  type Tree,
} from '../../textproto/tree';
import type { Edit } from '../rule';

/** Adds a field after the last one of a message, in the message's layout. */
export function insertField({ tree }: BoundTree, { node }: BoundMessage, text: string): Edit {
  const last = node ? node.fields.at(-1) : tree.sections.findLast(({ field }) => field)?.field;
  if (last) return insertBehind(tree, last, node, text);
  return node ? insertFirst(tree, node, text) : appendLine(tree, text);
}

/** Sets a field to a value; adds the field if it is not written. */
export function setField(bound: BoundTree, message: BoundMessage, name: string, value: string): Edit {
  const node = fieldOf(message, name)?.values.at(-1)?.node;
  return node ? { span: spanOf(node), newText: value } : insertField(bound, message, `${name}: ${value}`);
}

/** Removes a field. If nothing else is on its line, the line and its comment are removed too. */
export function removeField(tree: Tree, field: FieldNode): Edit {
  const base = startOf(tree, sectionOf(field));
  return removeText(tree, base + field.start, base + endOf(field));
}

/** Removes a range by absolute offsets, as `removeField` does. */
export function removeText(tree: Tree, from: number, to: number): Edit {
  const { text } = tree;
  let start = from;
  let end = to;
  const first = isFirstOfLine(text, start);
  if (first && isRestOfLineEmpty(text, end)) {
    return {
      span: spanAt(tree, startOfLine(text, start), Math.min(endOfLine(text, end) + 1, text.length)),
      newText: '',
    };
  }
  if (first) {
    while (isBlank(text[end])) end++;
  } else {
    while (isBlank(text[start - 1])) start--;
    if (start < from && /[^\s\]}>]/.test(text[end] ?? ' ')) start++;
  }
  return { span: spanAt(tree, start, end), newText: '' };
}

/** Exchanges the texts of two nodes. */
export function swap(tree: Tree, a: Node, b: Node): Edit[] {
  return [
    { span: spanOf(a), newText: nodeText(tree, b) },
    { span: spanOf(b), newText: nodeText(tree, a) },
  ];
}

/** Adds a field, or lines, after another field of the same message; `parent` is undefined at the top level. */
export function insertBehind(
  tree: Tree,
  last: FieldNode,
  parent: MessageNode | undefined,
  text: string,
): Edit {
  const source = tree.text;
  const base = startOf(tree, sectionOf(last));
  const at = base + endOf(last);
  if (!isRestOfLineEmpty(source, at)) return { span: spanAt(tree, at, at), newText: besideOthers(text) };
  const line = startOfLine(source, base + last.start);
  const shared = parent !== undefined && line <= base + parent.start;
  return insertLine(tree, at, indentAt(source, line) + (shared ? INDENT : ''), text);
}

/** Adds a field to an empty message. */
export function insertFirst(tree: Tree, node: MessageNode, text: string): Edit {
  const source = tree.text;
  const at = startOf(tree, sectionOf(node)) + node.start + 1;
  if (isRestOfLineEmpty(source, at)) {
    return insertLine(tree, at, indentAt(source, startOfLine(source, at)) + INDENT, text);
  }
  const closes = source[at] === '}' || source[at] === '>';
  return { span: spanAt(tree, at, at), newText: besideOthers(text) + (closes ? ' ' : '') };
}

/** Text for the middle of a line. With a comment in it, it needs lines of its own. */
const besideOthers = (text: string) =>
  text.includes('#') ? `\n${text}\n` : ` ${text.replaceAll(/\s*\n\s*/g, ' ')}`;

function insertLine(tree: Tree, after: number, indent: string, text: string): Edit {
  const newline = endOfLine(tree.text, after);
  const at = tree.text[newline - 1] === '\r' ? newline - 1 : newline;
  const lineBreak = (at < newline ? '\r\n' : '\n') + indent;
  return { span: spanAt(tree, at, at), newText: lineBreak + text.replaceAll('\n', lineBreak) };
}

function appendLine(tree: Tree, text: string): Edit {
  const at = tree.text.length;
  const newText = at === 0 || tree.text.endsWith('\n') ? `${text}\n` : `\n${text}\n`;
  return { span: spanAt(tree, at, at), newText };
}

const INDENT = '  ';

/** A span by absolute offsets. */
export function spanAt(tree: Tree, start: number, end: number): Span {
  const index = sectionIndexAt(tree, start);
  const base = tree.starts[index]!;
  return { section: tree.sections[index]!, start: start - base, end: end - base };
}

function endOf(field: FieldNode): number {
  return field.separator < 0 ? field.end : field.separator + 1;
}

/** Whether only blanks come before an offset on its line. */
function isFirstOfLine(text: string, offset: number): boolean {
  let start = offset;
  while (start > 0 && isBlank(text[start - 1])) start--;
  return start === 0 || text[start - 1] === '\n';
}

/** Between tokens, a number sign begins a comment. */
function isRestOfLineEmpty(text: string, offset: number): boolean {
  let end = offset;
  while (isBlank(text[end]) || text[end] === '\r') end++;
  return end >= text.length || text[end] === '#' || text[end] === '\n';
}
