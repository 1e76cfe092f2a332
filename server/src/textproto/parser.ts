import { codeAt } from '../basics/code-at';
import { detached } from '../basics/detached';
import type { Mutable } from '../basics/mutable';
import type { TextChange } from '../basics/range';
import { isPlainNumber, Kind, Lexer, numberForm } from './lexer';
import { escapeErrors, floatWord, isPlain } from './literals';
import { Stack } from './stack';
import type {
  FieldNode,
  ListNode,
  MessageNode,
  ParseError,
  ParseErrorCode,
  ScalarNode,
  Section,
  Tree,
  ValueNode,
} from './tree';

/** Deeper nesting is skipped with a single warning; TensorFlow's own messages need nine levels. */
export const MAX_DEPTH = 100;

/** How many characters after a token's end the lexer may read to find that end. */
const LOOKAHEAD = 3;

/** How many sections back the parser looks for the block that a stray closing bracket was meant to close. */
const MAX_LOOK_BACK = 16;

/**
 * How often the parser may find unbalanced brackets and search for the mistake, which costs as much as reading the rest of
 * the text. After that, only indentation decides.
 */
const MAX_REPAIRS = 8;

/** Parses any text; never throws. */
export function parse(text: string): Tree {
  return parseFrom(text, [], 0);
}

/** A tree with one opaque section, for a text that is too long to parse. */
export function unread(text: string): Tree {
  const section = { kind: 'section', length: text.length, reach: Infinity } as const;
  return {
    text,
    sections: [{ ...section, field: undefined, errors: [], strayCloser: false, repairs: 0 }],
    starts: [0],
    tooLarge: true,
  };
}

/** The tree of `text`, which differs from the old tree's text by one change; reuses the sections away from the change. */
export function reparse(old: Tree, text: string, change: TextChange): Tree {
  if (old.tooLarge) return parse(text);
  let kept = 0;
  while (kept < old.sections.length && old.starts[kept]! + old.sections[kept]!.reach <= change.start) kept++;
  const start = old.starts[kept] ?? 0;
  return parseFrom(
    text,
    old.sections.slice(0, kept),
    kept < old.starts.length ? start : lengthOf(old, kept),
    {
      old,
      delta: change.newLength - (change.end - change.start),
      safe: change.start + change.newLength,
    },
  );
}

function lengthOf(tree: Tree, sections: number): number {
  return sections === 0 ? 0 : tree.starts[sections - 1]! + tree.sections[sections - 1]!.length;
}

interface Reuse {
  readonly old: Tree;
  readonly delta: number;
  /** Sections that start here or later contain no changed text. */
  readonly safe: number;
}

function parseFrom(text: string, kept: readonly Section[], position: number, reuse?: Reuse): Tree {
  const parser = new SectionParser(text);
  const old = reuse && new OldSections(reuse);
  const sections = [...kept];
  let repairs = kept.reduce((sum, section) => sum + section.repairs, 0);
  while (position < text.length || sections.length === 0) {
    const rest = old?.from(position, repairs);
    if (rest) return treeOf(text, sections.concat(rest));
    const section = parser.parse(position, repairs >= MAX_REPAIRS);
    if (section.strayCloser && repairs < MAX_REPAIRS) {
      const merged = readByLayout(parser, sections, position, section);
      if (merged) {
        position = merged.end;
        repairs++;
        continue;
      }
    }
    sections.push(section);
    repairs += section.repairs;
    position += section.length;
  }
  return treeOf(text, sections);
}

function treeOf(text: string, sections: readonly Section[]): Tree {
  const starts = new Array<number>(sections.length);
  for (let i = 0, start = 0; i < sections.length; i++) {
    starts[i] = start;
    start += sections[i]!.length;
  }
  return { text, sections, starts };
}

/** Finds the sections of the old tree that can be reused after the change. */
class OldSections {
  private candidate: number;
  /** Repairs in the sections before the candidate. */
  private repairs = 0;
  private readonly lastStray: number;

  constructor(private readonly reuse: Reuse) {
    const { sections } = reuse.old;
    this.candidate = 0;
    // A stray closing bracket affects how earlier sections are read, so sections up to the last one are not reused.
    this.lastStray = sections.findLastIndex((section) => section.strayCloser);
  }

