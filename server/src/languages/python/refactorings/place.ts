import type { Range } from '../../../basics/range';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import { type Node, nodeAt, type Statement, statementOf } from '../../../python/tree';
import type { Refactoring } from '../../refactoring';

/** What a refactoring makes of a program, if it can be done there. */
export type Refactor = (place: Place) => Refactoring | undefined;

/** What is asked about. */
export interface Place {
  readonly file: PythonFile;
  readonly range: Range;
  /** Ends of a notebook's cells. */
  readonly partEnds: readonly number[] | undefined;
  /** Whether it is in a string that is read as text format already. */
  readonly isEmbedded: boolean;
}

/** The innermost node of a kind that is asked about. */
export function around<K extends Node['kind']>(
  { file, range }: Place,
  kind: K,
): Extract<Node, { kind: K }> | undefined {
  for (let node: Node | undefined = nodeAt(file.tree, range.start); node; node = node.parent)
    if (node.kind === kind) return node as Extract<Node, { kind: K }>;
  return undefined;
}

/** The innermost statement that is asked about, if it has its lines for itself. */
export function statementAt({ file, range }: Place): Statement | undefined {
  const node = nodeAt(file.tree, range.start);
  const statement = statementOf(node);
  return statement && isAlone(file.text, statement) ? statement : undefined;
}

/** Whether nothing but a comment shares the lines of a statement. */
export const isAlone = (text: string, { start, end }: Range): boolean =>
  indentOf(text, start) !== undefined && /^[ \t]*(#[^\n]*)?\r?(\n|$)/.test(text.slice(end));

/** What stands before an offset on its line, if that is blanks. */
export function indentOf(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return before.trim() === '' ? before : undefined;
}

/** The statements among which one stands. */
export function siblingsOf({ parent }: Statement): readonly Statement[] {
  return parent && 'body' in parent && Array.isArray(parent.body) ? (parent.body as Statement[]) : [];
}

export const hasComments = ({ file: { tree } }: Place, { start, end }: Range): boolean =>
  tree.comments.some((at, i) => i % 2 === 0 && start <= at && at < end);
