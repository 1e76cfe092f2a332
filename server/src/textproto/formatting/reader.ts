// A reader of its own beside the parser: it deals out comments and blank lines to items as txtpbfmt does, and knows what
// txtpbfmt accepts beyond text format, such as templates, strings in triple quotes and switches in comments. The parser's
// tree has none of these, and is made for texts with mistakes, which are not formatted.
import { Kind, Lexer } from '../lexer';
import { isCloser, isOpener, MAX_DEPTH } from '../parser';
import { Stack } from '../stack';
import type { Directives, Switch } from './directives';
import type { Item, Literal, MessageList, Scalar, ScalarList, Value } from './layout';
import { inDoubleQuotes, inSmartQuotes } from './quotes';

/**
 * Reads a text, whose lines end in LF, for its layout. Comments and blank lines belong to items as txtpbfmt deals them out,
 * even if that is odd, because its output is the standard. Undefined if something in the text is not understood.
 */
export function readLayout(text: string, directives: Directives): readonly Item[] | undefined {
  return new Reader(text.endsWith('\n') ? text : `${text}\n`, directives).read();
}

/** What contains items: only some containers take items without a name. */
type Container = 'top' | 'message' | 'list';

const LF = 0x0a;
const HASH = 0x23;
const PERCENT = 0x25 as Kind;
const TEMPLATE = /%(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[^%"'\n])*%/y;
const TRIPLE_QUOTED = /"""[\s\S]*?"""|'''[\s\S]*?'''/y;
const OFF = /# txtpbfmt: off[ \t]*\n/y;
const ON = /# txtpbfmt: on[ \t]*(?:\n\n?|$)/g;

class Reader {
  private readonly lexer: Lexer;
  /** Items of open blocks and lists, so that each gets an array of its exact length. */
  private readonly items = new Stack<Item>();
  /** End of the text that was taken. */
  private position = 0;
  /** The next token that is neither blank nor comment. */
  private kind: Kind = Kind.End;
  private start = 0;
  private end = 0;
  /** Set once some text is not understood; the rest is not read. */
  private failed = false;
  private depth = 0;
  /** The end of the line that contains the last requested offset. */
  private lineEnd = -1;
  /** Whether a separator may still end the item before. */
  private separable = false;

  constructor(
    private readonly text: string,
    private readonly directives: Directives,
  ) {
    this.lexer = new Lexer(text);
  }

  read(): readonly Item[] | undefined {
    const items = this.readItems('top');
    return this.failed || this.kind !== Kind.End ? undefined : items;
  }

  private is(name: Switch): boolean {
    return this.directives.switches.has(name);
  }

  // Tokens

  /** Looks at the next token, on this line or a later one. */
  private look(): Kind {
    const { lexer } = this;
    if (this.failed) return Kind.End;
    lexer.scanSignificant(this.position);
    this.start = lexer.start;
    this.end = lexer.end;
    this.kind = lexer.kind;
    if (this.kind === PERCENT) this.extend(TEMPLATE);
    return this.kind;
  }

  private extend(pattern: RegExp): void {
    pattern.lastIndex = this.start;
    if (pattern.test(this.text)) this.end = pattern.lastIndex;
    else this.fail();
  }

  private take(): void {
    this.position = this.end;
  }

  private fail(): void {
    this.failed = true;
    this.kind = Kind.End;
  }

  private isAt(kind: Kind): boolean {
    return this.kind === kind;
  }

  private takeIf(kind: Kind): boolean {
    if (!this.isAt(kind)) return false;
    this.take();
    return true;
  }

  // Blanks and comments

  private skipBlanks(offset: number): number {
    while (isBlank(this.text.charCodeAt(offset))) offset++;
    return offset;
  }

  /** Takes the comment that starts at an offset, without the end of its line. */
  private takeComment(start: number): string {
    this.position = this.text.indexOf('\n', start);
    return this.text.slice(start, this.position);
  }

  /** Takes the rest of the line up to the next token, and gives the comment there. */
  private takeLine(): string {
    this.position = this.skipBlanks(this.position);
    return this.text.charCodeAt(this.position) === HASH ? this.takeComment(this.position) : '';
  }

  /** Takes the text before the next token, and returns its comments. */
  private takeComments(): readonly string[] {
    const blocks = this.takeBlocks();
    return blocks.length === 0 ? NONE : blocks.filter((comment) => comment !== '');
  }

  /** The same with a blank line between blocks that have one. */
  private takeBlocks(): readonly string[] {
    let comments: string[] | undefined;
    let blank = false;
    for (;;) {
      this.position = this.skipBlanks(this.position);
      const code = this.text.charCodeAt(this.position);
      if (code === HASH) {
        if (blank && comments) comments.push('');
        comments ??= [];
        comments.push(this.takeComment(this.position));
        this.position++;
        blank = false;
      } else if (code === LF) {
        this.position++;
        blank = true;
      } else {
        this.look();
        return comments ?? NONE;
      }
    }
  }

  /** Takes the text before an item. A block of comments that ends with a blank line is an item of its own. */
  private takeLead(): readonly string[] {
    const { text } = this;
    for (;;) {
      if (text.charCodeAt(this.position) === LF) this.position++;
      if (this.takeOff()) continue;
      const block = joined(this.takeBlock(), this.takeTemplates());
      if (text.charCodeAt(this.position) !== LF) {
        this.look();
        return block;
      }
      this.items.push(comments(block));
    }
  }

  /** Takes the templates that come next, with the comments after them. */
  private takeTemplates(): readonly string[] {
    const { text } = this;
    let templates: string[] | undefined;
    while (text.charCodeAt(this.position) === PERCENT && !this.failed) {
      this.look();
      templates ??= [];
      templates.push(text.slice(this.start, this.end));
      this.take();
      const comment = this.takeLine();
      if (comment !== '') templates.push(comment);
    }
    return templates ?? NONE;
  }

  /** Takes comments up to the blank line, or the token, after them; first a blank line if there is one before. */
  private takeBlock(): readonly string[] {
    const { text } = this;
    let block: string[] | undefined;
    let commented = false;
    for (;;) {
      const start = this.skipBlanks(this.position);
      const code = text.charCodeAt(start);
      if (code === HASH) {
        const comment = this.takeComment(start);
        if (block) block.push(comment);
        else block = [comment];
        this.position++;
        commented = true;
      } else if (code !== LF) {
        this.position = start;
        return block ?? NONE;
      } else if (commented) {
        // The newline of the block's last line is left, and with it a blank line; one that holds blanks is forgotten.
        this.position = start === this.position ? start - 1 : start;
        return block ?? NONE;
      } else {
        block ??= [''];
        this.position = start + 1;
      }
    }
  }

  /** Takes the lines from `off` to `on`, and one blank line on each side. */
  private takeOff(): boolean {
    const { text } = this;
    let start = this.position;
    let at = this.skipBlanks(start);
    for (; text.charCodeAt(at) === LF; at = this.skipBlanks(at + 1)) start = at;
    OFF.lastIndex = at;
    if (text.charCodeAt(at) !== HASH || !OFF.test(text)) return false;
    ON.lastIndex = at;
    this.position = ON.test(text) ? ON.lastIndex : text.length;
    this.items.push({ ...comments(NONE), raw: text.slice(start, this.position) });
    return true;
  }

  private lineEndAt(offset: number): number {
    if (offset > this.lineEnd) this.lineEnd = this.text.indexOf('\n', offset);
    return this.lineEnd;
  }

  // Items

  private readItems(container: Container): readonly Item[] {
    const { items } = this;
    const outer = items.length;
    this.separable = false;
    for (;;) {
      const before = this.takeLead();
      if (this.failed || this.kind === Kind.End || isCloser(this.kind)) {
        if (before.length > 0) items.push(comments(before));
        return items.takeFrom(outer);
      }
      if (isSeparator(this.kind)) {
        // A separator that is not next to its item is removed.
        if (!this.separable) this.fail();
        this.separable = false;
        this.take();
        items.push(comments(before));
      } else items.push(this.readItem(before, container));
    }
  }

  private readItem(before: readonly string[], container: Container): Item {
    this.separable = true;
    if (isOpener(this.kind)) {
      if (container === 'message' && !this.is('allow_unnamed_nodes_everywhere')) this.fail();
      return { before, name: '', colon: false, value: this.readMessage() };
    }
    if (container === 'list') this.fail();
    const name = this.readName();
    let comments = this.takeComments();
    const colon = this.takeIf(Kind.Colon);
    if (colon) comments = joined(comments, this.takeComments());
    if (isOpener(this.kind)) {
      const value = this.readMessage();
      return { before: joined(before, comments), name, colon: colon && !this.is('skip_all_colons'), value };
    }
    if (this.kind === Kind.OpenSquare) return { before, name, colon, value: this.readList(comments) };
    if (!colon) this.fail();
    return { before, name, colon, value: this.readScalar(comments) };
  }

  private readName(): string {
    if (this.kind === Kind.OpenSquare) return this.readExtensionName();
    const name = this.text.slice(this.start, this.end);
    if (this.kind === Kind.Identifier || this.kind === Kind.Number) this.take();
    else this.fail();
    return name;
  }

  private readExtensionName(): string {
    const open = this.start;
    do {
      this.take();
      const kind = this.look();
      if (kind === Kind.End || kind === Kind.Colon || isOpener(kind) || kind === Kind.CloseBrace) this.fail();
    } while (!this.failed && this.kind !== Kind.CloseSquare);
    this.take();
    const name = this.text.slice(open, this.position);
    return name.includes('#') ? name : name.replaceAll(/\s/g, '');
  }

  // Values

  private readMessage(): Value {
    const open = this.start;
    const angle = this.kind === Kind.OpenAngle;
    const lineEnd = this.lineEndAt(open);
    this.take();
    const items = this.readInside('message', angle ? Kind.CloseAngle : Kind.CloseBrace);
    const oneLine = this.position <= lineEnd && !this.is('expand_all_children');
    const comment = this.takeEnd();
    return { kind: 'message', items, oneLine, angle: angle && this.is('preserve_angle_brackets'), comment };
  }

  /** Takes the items up to the closing bracket, and the bracket. */
  private readInside(container: Container, closer: Kind): readonly Item[] {
    if (++this.depth > MAX_DEPTH) this.fail();
    const items = this.readItems(container);
    this.depth--;
    if (!this.takeIf(closer)) this.fail();
    return items;
  }

  /** Takes a separator right after a closing bracket, and returns the comment after it. */
  private takeEnd(): string {
    this.takeSeparator();
    return this.takeLine();
  }

  private readList(before: readonly string[]): ScalarList | MessageList {
    const open = this.start;
    const lineEnd = this.lineEndAt(open);
    this.take();
    const comments = joined(before, this.takeBlocks());
    if (isOpener(this.kind)) {
      const [first, ...rest] = this.readInside('list', Kind.CloseSquare);
      const oneLine = this.position <= lineEnd;
      return {
        kind: 'messages',
        items: [{ ...first!, before: comments }, ...rest],
        oneLine,
        comment: this.takeEnd(),
      };
    }
    const { parts, after } = this.readScalars(comments);
    const oneLine = this.position <= lineEnd;
    const comment = this.takeLine();
    this.takeSeparator();
    return { kind: 'scalars', parts, after, oneLine, comment };
  }

  private readScalars(before: readonly string[]): Pick<ScalarList, 'parts' | 'after'> {
    const parts: Literal[] = [];
    while (!this.isAt(Kind.CloseSquare) && !this.failed) {
      const text = this.readLiteral();
      const comment = this.takeLine();
      const between = this.takeComments();
      const comma = this.takeIf(Kind.Comma);
      if (!comma && !this.isAt(Kind.CloseSquare)) this.fail();
      const behindComma = comma && comment === '' && between.length === 0 ? this.takeLine() : '';
      parts.push({ before, text, comment: comment || behindComma });
      before = joined(between, this.takeComments());
    }
    this.take();
    return { parts, after: before };
  }

  private readScalar(before: readonly string[]): Scalar {
    const isString = this.kind === Kind.String;
    const parts = [this.readPart(before)];
    while (isString) {
      const { position } = this;
      const comments = this.takeComments();
      if (this.kind !== Kind.String) {
        this.position = position;
        break;
      }
      parts.push(this.readPart(comments));
    }
    this.look();
    // Then the value is missing, and this is the next item's name.
    if (this.kind === Kind.Colon || isOpener(this.kind)) this.fail();
    this.takeSeparator();
    return { kind: 'scalar', parts, after: NONE };
  }

  private readPart(before: readonly string[]): Literal {
    const text = this.readLiteral();
    return { before, text, comment: this.takeLine() };
  }

  /** Takes a separator on the same line. */
  private takeSeparator(): void {
    this.separable = !isSeparator(this.text.charCodeAt(this.position));
    if (!this.separable) this.position++;
  }

  private readLiteral(): string {
    const { text, start, kind } = this;
    switch (kind) {
      case Kind.Minus:
        this.take();
        this.position = this.skipBlanks(this.position);
        this.look();
        if (this.start !== this.position || (this.kind !== Kind.Number && this.kind !== Kind.Identifier))
          this.fail();
        this.take();
        return `-${text.slice(this.start, this.end)}`;
      case Kind.String:
      case Kind.OpenString:
        if (this.is('allow_triple_quoted_strings') && /^(?:"""|''')/.test(text.slice(start, start + 3))) {
          this.extend(TRIPLE_QUOTED);
          this.take();
          return text.slice(start, this.end);
        }
        if (kind === Kind.OpenString) this.fail();
        this.take();
        return (this.is('smartquotes') ? inSmartQuotes : inDoubleQuotes)(text.slice(start, this.end));
      case Kind.Identifier:
      case Kind.Number:
      case PERCENT:
        this.take();
        return text.slice(start, this.end);
    }
    this.fail();
    return '';
  }
}

const NONE: readonly string[] = [];

const joined = (a: readonly string[], b: readonly string[]): readonly string[] =>
  a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];

const comments = (before: readonly string[]): Item => ({ before, name: '', colon: false });

const isBlank = (code: number) => code === 0x20 || code === 0x09 || (code > 0x0a && code <= 0x0d);
const isSeparator = (kind: number) => kind === Kind.Comma || kind === Kind.Semicolon;