  /** The old sections from a position of the new text on, if parsing there would give them again. */
  from(position: number, repairs: number): readonly Section[] | undefined {
    const { old, delta, safe } = this.reuse;
    // The first section is special: only there is U+FEFF a byte order mark.
    if (position < safe || position === 0) return undefined;
    while (this.candidate < old.starts.length && old.starts[this.candidate]! + delta < position) {
      this.repairs += old.sections[this.candidate++]!.repairs;
    }
    const again =
      old.starts[this.candidate]! + delta === position &&
      this.candidate > Math.max(this.lastStray, 0) &&
      Math.min(this.repairs, MAX_REPAIRS) === Math.min(repairs, MAX_REPAIRS);
    return again ? old.sections.slice(this.candidate) : undefined;
  }
}

/**
 * A stray closing bracket at `position` means that an earlier block was closed too soon. Finds that block and parses it
 * again by indentation. On success, replaces the sections from that block on.
 */
function readByLayout(
  parser: SectionParser,
  sections: Section[],
  position: number,
  stray: Section,
): { end: number } | undefined {
  let start = position;
  let repairs = 1;
  let looked = position + stray.reach;
  for (let i = sections.length - 1; i >= Math.max(0, sections.length - MAX_LOOK_BACK); i--) {
    const before = sections[i]!;
    if (before.strayCloser) break;
    start -= before.length;
    repairs += before.repairs;
    looked = Math.max(looked, start + before.reach);
    if (before.field?.value?.kind !== 'message') continue;
    const section: Mutable<Section> = parser.parse(start, true);
    looked = Math.max(looked, start + section.reach);
    if (start + section.length <= position) continue;
    section.reach = looked - start;
    section.repairs = repairs;
    sections.splice(i, Infinity, section);
    return { end: start + section.length };
  }
  return undefined;
}

class SectionParser {
  private readonly lexer: Lexer;
  private base = 0;
  /** Fields and items of open blocks and lists, so that each node gets an array of its exact length. */
  private readonly fields = new Stack<FieldNode>();
  private readonly items = new Stack<ValueNode>();
  /** The current token, in offsets of the section. Whitespace and comments do not count. */
  private kind: Kind = Kind.End;
  private start = 0;
  private end = 0;
  /** The next token, if it was peeked at: then the lexer is at that token. */
  private peeked = false;
  /** End of the last token that was taken. */
  private lastEnd = 0;
  private errors: ParseError[] = [];
  /** Whether indentation decides where an unbalanced block ends. */
  private layout = false;
  private unbalanced = false;
  private depth = 0;
  private openBraces = 0;
  private openAngles = 0;
  private openSquares = 0;
  /** The indents of the lines that opened the enclosing blocks. */
  private readonly indents: number[] = [];
  /** The line that contains the offset `seen`; cached, so that the start of a long line is not searched again and again. */
  private readonly line = { start: 0, indent: -1, seen: 0 };

  constructor(private readonly text: string) {
    this.lexer = new Lexer(text);
  }

  parse(base: number, layout = false): Section {
    const section = this.attempt(base, layout);
    if (layout || !this.unbalanced) return section;
    const byLayout: Mutable<Section> = this.attempt(base, true);
    // The tokens that were read to find the imbalance also affect the result.
    byLayout.reach = Math.max(section.reach, byLayout.reach);
    byLayout.repairs = 1;
    return byLayout;
  }

  private attempt(base: number, layout: boolean): Mutable<Section> {
    this.base = base;
    this.lastEnd = 0;
    this.peeked = false;
    this.fields.takeFrom(0);
    this.items.takeFrom(0);
    this.layout = layout;
    this.unbalanced = false;
    this.depth = this.openBraces = this.openAngles = this.openSquares = 0;
    this.indents.length = 0;
    this.line.start = this.line.seen = 0;
    this.line.indent = -1;
    this.lexer.scanSignificant(base);
    this.accept();

    const section = {
      kind: 'section' as const,
      length: 0,
      reach: 0,
      field: undefined as FieldNode | undefined,
      errors: NO_ERRORS,
      strayCloser: false,
      repairs: 0,
    };
    if (this.kind === Kind.End) {
      this.take();
    } else if (this.startsField()) {
      section.field = this.parseField(section);
    } else {
      section.strayCloser = isCloser(this.kind);
      this.skipJunk();
    }
    section.length = this.lastEnd;
    if (this.errors.length > 0) {
      section.errors = this.errors;
      this.errors = [];
    }
    section.reach = this.lexer.end - base + LOOKAHEAD;
    return section;
  }

