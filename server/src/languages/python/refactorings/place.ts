import type { Range } from '../../../basics/range';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import type { Strategy } from '../../../dataflow/derivation/strategy';
import { type Node, nodeAt, type Statement, statementOf } from '../../../python/tree';
import type { Refactoring } from '../../refactoring';

/** Finds a refactoring of a program, if it is possible at the place. */
export type Refactor = (place: ProgramPlace) => Refactoring | undefined;

/** The place in a program that refactorings are asked for. */
export interface ProgramPlace {
  readonly file: PythonFile;
  readonly range: Range;
  /** Ends of a notebook's cells. */
  readonly partEnds: readonly number[] | undefined;
  /** What the settings say of the TPU. */
  readonly strategy: Strategy;
  /** Whether it is in a string that is read as text format already. */
  readonly isEmbedded: boolean;
}

/** The innermost node of a kind at the place. */
export function enclosingNode<K extends Node['kind']>(
  { file, range }: ProgramPlace,
  kind: K,
): Extract<Node, { kind: K }> | undefined {
  for (let node: Node | undefined = nodeAt(file.tree, range.start); node; node = node.parent)
    if (node.kind === kind) return node as Extract<Node, { kind: K }>;
  return undefined;
}

/** The innermost statement at the place, if no other code shares its lines. */
export function statementAt({ file, range }: ProgramPlace): Statement | undefined {
  const node = nodeAt(file.tree, range.start);
  const statement = statementOf(node);
  return statement && isAlone(file.text, statement) ? statement : undefined;
}

/** Whether nothing but a comment shares the lines of a statement. */
export const isAlone = (text: string, { start, end }: Range): boolean =>
  indentOf(text, start) !== undefined && /^[ \t]*(#[^\n]*)?\r?(\n|$)/.test(text.slice(end));

/** The text before an offset on its line, if it is only blanks. */
export function indentOf(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return before.trim() === '' ? before : undefined;
}

/** The statements of the block that a statement is in. */
export function siblingsOf({ parent }: Statement): readonly Statement[] {
  return parent && 'body' in parent && Array.isArray(parent.body) ? (parent.body as Statement[]) : [];
}

export const hasComments = ({ file: { tree } }: ProgramPlace, { start, end }: Range): boolean =>
  tree.comments.some((at, i) => i % 2 === 0 && start <= at && at < end);
