import { bisect, lastStartingBy } from '../../basics/search';
import { fieldTypeOf, messageTypeOf } from '../../configuration/field-types';
import type { FieldType, MessageType } from '../../schema/types';
import { Kind } from '../../textproto/lexer';
import {
  type FieldNode,
  type ListNode,
  type MessageNode,
  ownerOf,
  type Section,
  sectionIndexAt,
  type Token,
  type Tree,
  tokensOf,
  type ValueNode,
} from '../../textproto/tree';
import type { Snapshot } from '../snapshot';

/**
 * The syntactic context of an offset: completion, hover, definition and highlights all use this one query.
 * It descends from the section at the offset, so its cost does not grow with the text.
 *
 * Tokens are absolute; nodes are in the offsets of their section, `base` makes them absolute.
 */
export interface Context {
  readonly offset: number;
  readonly place: CursorPlace;
  /** The token at the offset. Of two that meet there, words come before symbols, symbols before blanks. Empty in an empty text. */
  readonly token: Token;
  /** The last token before `token`, or before the offset in a blank, that is neither blank nor comment. */
  readonly before: Token | undefined;
  /** Holds the nodes below. It may end before the offset, where something is unfinished. */
  readonly section: Section;
  /** Absolute start of `section`. */
  readonly base: number;
  /** The innermost block or list around the offset; undefined on the top level. */
  readonly container: MessageNode | ListNode | undefined;
  /** The innermost block around the offset; undefined on the top level. */
  readonly message: MessageNode | undefined;
  /** The message type of that block, or of the whole text. */
  readonly type: MessageType | undefined;
  /** The field whose name or value the offset is on, or whose value is missing. */
  readonly field: FieldNode | undefined;
  readonly fieldType: FieldType | undefined;
  /** The field's value, or the item of its list, where the offset is on one. */
  readonly value: ValueNode | undefined;
}

type CursorPlace =
  /** In a comment, its end included. */
  | 'comment'
  /** Between the quotes of a string, or in a heredoc. */
  | 'string'
  /** On the name of a field. */
  | 'name'
  /** On a value, or where one is missing: behind a colon, in a list. */
  | 'value'
  /** Behind a name on its line, where a colon or a block is missing. */
  | 'after-name'
  /** Where a field may begin. */
  | 'field'
  /** Any other place, such as directly behind a closing bracket or after an item of a list. */
  | 'none';

export function contextAt(snapshot: Snapshot, offset: number): Context {
  const { tree, schema } = snapshot;
  const root = snapshot.resolution.message;
  const cursor = Cursor.at(tree, offset);
  const { token } = cursor;
  const onWord = isWord(token.kind);
  const before = !onWord && !isTrivia(token.kind) && token.start < offset ? token : cursor.previous();
  const found = locate(tree, onWord ? token.start : offset, before);
  const { section, base, container } = found;
  const message = blockOf(container);
  const { place, field, value } = isInComment(token, offset)
    ? here('comment')
    : onWord
      ? onToken(found, token, offset)
      : betweenTokens(found, before, offset, !before || isOneLine(tree.text, before.end, offset));
  return {
    offset,
    place,
    token,
    before,
    section,
    base,
    container,
    message,
    type: message ? messageTypeOf(message, root, schema) : root,
    field,
    fieldType: field && fieldTypeOf(field, root, schema),
    value,
  };
}

// Tokens

/** One token of a tree, from which the earlier ones can be reached over the bounds of sections. */
class Cursor {
  private constructor(
    private readonly tree: Tree,
    private readonly section: number,
    private readonly tokens: readonly Token[],
    private readonly index: number,
  ) {}

  /** Of two tokens that meet at the offset: a word, else what is not blank, else the earlier one. */
  static at(tree: Tree, offset: number): Cursor {
    const section = sectionIndexAt(tree, offset);
    const tokens = tokensOf(tree, tree.sections[section]!);
    const right = new Cursor(tree, section, tokens, tokenIndexAt(tokens, offset - tree.starts[section]!));
    if (right.token.start < offset) return right;
    const left = right.step();
    return left && rank(left.token, true) >= rank(right.token, false) ? left : right;
  }

