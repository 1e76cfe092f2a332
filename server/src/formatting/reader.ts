import { Kind, Lexer } from '../textproto/lexer';
import { MAX_DEPTH } from '../textproto/parser';
import type { Directives, Switch } from './directives';
import type { Item, MessageList, Part, Scalar, ScalarList, Value } from './layout';
import { inDoubleQuotes, inSmartQuotes } from './quotes';

/**
 * Reads a text, whose lines end in LF, for its layout. Comments and blank lines belong to items as txtpbfmt deals them out,
 * even where that is odd: its output is the standard. Undefined where something in the text is not understood.
 */
export function readLayout(text: string, directives: Directives): Item[] | undefined {
  return new Reader(text.endsWith('\n') ? text : `${text}\n`, directives).read();
}

/** Where items stand: only some places take items without a name. */
type Place = 'top' | 'message' | 'list';

const PERCENT = 0x25 as Kind;
const TEMPLATE = /%(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[^%"'\n])*%/y;
const TRIPLE_QUOTED = /"""[\s\S]*?"""|'''[\s\S]*?'''/y;
const OFF = /# txtpbfmt: off[ \t]*\n/y;
const ON = /# txtpbfmt: on[ \t]*(?:\n\n?|$)/g;

class Reader {
  private readonly lexer: Lexer;
  /** What was taken ends here. */
  private position = 0;
  /** The next token that is neither blank nor comment. */
  private kind: Kind = Kind.End;
  private start = 0;
  private end = 0;
  /** Something is not understood: the rest is not read. */
  private lost = false;
  private depth = 0;
  /** The end of the line that the last asked offset is on. */
  private lineEnd = -1;
  /** Whether a separator may still end the item before. */
  private separable = false;

  constructor(
    private readonly text: string,
    private readonly directives: Directives,
  ) {
    this.lexer = new Lexer(text);
  }

  read(): Item[] | undefined {
    const items = this.readItems('top');
    return this.lost || this.kind !== Kind.End ? undefined : items;
  }

  private is(name: Switch): boolean {
    return this.directives.switches.has(name);
  }

  // Tokens

  /** Looks at the next token, wherever that is. */
  private look(): Kind {
    const { lexer } = this;
    if (this.lost) return Kind.End;
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
    else this.lose();
  }

  private take(): void {
    this.position = this.end;
  }

  private lose(): void {
    this.lost = true;
    this.kind = Kind.End;
  }

  private at(kind: Kind): boolean {
    return this.kind === kind;
  }

  private takeIf(kind: Kind): boolean {
    if (!this.at(kind)) return false;
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
    return this.text[this.position] === '#' ? this.takeComment(this.position) : '';
  }

  /** Takes what stands before the next token, and gives the comments in it. */
  private takeComments(): string[] {
    return this.takeBlocks().filter((comment) => comment !== '');
  }

  /** The same with a blank line between blocks that have one. */
  private takeBlocks(): string[] {
    const comments: string[] = [];
    let blank = false;
    for (;;) {
      this.position = this.skipBlanks(this.position);
      const character = this.text[this.position];
      if (character === '#') {
        if (blank && comments.length > 0) comments.push('');
        comments.push(this.takeComment(this.position));
        this.position++;
        blank = false;
      } else if (character === '\n') {
        this.position++;
        blank = true;
      } else {
        this.look();
        return comments;
      }
    }
  }

  /** Takes what stands before an item. Each block of comments that a blank line ends is an item of its own. */
  private takeLead(items: Item[]): string[] {
    const { text } = this;
    for (;;) {
      if (text[this.position] === '\n') this.position++;
      if (this.takeOff(items)) continue;
      const block = this.takeBlock();
      while (text[this.position] === '%' && !this.lost) {
        this.look();
        block.push(text.slice(this.start, this.end));
        this.take();
        const comment = this.takeLine();
        if (comment !== '') block.push(comment);
      }
      if (text[this.position] !== '\n') {
        this.look();
        return block;
      }
      items.push(comments(block));
    }
  }

  /** Takes comments up to the blank line, or the token, behind them; first a blank line if any comes before. */
  private takeBlock(): string[] {
    const { text } = this;
    const block: string[] = [];
    let commented = false;
    for (;;) {
      const start = this.skipBlanks(this.position);
      if (text[start] === '#') {
        block.push(this.takeComment(start));
        this.position++;
        commented = true;
      } else if (text[start] !== '\n') {
        this.position = start;
        return block;
      } else if (commented) {
        // The newline of the block's last line is left, and with it a blank line; one that holds blanks is forgotten.
        this.position = start === this.position ? start - 1 : start;
        return block;
      } else {
        if (block.length === 0) block.push('');
        this.position = start + 1;
      }
    }
  }

  /** Takes what lies between the comments `off` and `on`, with a blank line before and behind. */
  private takeOff(items: Item[]): boolean {
    const { text } = this;
    let start = this.position;
    let at = this.skipBlanks(start);
    for (; text[at] === '\n'; at = this.skipBlanks(at + 1)) start = at;
    OFF.lastIndex = at;
    if (!OFF.test(text)) return false;
    ON.lastIndex = at;
    this.position = ON.test(text) ? ON.lastIndex : text.length;
    items.push({ ...comments([]), raw: text.slice(start, this.position) });
    return true;
  }

  private lineEndAt(offset: number): number {
    if (offset > this.lineEnd) this.lineEnd = this.text.indexOf('\n', offset);
    return this.lineEnd;
  }

  // Items

  private readItems(place: Place): Item[] {
    const items: Item[] = [];
    this.separable = false;
    for (;;) {
      const before = this.takeLead(items);
      if (this.lost || this.kind === Kind.End || isCloser(this.kind)) {
        if (before.length > 0) items.push(comments(before));
        return items;
      }
      if (isSeparator(this.kind)) {
        // It stands away from its item, and goes.
        if (!this.separable) this.lose();
        this.separable = false;
        this.take();
        items.push(comments(before));
      } else items.push(this.readItem(before, place));
    }
  }

  private readItem(before: string[], place: Place): Item {
    this.separable = true;
    if (isOpener(this.kind)) {
      if (place === 'message' && !this.is('allow_unnamed_nodes_everywhere')) this.lose();
      return { before, name: '', colon: false, value: this.readMessage() };
    }
    if (place === 'list') this.lose();
    const name = this.readName();
    const comments = this.takeComments();
    const colon = this.takeIf(Kind.Colon);
    if (colon) comments.push(...this.takeComments());
    if (isOpener(this.kind)) {
      const value = this.readMessage();
      return { before: [...before, ...comments], name, colon: colon && !this.is('skip_all_colons'), value };
    }
    if (this.kind === Kind.OpenSquare) return { before, name, colon, value: this.readList(comments) };
    if (!colon) this.lose();
    return { before, name, colon, value: this.readScalar(comments) };
  }

  private readName(): string {
    if (this.kind === Kind.OpenSquare) return this.readExtensionName();
    const name = this.text.slice(this.start, this.end);
    if (this.kind === Kind.Identifier || this.kind === Kind.Number) this.take();
    else this.lose();
    return name;
  }

  private readExtensionName(): string {
    const open = this.start;
    do {
      this.take();
      const kind = this.look();
      if (kind === Kind.End || kind === Kind.Colon || isOpener(kind) || kind === Kind.CloseBrace) this.lose();
    } while (!this.lost && this.kind !== Kind.CloseSquare);
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

  /** The items up to the closing bracket, and that. */
  private readInside(place: Place, closer: Kind): Item[] {
    if (++this.depth > MAX_DEPTH) this.lose();
    const items = this.readItems(place);
    this.depth--;
    if (!this.takeIf(closer)) this.lose();
    return items;
  }

  /** Takes a separator right behind a closing bracket, and gives the comment behind it. */
  private takeEnd(): string {
    this.separable = !isSeparator(this.text.charCodeAt(this.position));
    if (!this.separable) this.position++;
    return this.takeLine();
  }

  private readList(before: string[]): ScalarList | MessageList {
    const open = this.start;
    const lineEnd = this.lineEndAt(open);
    this.take();
    const comments = [...before, ...this.takeBlocks()];
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

  private readScalars(before: string[]): Pick<ScalarList, 'parts' | 'after'> {
    const parts: Part[] = [];
    while (!this.at(Kind.CloseSquare) && !this.lost) {
      const text = this.readLiteral();
      const comment = this.takeLine();
      const between = this.takeComments();
      const comma = this.takeIf(Kind.Comma);
      if (!comma && !this.at(Kind.CloseSquare)) this.lose();
      const behindComma = comma && comment === '' && between.length === 0 ? this.takeLine() : '';
      parts.push({ before, text, comment: comment || behindComma });
      before = [...between, ...this.takeComments()];
    }
    this.take();
    return { parts, after: before };
  }

  private readScalar(before: string[]): Scalar {
    const parts: Part[] = [];
    for (;;) {
      const isString = this.kind === Kind.String;
      const text = this.readLiteral();
      parts.push({ before, text, comment: this.takeLine() });
      const { position } = this;
      if (!isString) break;
      before = this.takeComments();
      if (this.kind === Kind.String) continue;
      this.position = position;
      break;
    }
    this.look();
    // Then the value is missing, and this is the next item's name.
    if (this.kind === Kind.Colon || isOpener(this.kind)) this.lose();
    this.takeSeparator();
    return { kind: 'scalar', parts, after: [] };
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
          this.lose();
        this.take();
        return `-${text.slice(this.start, this.end)}`;
      case Kind.String:
      case Kind.OpenString:
        if (this.is('allow_triple_quoted_strings') && /^(?:"""|''')/.test(text.slice(start, start + 3))) {
          this.extend(TRIPLE_QUOTED);
          this.take();
          return text.slice(start, this.end);
        }
        if (kind === Kind.OpenString) this.lose();
        this.take();
        return (this.is('smartquotes') ? inSmartQuotes : inDoubleQuotes)(text.slice(start, this.end));
      case Kind.Identifier:
      case Kind.Number:
      case PERCENT:
        this.take();
        return text.slice(start, this.end);
    }
    this.lose();
    return '';
  }
}

const comments = (before: readonly string[]): Item => ({ before, name: '', colon: false });

const isBlank = (code: number) => code === 0x20 || code === 0x09 || (code > 0x0a && code <= 0x0d);
const isSeparator = (kind: number) => kind === Kind.Comma || kind === Kind.Semicolon;
const isOpener = (kind: Kind) => kind === Kind.OpenBrace || kind === Kind.OpenAngle;
const isCloser = (kind: Kind) =>
  kind === Kind.CloseBrace || kind === Kind.CloseAngle || kind === Kind.CloseSquare;