  // Tokens

  /** Makes the lexer's token current. */
  private accept(): void {
    const { lexer, base } = this;
    this.kind = lexer.kind;
    this.start = lexer.start - base;
    this.end = lexer.end - base;
  }

  /** Adds the current token to the section and moves to the next. */
  private take(): Kind {
    this.lastEnd = this.end;
    if (this.kind !== Kind.End) {
      this.peek();
      this.peeked = false;
      this.accept();
    }
    return this.kind;
  }

  /** Kind of the token after the current one; its start is in `nextStart`. */
  private peek(): Kind {
    if (!this.peeked) this.lexer.scanSignificant(this.base + this.end);
    this.peeked = true;
    return this.lexer.kind;
  }

  private get nextStart(): number {
    return this.lexer.start - this.base;
  }

  private slice(start: number, end: number): string {
    return this.text.slice(this.base + start, this.base + end);
  }

  private error(code: ParseErrorCode, start: number, end: number, detail = '', related?: number): void {
    this.errors.push({ code, start, end, detail, ...(related === undefined ? {} : { related }) });
  }

  private onSameLine(from: number, to: number): boolean {
    const end = this.base + to;
    for (let i = this.base + from; i < end; i++) if (this.text.charCodeAt(i) === 0x0a) return false;
    return true;
  }

  /** The line that contains `offset`, which must not be before the last one requested. */
  private lineAt(offset: number): { readonly start: number; readonly indent: number } {
    const { text, base, line } = this;
    let start = offset;
    while (start > line.seen && text.charCodeAt(base + start - 1) !== 0x0a) start--;
    if (start > line.seen || line.indent < 0) {
      line.start = start;
      let column = start;
      while (isBlank(codeAt(text, base + column))) column++;
      line.indent = column - start;
    }
    line.seen = offset;
    return line;
  }

  /** Column of the current token if it is the first of its line, else -1. */
  private lineStartColumn(): number {
    const { text, base } = this;
    let line = base + this.start;
    while (line > base && isBlank(text.charCodeAt(line - 1))) line--;
    return line === base || text.charCodeAt(line - 1) === 0x0a ? base + this.start - line : -1;
  }

  // Fields

  private startsField(): boolean {
    switch (this.kind) {
      case Kind.Identifier:
      case Kind.Number:
      case Kind.OpenSquare:
        return true;
      case Kind.String:
        // JSON's `"name": …`
        return this.peek() === Kind.Colon;
    }
    return false;
  }

  private parseField(parent: MessageNode | Section): FieldNode {
    const field: FieldNode = {
      kind: 'field',
      start: this.start,
      end: this.end,
      name: '',
      nameEnd: this.end,
      form: 'identifier',
      colon: -1,
      value: undefined,
      separator: -1,
      parent,
    };
    this.parseName(field as Mutable<FieldNode>);
    const afterName = this.lastEnd;
    this.skipForeign();
    if (this.kind === Kind.Colon) {
      field.colon = this.start;
      this.take();
      this.skipForeign();
    }
    field.value = this.parseFieldValue(field, afterName, field.colon >= 0);
    field.end = this.lastEnd;
    if (this.kind === Kind.Comma || this.kind === Kind.Semicolon) {
      field.separator = this.start;
      this.take();
    }
    return field;
  }

  private parseName(field: Mutable<FieldNode>): void {
    if (this.kind === Kind.OpenSquare) {
      this.parseExtensionName(field);
      return;
    }
    const quotes = this.kind === Kind.String ? 1 : 0;
    field.name = intern(this.text, this.base + this.start + quotes, this.base + this.end - quotes);
    if (this.kind === Kind.Number) {
      field.form = 'number';
      this.error('field-number', this.start, this.end, field.name);
    } else if (quotes > 0) {
      this.error('unexpected-token', this.start, this.end, this.slice(this.start, this.end));
    }
    this.take();
  }