  /** In absolute offsets; an empty token after the last one. */
  get token(): Token {
    const { tokens, index } = this;
    const base = this.tree.starts[this.section]!;
    const end = base + (tokens.at(-1)?.end ?? 0);
    const token = tokens[index];
    return token
      ? { kind: token.kind, start: base + token.start, end: base + token.end }
      : { kind: Kind.End, start: end, end };
  }

  /** The nearest earlier token that is neither blank nor comment. */
  previous(): Token | undefined {
    let cursor = this.step();
    while (cursor && isTrivia(cursor.token.kind)) cursor = cursor.step();
    return cursor?.token;
  }

  private step(): Cursor | undefined {
    const { tree } = this;
    if (this.index > 0) return new Cursor(tree, this.section, this.tokens, this.index - 1);
    for (let section = this.section - 1; section >= 0; section--) {
      const tokens = tokensOf(tree, tree.sections[section]!);
      if (tokens.length > 0) return new Cursor(tree, section, tokens, tokens.length - 1);
    }
    return undefined;
  }
}

/** Index of the token at the offset; `tokens.length` at the end. */
function tokenIndexAt(tokens: readonly Token[], offset: number): number {
  return bisect(0, tokens.length, (i) => tokens[i]!.end > offset);
}

function rank({ kind }: Token, endsHere: boolean): number {
  switch (kind) {
    case Kind.Whitespace:
    case Kind.End:
      return 0;
    case Kind.Identifier:
    case Kind.Number:
      return 3;
    case Kind.Comment:
    case Kind.OpenString:
      return endsHere ? 4 : 2;
  }
  return endsHere ? 1 : 2;
}

function isTrivia(kind: Kind): boolean {
  return kind === Kind.Whitespace || kind === Kind.Comment || kind === Kind.End;
}

function isWord(kind: Kind): boolean {
  return kind === Kind.Identifier || kind === Kind.Number || isQuoted(kind);
}

function isQuoted(kind: Kind): boolean {
  return kind === Kind.String || kind === Kind.OpenString || kind === Kind.Heredoc;
}

function isInComment({ kind, start }: Token, offset: number): boolean {
  return kind === Kind.Comment && start < offset;
}

/** Whether no line ends between two offsets. */
export function isOneLine(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) === 0x0a) return false;
  return true;
}

// Nodes

interface Located {
  readonly section: Section;
  readonly base: number;
  readonly container: MessageNode | ListNode | undefined;
  /** The last child of the container, or top-level field, that begins before or at the position. */
  readonly child: FieldNode | ValueNode | undefined;
  /** In the offsets of the section. */
  readonly position: number;
}

/** Finds the innermost bracket that is open at an absolute position. */
function locate(tree: Tree, position: number, before: Token | undefined): Located {
  let index = sectionIndexAt(tree, position);
  const own = tree.sections[index]!;
  // In the blanks before a section's field, an unfinished field of the previous section may continue.
  const leading = !own.field || position - tree.starts[index]! < own.field.start;
  if (leading && before && before.end <= tree.starts[index]! && tree.sections[index - 1]?.field) index--;
  const section = tree.sections[index]!;
  const base = tree.starts[index]!;
  const local = position - base;
  const beforeEnd = before ? before.end - base : -1;
  const begun = section.field && section.field.start <= local ? section.field : undefined;

  const open: { node: MessageNode | ListNode; child: FieldNode | ValueNode | undefined }[] = [];
  for (let child: FieldNode | ValueNode | undefined = begun; child; ) {
    const node: ValueNode | undefined = child.kind === 'field' ? child.value : child;
    if (!node || node.kind === 'scalar' || !isAround(node, local, beforeEnd)) break;
    const children: readonly (FieldNode | ValueNode)[] = node.kind === 'message' ? node.fields : node.items;
    child = lastStartingBy(children, local);
    open.push({ node, child });
  }
  while (open.length > 0 && hasEnded(tree.text, base, open.at(-1)!.node, local, beforeEnd)) open.pop();
  const innermost = open.at(-1);
  return {
    section,
    base,
    container: innermost?.node,
    child: innermost ? innermost.child : begun,
    position: local,
  };
}

