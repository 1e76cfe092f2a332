import { once } from '../basics/once';
import type { Range } from '../basics/range';
import { bisect } from '../basics/search';
import { Kind, Lexer } from './lexer';

/**
 * The lossless syntax tree. A text is a sequence of sections: each contains one top-level field with the blanks and
 * comments before it, or a run of tokens that is no field. Offsets in a section count from its start, so that an edit
 * elsewhere leaves it unchanged; `Tree.offsetOf` makes them absolute.
 */
export interface Tree {
  readonly text: string;
  readonly sections: readonly Section[];
  /** Absolute start of each section. */
  readonly starts: readonly number[];
  /** Set if the text was too long to parse; then it is one section without a field. */
  readonly tooLarge?: boolean;
}

export interface Section {
  readonly kind: 'section';
  readonly length: number;
  /** How far from its start the parser looked to parse it: an edit before that point invalidates it. */
  readonly reach: number;
  readonly field: FieldNode | undefined;
  readonly errors: readonly ParseError[];
  /** Whether it contains a closing bracket that nothing opened. */
  readonly strayCloser: boolean;
  /** How often its brackets were found unbalanced while it was parsed. */
  readonly repairs: number;
}

export type Node = FieldNode | MessageNode | ListNode | ScalarNode;
export type ValueNode = MessageNode | ListNode | ScalarNode;

export interface FieldNode {
  readonly kind: 'field';
  readonly start: number;
  end: number;
  /** The name without blanks and comments, and without brackets. */
  readonly name: string;
  readonly nameEnd: number;
  readonly form: 'identifier' | 'extension' | 'number';
  /** Offset of the colon, or -1. */
  colon: number;
  value: ValueNode | undefined;
  /** Offset of the `,` or `;` that ends the field, or -1. */
  separator: number;
  readonly parent: MessageNode | Section;
}

export interface MessageNode {
  readonly kind: 'message';
  readonly start: number;
  end: number;
  readonly angle: boolean;
  /** Offset of the closing bracket, or -1. */
  close: number;
  readonly fields: readonly FieldNode[];
  readonly parent: FieldNode | ListNode;
}

export interface ListNode {
  readonly kind: 'list';
  readonly start: number;
  end: number;
  close: number;
  readonly items: readonly ValueNode[];
  readonly parent: FieldNode | ListNode;
}

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly start: number;
  end: number;
  readonly type: 'number' | 'identifier' | 'string' | 'heredoc';
  /** Start of the number or word after the minus sign; equals `start` without a minus sign. */
  readonly unsigned: number;
  /** Starts and ends, alternating, of the literals if a string has several. */
  readonly literals: readonly number[] | undefined;
  readonly parent: FieldNode | ListNode;
}

/** A mistake against the grammar, or something that it discourages; the rules explain it. */
export interface ParseError {
  readonly code: ParseErrorCode;
  readonly start: number;
  readonly end: number;
  /** The characters that were found or expected. */
  readonly detail: string;
  /** Another relevant position: the opening bracket. */
  readonly related?: number;
}

export type ParseErrorCode =
  | 'byte-order-mark'
  | 'extension-name-spacing'
  | 'field-number'
  | 'heredoc'
  | 'invalid-character'
  | 'invalid-escape'
  | 'invalid-extension-name'
  | 'invalid-number'
  | 'joined-strings'
  | 'mismatched-bracket'
  | 'missing-colon'
  | 'missing-comma'
  | 'missing-value'
  | 'nested-list'
  | 'nesting-too-deep'
  | 'python-escape'
  | 'space-after-minus'
  | 'trailing-comma'
  | 'unclosed-bracket'
  | 'unclosed-string'
  | 'unexpected-bracket'
  | 'unexpected-token';

/** A range in a section; valid as long as the section lives. */
export interface Span {
  readonly section: Section;
  readonly start: number;
  readonly end: number;
}

export function sectionOf(node: Node | Section): Section {
  let current = node;
  while (current.kind !== 'section') current = current.parent;
  return current;
}

/** Starts and ends, alternating, of the literals of a string. */
export const literalsOf = ({ literals, start, end }: ScalarNode): readonly number[] =>
  literals ?? [start, end];

/** The field that a value belongs to, also for an item of a list. */
export function ownerOf(value: ValueNode): FieldNode {
  let { parent } = value;
  while (parent.kind === 'list') parent = parent.parent;
  return parent;
}

export function spanOf(node: Node): Span {
  return { section: sectionOf(node), start: node.start, end: node.end };
}

/** The range of a field's name only. */
export function nameSpan(field: FieldNode): Span {
  return { section: sectionOf(field), start: field.start, end: field.nameEnd };
}

/** Index of the section that contains an absolute offset; the last one at the end of the text. */
export function sectionIndexAt(tree: Tree, offset: number): number {
  return bisect(1, tree.starts.length, (i) => tree.starts[i]! > offset) - 1;
}

export interface Token {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
}

/**
 * The tokens of a section, blanks and comments included, in the section's own offsets. They are lexed again: few features
 * need them, and in the tree of a large text they would use most of the memory.
 */
export function tokensOf(tree: Tree, section: Section): Token[] {
  if (tree.tooLarge) return [{ kind: Kind.Invalid, start: 0, end: section.length }];
  const lexer = new Lexer(tree.text);
  const base = startOf(tree, section);
  const tokens: Token[] = [];
  for (let start = 0; start < section.length; ) {
    lexer.scan(base + start);
    const end = lexer.end - base;
    tokens.push({ kind: lexer.kind, start, end });
    start = end;
  }
  return tokens;
}

/** The absolute range of a node. */
export function rangeOf(tree: Tree, node: Node): Range {
  const base = startOf(tree, sectionOf(node));
  return { start: base + node.start, end: base + node.end };
}

export function nodeText(tree: Tree, node: Node): string {
  const { start, end } = rangeOf(tree, node);
  return tree.text.slice(start, end);
}

/** Absolute start of a section, in the tree that contains it. */
export const startOf = (tree: Tree, section: Section): number => startsBySection(tree).get(section)!;

const startsBySection = once(
  ({ sections, starts }: Tree) => new Map(sections.map((section, i) => [section, starts[i]!])),
);