  /** `[pkg.extension]` or `[domain/pkg.Message]`; blanks and comments may occur anywhere inside. */
  private parseExtensionName(field: Mutable<FieldNode>): void {
    const open = this.start;
    field.form = 'extension';
    let name = '';
    let spaced = false;
    this.take();
    let end = this.lastEnd;
    while (this.kind !== Kind.CloseSquare) {
      if (
        this.kind === Kind.End ||
        this.kind === Kind.OpenBrace ||
        this.kind === Kind.CloseBrace ||
        this.kind === Kind.Colon
      ) {
        this.error('unclosed-bracket', open, open + 1, '[');
        field.name = name;
        field.nameEnd = end;
        return;
      }
      spaced ||= this.start !== end;
      name += this.slice(this.start, this.end);
      end = this.end;
      this.take();
    }
    spaced ||= this.start !== end;
    this.take();
    field.name = name;
    field.nameEnd = this.lastEnd;
    if (!EXTENSION_NAME.test(name)) this.error('invalid-extension-name', open, this.lastEnd, name);
    else if (spaced) this.error('extension-name-spacing', open, this.lastEnd, name);
  }

  private parseFieldValue(field: FieldNode, afterName: number, hasColon: boolean): ValueNode | undefined {
    switch (this.kind) {
      case Kind.OpenBrace:
      case Kind.OpenAngle:
        return this.parseMessage(field);
      case Kind.OpenSquare: {
        const list = this.parseList(field);
        if (!hasColon && list.items[0]?.kind === 'scalar')
          this.error('missing-colon', field.start, afterName, field.name);
        return list;
      }
      case Kind.Identifier: {
        const next = this.peek();
        const beginsField = next === Kind.Colon || next === Kind.OpenBrace || next === Kind.OpenAngle;
        const sameLine = this.onSameLine(afterName, this.start);
        if (beginsField || (!hasColon && !sameLine)) break;
        if (!hasColon) this.error('missing-colon', field.start, afterName, field.name);
        return this.parseScalar(field);
      }
      case Kind.Number:
        // `name 5: …`: neither can be a field, so the number is more likely the value.
        if (!hasColon) this.error('missing-colon', field.start, afterName, field.name);
        return this.parseScalar(field);
      case Kind.String:
      case Kind.OpenString:
      case Kind.Heredoc:
      case Kind.Minus:
        if (!hasColon) this.error('missing-colon', field.start, afterName, field.name);
        return this.parseScalar(field);
    }
    if (this.straysBeforeValue()) {
      this.error('unexpected-token', this.start, this.end, this.slice(this.start, this.end));
      this.take();
      return this.parseFieldValue(field, afterName, true);
    }
    // A lone number, or `[]`, is not treated as a field without a value.
    if (field.form === 'identifier' || hasColon)
      this.error('missing-value', field.start, Math.max(field.colon + 1, afterName), field.name);
    return undefined;
  }

  /** A single wrong token, such as `=` or `+`, should not hide the value after it. */
  private straysBeforeValue(): boolean {
    if (this.startsField() || this.kind === Kind.End) return false;
    const next = this.peek();
    if (isOpener(next)) return true;
    if (isCloser(this.kind) || this.kind === Kind.Comma || this.kind === Kind.Semicolon) return false;
    return startsValue(next) && this.onSameLine(this.end, this.nextStart);
  }

  // Values