/** Whether the position is between the brackets. An unclosed block includes the blanks after it. */
function isAround(node: MessageNode | ListNode, position: number, beforeEnd: number): boolean {
  if (node.start >= position) return false;
  return node.close >= 0 ? position <= node.close : position <= node.end || beforeEnd <= node.end;
}

/** Whether an unclosed block ends before a later position, as the parser would read it. */
function hasEnded(
  text: string,
  base: number,
  node: MessageNode | ListNode,
  position: number,
  beforeEnd: number,
): boolean {
  if (node.close >= 0 || position <= node.end || isOneLine(text, base + beforeEnd, base + position))
    return false;
  if (node.kind === 'list') {
    const last = text.charCodeAt(base + beforeEnd - 1);
    return last !== Kind.OpenSquare && last !== Kind.Comma;
  }
  return columnOf(text, base + position) <= indentOf(text, base + node.start);
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** Width of the blanks that the line of an offset begins with. */
function indentOf(text: string, offset: number): number {
  const line = offset - columnOf(text, offset);
  let end = line;
  while (end < offset && (text[end] === ' ' || text[end] === '\t')) end++;
  return end - line;
}

function blockOf(container: MessageNode | ListNode | undefined): MessageNode | undefined {
  if (container?.kind !== 'list') return container;
  const { parent } = ownerOf(container);
  return parent.kind === 'message' ? parent : undefined;
}

// Places

type Here = Pick<Context, 'place' | 'field' | 'value'>;

const here = (place: CursorPlace, field?: FieldNode, value?: ValueNode): Here => ({ place, field, value });

/** On a word or string: it belongs to the last child that begins before it, or to none. */
function onToken({ child, position }: Located, token: Token, offset: number): Here {
  if (!child || position >= child.end) return here('none');
  if (child.kind !== 'field') return onValue(ownerOf(child), child, token, offset);
  if (position < child.nameEnd) return here('name', child);
  const { value } = child;
  return value && position >= value.start ? onValue(child, value, token, offset) : here('none', child);
}

function onValue(field: FieldNode, value: ValueNode, token: Token, offset: number): Here {
  if (!isQuoted(token.kind) || offset <= token.start) return here('value', field, value);
  const closed = token.kind !== Kind.OpenString && offset >= token.end;
  return here(closed ? 'none' : 'string', field, value);
}

/** On a symbol or in a blank, the previous token decides what may follow. */
function betweenTokens(
  { container, child, position }: Located,
  before: Token | undefined,
  offset: number,
  oneLine: boolean,
): Here {
  const last = before?.kind;
  if (container?.kind === 'list') {
    const expected = last === Kind.OpenSquare || last === Kind.Comma || last === Kind.Minus;
    return here(expected ? 'value' : 'none', ownerOf(container));
  }
  if (child?.kind === 'field') {
    const { value, colon } = child;
    const pending = !value || position <= value.start;
    if (position < child.nameEnd) return here('name', child);
    if (pending && (last === Kind.Minus || (last === Kind.Colon && colon >= 0)))
      return here('value', child, value);
    if (position < child.end) return here('none', child);
    if (!value && colon < 0 && child.separator < 0 && oneLine) return here('after-name', child);
  }
  return here(mayPrecedeField(before, offset) ? 'field' : 'none');
}

/** Whether a field may begin behind a token; after a value and brackets only with a blank between. */
function mayPrecedeField(before: Token | undefined, offset: number): boolean {
  switch (before?.kind) {
    case undefined:
    case Kind.OpenBrace:
    case Kind.OpenAngle:
    case Kind.Comma:
    case Kind.Semicolon:
      return true;
    case Kind.Identifier:
    case Kind.Number:
    case Kind.String:
    case Kind.OpenString:
    case Kind.Heredoc:
    case Kind.CloseBrace:
    case Kind.CloseAngle:
    case Kind.CloseSquare:
      return before!.end < offset;
  }
  return false;
}