  private parseScalar(parent: FieldNode | ListNode): ScalarNode | undefined {
    const start = this.start;
    let type: ScalarNode['type'] = 'number';
    let unsigned = start;
    let literals: number[] | undefined;
    switch (this.kind) {
      case Kind.Minus: {
        const next = this.take();
        unsigned = this.start;
        if (next !== Kind.Number && !(next === Kind.Identifier && this.belongsToMinus(start))) {
          this.error('missing-value', start, this.lastEnd, '-');
          return undefined;
        }
        if (unsigned !== start + 1) this.error('space-after-minus', start, this.end);
        if (next === Kind.Number) this.checkNumber();
        else type = 'identifier';
        this.take();
        break;
      }
      case Kind.Number:
        this.checkNumber();
        this.take();
        break;
      case Kind.Identifier:
        type = 'identifier';
        this.take();
        break;
      case Kind.Heredoc:
        type = 'heredoc';
        this.error('heredoc', start, this.start + 2);
        this.take();
        break;
      default: {
        type = 'string';
        while (this.kind === Kind.String || this.kind === Kind.OpenString) {
          this.checkString();
          // Most strings have only one literal.
          if (literals) literals.push(this.start, this.end);
          else if (this.start > start) literals = [start, this.lastEnd, this.start, this.end];
          const closed = this.kind === Kind.String;
          this.take();
          if (!closed) break;
        }
      }
    }
    return { kind: 'scalar', start, end: this.lastEnd, type, unsigned, literals, parent };
  }

  /** A word on the next line is more likely a field name, unless it is `inf` or `nan`. */
  private belongsToMinus(minus: number): boolean {
    return this.onSameLine(minus, this.start) || floatWord(this.slice(this.start, this.end)) !== undefined;
  }

  private checkNumber(): void {
    if (isPlainNumber(this.text, this.base + this.start, this.base + this.end)) return;
    const token = this.slice(this.start, this.end);
    if (numberForm(token) === 'invalid') this.error('invalid-number', this.start, this.end, token);
  }

  private checkString(): void {
    if (this.kind === Kind.OpenString) {
      this.error('unclosed-string', this.start, this.end, this.text[this.base + this.start]!);
    }
    if (isPlain(this.text, this.base + this.start, this.base + this.end)) return;
    const token = this.slice(this.start, this.end);
    const closed = this.kind === Kind.String;
    for (const { portable, start, end } of escapeErrors(token, closed)) {
      // A last backslash escapes the end of the line; the string is reported for that already.
      if (!closed && start + 1 === token.length) continue;
      const code = portable ? 'python-escape' : 'invalid-escape';
      this.error(code, this.start + start, this.start + end, token.slice(start, end));
    }
  }

  private parseList(parent: FieldNode | ListNode): ListNode {
    const open = this.start;
    const list: Mutable<ListNode> = {
      kind: 'list',
      start: open,
      end: this.end,
      close: -1,
      items: [],
      parent,
    };
    this.take();
    if (this.depth >= MAX_DEPTH) {
      this.skipDeep(list, Kind.CloseSquare);
      return list;
    }
    this.depth++;
    this.openSquares++;
    const outer = this.items.length;
    this.parseItems(list);
    list.items = this.items.takeFrom(outer);
    this.openSquares--;
    this.depth--;
    list.end = this.lastEnd;
    return list;
  }

  private parseItems(list: ListNode): void {
    let comma = -1;
    let expectComma = false;
    for (;;) {
      this.skipForeign();
      switch (this.kind) {
        case Kind.CloseSquare:
          if (comma >= 0) this.error('trailing-comma', comma, comma + 1);
          list.close = this.start;
          this.take();
          return;
        case Kind.Comma:
          if (expectComma) {
            comma = this.start;
            expectComma = false;
          } else {
            this.error('unexpected-token', this.start, this.end, ',');
          }
          this.take();
          continue;
        case Kind.End:
          this.unbalanced = true;
          this.error('unclosed-bracket', list.start, list.start + 1, '[');
          return;
        case Kind.CloseBrace:
        case Kind.CloseAngle:
          if (this.kind === Kind.CloseBrace ? this.openBraces > 0 : this.openAngles > 0) {
            this.error('unclosed-bracket', list.start, list.start + 1, '[');
            return;
          }
          break;
        case Kind.Identifier:
          if (this.peek() === Kind.Colon) {
            this.error('unclosed-bracket', list.start, list.start + 1, '[');
            return;
          }
          break;
      }
      const before = this.lastEnd;
      const item = this.parseItem(list);
      if (item) {
        const end = item.kind === 'scalar' ? item.end : item.start + 1;
        if (expectComma) this.error('missing-comma', item.start, end, '', before);
        this.items.push(item);
        expectComma = true;
        comma = -1;
        if (item.kind === 'scalar' && item.literals)
          this.error('joined-strings', item.start, item.end, '', item.literals[1]!);
      } else if (this.lastEnd === before) {
        this.error('unexpected-token', this.start, this.end, this.slice(this.start, this.end));
        this.take();
        // `[1; 2]`: a semicolon instead of a comma still separates.
        expectComma = false;
        comma = -1;
      }
    }
  }

  private parseItem(list: ListNode): ValueNode | undefined {
    switch (this.kind) {
      case Kind.OpenBrace:
      case Kind.OpenAngle:
        return this.parseMessage(list);
      case Kind.OpenSquare: {
        const nested = this.parseList(list);
        this.error('nested-list', nested.start, nested.start + 1);
        return nested;
      }
      case Kind.Identifier:
      case Kind.Number:
      case Kind.String:
      case Kind.OpenString:
      case Kind.Heredoc:
      case Kind.Minus:
        return this.parseScalar(list);
    }
    return undefined;
  }

  private parseMessage(parent: FieldNode | ListNode): MessageNode {
    const angle = this.kind === Kind.OpenAngle;
    const open = this.start;
    const message: Mutable<MessageNode> = {
      kind: 'message',
      start: open,
      end: this.end,
      angle,
      close: -1,
      fields: [],
      parent,
    };
    this.take();
    if (this.depth >= MAX_DEPTH) {
      this.skipDeep(message, angle ? Kind.CloseAngle : Kind.CloseBrace);
      return message;
    }
    this.depth++;
    if (angle) this.openAngles++;
    else this.openBraces++;
    if (this.layout) this.indents.push(this.lineAt(open).indent);
    const outer = this.fields.length;
    this.parseBody(message);
    message.fields = this.fields.takeFrom(outer);
    if (this.layout) this.indents.pop();
    if (angle) this.openAngles--;
    else this.openBraces--;
    this.depth--;
    message.end = this.lastEnd;
    return message;
  }

  private parseBody(message: MessageNode): void {
    const closer = message.angle ? Kind.CloseAngle : Kind.CloseBrace;
    for (;;) {
      const verdict = this.layout ? this.blockByIndentation() : 'go on';
      if (verdict === 'unclosed' || this.kind === Kind.End) {
        this.unbalanced = true;
        this.error('unclosed-bracket', message.start, message.start + 1, message.angle ? '<' : '{');
        return;
      }
      if (verdict === 'stray') {
        this.error('unexpected-bracket', this.start, this.end, this.slice(this.start, this.end));
        this.take();
      } else if (this.kind === closer) {
        message.close = this.start;
        this.take();
        return;
      } else if (isCloser(this.kind)) {
        const opened =
          this.kind === Kind.CloseSquare
            ? this.openSquares
            : message.angle
              ? this.openBraces
              : this.openAngles;
        if (opened > 0 && !(this.layout && this.lineAt(this.start).start <= message.start)) {
          this.error('unclosed-bracket', message.start, message.start + 1, message.angle ? '<' : '{');
          return;
        }
        if (this.kind === Kind.CloseSquare) {
          this.skipJunk();
          continue;
        }
        const found = this.slice(this.start, this.end);
        this.error('mismatched-bracket', this.start, this.end, found, message.start);
        message.close = this.start;
        this.take();
        return;
      } else if (this.startsField()) {
        this.fields.push(this.parseField(message));
      } else {
        this.skipJunk();
      }
    }
  }

  /** In a text with unbalanced brackets: whether the first token of a line continues the open block. */
  private blockByIndentation(): 'go on' | 'unclosed' | 'stray' {
    const column = this.lineStartColumn();
    if (column < 0) return 'go on';
    const indent = this.indents[this.indents.length - 1]!;
    if (isCloser(this.kind)) {
      if (column > indent) return 'stray';
      return column < indent && this.indents.includes(column) ? 'unclosed' : 'go on';
    }
    return column <= indent && this.kind === Kind.Identifier ? 'unclosed' : 'go on';
  }

  /** Skips a part that is nested too deeply, without recursion. */
  private skipDeep(node: MessageNode | ListNode, closer: Kind): void {
    this.error('nesting-too-deep', node.start, node.start + 1, String(MAX_DEPTH));
    for (let open = 1; this.kind !== Kind.End; ) {
      if (this.kind === Kind.OpenBrace || this.kind === Kind.OpenAngle || this.kind === Kind.OpenSquare)
        open++;
      else if (isCloser(this.kind) && --open === 0) {
        if (this.kind === closer) node.close = this.start;
        this.take();
        break;
      }
      this.take();
    }
    node.end = this.lastEnd;
  }

  /** Skips characters and comments that text format does not have, such as no-break spaces. */
  private skipForeign(): void {
    for (;;) {
      if (this.kind === Kind.Invalid) {
        this.error('invalid-character', this.start, this.end, this.slice(this.start, this.end));
        this.take();
      } else if (!this.skipForeignComment()) return;
    }
  }

  /** Passes over `// …` or `/* … *\/` if one begins here. */
  private skipForeignComment(): boolean {
    if (this.kind !== Kind.Slash) return false;
    const { start } = this;
    const mark = this.slice(start, start + 2);
    if (mark !== '//' && mark !== '/*') return false;
    const end = mark === '//' ? '\n' : '*/';
    let passed: string;
    do {
      // The end of the comment may be inside the token before.
      const from = Math.max(this.start - 1, start + 1);
      passed = this.take() === Kind.End ? end : this.slice(from, this.start);
    } while (!passed.includes(end));
    this.error('unexpected-token', start, this.lastEnd, mark);
    return true;
  }

  /** Skips tokens that cannot begin a field, with a single error for all of them. */
  private skipJunk(): void {
    if (this.skipForeignComment()) return;
    const { start, kind } = this;
    const found = this.slice(this.start, this.end);
    const atMark = this.base === 0 && found.charCodeAt(0) === 0xfeff && start === 0;
    do this.take();
    while (
      !isCloser(kind) &&
      !this.startsField() &&
      !isCloser(this.kind) &&
      this.kind !== Kind.End &&
      this.onSameLine(this.lastEnd, this.start)
    );
    const code = atMark
      ? 'byte-order-mark'
      : kind === Kind.Invalid
        ? 'invalid-character'
        : isCloser(kind)
          ? 'unexpected-bracket'
          : 'unexpected-token';
    this.error(code, start, this.lastEnd, found);
  }
}

const NO_ERRORS: readonly ParseError[] = [];

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Whether a token opens a message. */
export function isOpener(kind: Kind): boolean {
  return kind === Kind.OpenBrace || kind === Kind.OpenAngle;
}

/** Whether a token can begin a value but not a field name. */
function startsValue(kind: Kind): boolean {
  switch (kind) {
    case Kind.Identifier:
    case Kind.Number:
    case Kind.String:
    case Kind.OpenString:
    case Kind.OpenSquare:
    case Kind.Minus:
      return true;
  }
  return false;
}

export function isCloser(kind: Kind): boolean {
  return kind === Kind.CloseBrace || kind === Kind.CloseAngle || kind === Kind.CloseSquare;
}

const PATH_CHARACTER = '(?:[A-Za-z0-9_.~!$&()*+,;=/-]|%[0-9A-Fa-f]{2})';
const QUALIFIED_NAME = '[A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*)*';
/** `pkg.name`, or `prefix/pkg.name`, where the part before the last slash may be any domain and path. */
export const EXTENSION_NAME = new RegExp(`^(?:(?!/)${PATH_CHARACTER}+/)?${QUALIFIED_NAME}$`);

/** Field names repeat, so recent ones are cached. Names with the same hash replace each other, which only costs time. */
const names: string[] = new Array(1024).fill('');

function intern(text: string, start: number, end: number): string {
  const length = end - start;
  const place = (31 * length + 7 * text.charCodeAt(start) + text.charCodeAt(end - 1)) & (names.length - 1);
  const known = names[place]!;
  if (known.length === length && text.startsWith(known, start)) return known;
  const name = detached(text.slice(start, end));
  names[place] = name;
  return name;
}
