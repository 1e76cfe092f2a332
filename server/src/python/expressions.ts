import { trimmed } from '../basics/trimmed';
import { Cursor } from './cursor';
import { fieldEnd, Kind } from './lexer';
import { type Lines, readLines } from './logical-lines';
import { setParent, setParentOf } from './set-parent';
import {
  type Argument,
  type Attribute,
  type Call,
  type Comprehension,
  type Entry,
  type Expression,
  type Generator,
  ListedNodes,
  type Name,
  type Operation,
  type Parameter,
  type StringLiteral,
  type StringPart,
  type Walrus,
  type Yield,
} from './tree';

/** Maximum nesting of expressions; deeper ones are skipped. Python refuses them, too. */
const MAX_DEPTH = 400;
/** Maximum nesting of f-strings in fields of f-strings. */
const MAX_FIELD_DEPTH = 4;

/** The precedence of each operator by kind; 0 for other tokens. */
const precedences = new Uint8Array(256);
const COMPARE = 4;
const BITWISE_OR = 5;
[
  [Kind.Or],
  [Kind.And],
  [],
  [
    Kind.Equal,
    Kind.NotEqual,
    Kind.Less,
    Kind.LessEqual,
    Kind.Greater,
    Kind.GreaterEqual,
    Kind.In,
    Kind.Is,
    Kind.Not,
  ],
  [Kind.Bar],
  [Kind.Caret],
  [Kind.Ampersand],
  [Kind.ShiftLeft, Kind.ShiftRight],
  [Kind.Plus, Kind.Minus],
  [Kind.Star, Kind.Slash, Kind.DoubleSlash, Kind.Percent, Kind.At],
].forEach((kinds, i) => {
  for (const kind of kinds) precedences[kind] = i + 1;
});

const operandStarts = new Uint8Array(256);
for (const kind of [
  Kind.Name,
  Kind.Number,
  Kind.String,
  Kind.OpenString,
  Kind.OpenParen,
  Kind.OpenSquare,
  Kind.OpenBrace,
  Kind.Ellipsis,
  Kind.Plus,
  Kind.Minus,
  Kind.Tilde,
  Kind.Star,
  Kind.DoubleStar,
  Kind.Await,
  Kind.False,
  Kind.Lambda,
  Kind.None,
  Kind.Not,
  Kind.True,
  Kind.Yield,
])
  operandStarts[kind] = 1;

/** Triple quotes, by the single one. */
const TRIPLE: ReadonlyMap<string, string> = new Map(["'", '"'].map((mark) => [mark, mark.repeat(3)]));

/** The kind of comprehension for each kind of bracket. */
const CLOSES_AS = { list: 'list', set: 'set', dict: 'set', generator: undefined } as const;

/** Reads expressions. */
export class ExpressionParser extends Cursor {
  private depth = 0;

  constructor(
    text: string,
    lines: Lines,
    /** Receives what is read. */
    protected nodes = new ListedNodes(),
    /** In how many f-strings it is nested. */
    private readonly fieldDepth = 0,
  ) {
    super(text, lines);
  }

  /** An expression that is alone in a field of an f-string. */
  parseField(): Expression | undefined {
    this.limit = this.lines.first[1] ?? this.kinds.length;
    // What looks like a walrus there is a colon and a format specification.
    return this.index < this.limit
      ? this.parseTuple(() => (this.kind() === Kind.Star ? this.parseStarred() : this.parseTest()))
      : undefined;
  }

  /** Whether the next token, or a later one, may start an expression. */
  protected startsOperand(ahead = 0): boolean {
    return operandStarts[this.kindAfter(ahead)] === 1;
  }

  /** One expression or, with commas, a tuple without brackets. */
  protected parseExpressions(): Expression {
    return this.parseTuple(() => this.parseNamed());
  }

  /** The targets of `for`. */
  protected parseTargets(): Expression {
    return this.parseTuple(() => this.parseTarget());
  }

  protected parseTarget(): Expression {
    return this.kind() === Kind.Star ? this.parseStarred() : this.parseBinary(BITWISE_OR);
  }

  private parseStarred(): Expression {
    const start = this.position();
    this.index++;
    const value = this.parseBinary(BITWISE_OR);
    return setParent({ kind: 'starred', start, end: this.lastEnd(), parent: undefined, value }, [value]);
  }

  private parseTuple(read: () => Expression): Expression {
    const start = this.position();
    const first = read();
    if (this.kind() !== Kind.Comma) return first;
    const elements = [first];
    while (this.take(Kind.Comma) && this.startsOperand()) elements.push(read());
    return setParent(
      { kind: 'tuple', start, end: this.lastEnd(), parent: undefined, elements, close: -1 },
      elements,
    );
  }

  /** An expression, perhaps starred or with a walrus. */
  protected parseNamed(): Expression {
    const start = this.position();
    const kind = this.kind();
    if (kind === Kind.Star || kind === Kind.DoubleStar) return this.parseStarred();
    const target = this.parseTest();
    if (!this.take(Kind.Walrus)) return target;
    const value = this.parseTest();
    const node: Walrus = { kind: 'walrus', start, end: this.lastEnd(), parent: undefined, target, value };
    setParent(node, [target, value]);
    this.nodes.walrus.push(node);
    return node;
  }

  /** Conditionals, lambdas and all that binds tighter. */
  private parseTest(): Expression {
    if (this.depth >= MAX_DEPTH) return this.tooDeep();
    this.depth++;
    const node = this.kind() === Kind.Lambda ? this.parseLambda() : this.parseConditional();
    this.depth--;
    return node;
  }

  private tooDeep(): Expression {
    const start = this.position();
    this.index = Math.max(this.index, this.limit);
    return this.missing(start, Math.max(start, this.lastEnd()));
  }

  private parseConditional(): Expression {
    const start = this.position();
    const body = this.parseBinary(1);
    // The `if` of a condition belongs to the comprehension, which reads it.
    if (this.kind() !== Kind.If || this.inGenerator) return body;
    this.index++;
    const test = this.parseBinary(1);
    const otherwise = this.take(Kind.Else) ? this.parseTest() : this.missing();
    return setParent(
      { kind: 'conditional', start, end: this.lastEnd(), parent: undefined, body, test, otherwise },
      [body, test, otherwise],
    );
  }

  /** The last comprehension, until its brackets are known. */
  private unclosed: Comprehension | undefined;
  /** Set while the iterable and the conditions of a comprehension are read, outside further brackets. */
  private inGenerator = false;

  private parseLambda(): Expression {
    const start = this.position();
    this.index++;
    const parameters = this.parseParameters(Kind.Colon, false);
    const body = this.take(Kind.Colon) ? this.parseTest() : this.missing();
    return setParent({ kind: 'lambda', start, end: this.lastEnd(), parent: undefined, parameters, body }, [
      ...parameters,
      body,
    ]);
  }

  protected parseParameters(stop: Kind, annotated: boolean): Parameter[] {
    const parameters: Parameter[] = [];
    this.list(() => {
      const start = this.position();
      const star = this.take(Kind.Star) ? '*' : this.take(Kind.DoubleStar) ? '**' : '';
      if (this.kind() !== Kind.Name) return;
      const nameStart = this.position();
      const name = this.word();
      const annotation = annotated && this.take(Kind.Colon) ? this.parseNamed() : undefined;
      const value = this.take(Kind.Assign) ? this.parseTest() : undefined;
      const node: Parameter = {
        kind: 'parameter',
        start,
        end: this.lastEnd(),
        parent: undefined,
        star,
        name,
        nameStart,
        annotation,
        default: value,
      };
      setParent(node, [annotation, value]);
      parameters.push(node);
    }, stop);
    return trimmed(parameters);
  }

  /** Operators that bind at least as tightly as given. */
  private parseBinary(loosest: number): Expression {
    const start = this.position();
    let left = this.parseUnary();
    for (;;) {
      const precedence = this.operatorPrecedence();
      if (precedence < loosest || precedence === 0) return left;
      const operators = [this.parseOperator()];
      const operands = [left, this.parseBinary(precedence + 1)];
      while (this.operatorPrecedence() === precedence) {
        operators.push(this.parseOperator());
        operands.push(this.parseBinary(precedence + 1));
      }
      const kind = precedence <= 2 ? 'boolean' : precedence === COMPARE ? 'compare' : 'binary';
      const node: Operation = { kind, start, end: this.lastEnd(), parent: undefined, operators, operands };
      setParent(node, operands);
      left = node;
    }
  }

  private operatorPrecedence(): number {
    const kind = this.kind();
    if (kind === Kind.Not) return this.kindAfter(1) === Kind.In ? COMPARE : 0;
    return precedences[kind]!;
  }

  private parseOperator(): string {
    const first = this.kind();
    const operator = this.word();
    const second = this.kind();
    if (first === Kind.Not && second === Kind.In) this.index++;
    else if (first === Kind.Is && second === Kind.Not) {
      this.index++;
      return 'is not';
    }
    return first === Kind.Not ? 'not in' : operator;
  }

  private parseUnary(): Expression {
    if (this.depth >= MAX_DEPTH) return this.tooDeep();
    const start = this.position();
    const kind = this.kind();
    if (kind !== Kind.Minus && kind !== Kind.Plus && kind !== Kind.Tilde && kind !== Kind.Not)
      return this.parsePower();
    this.depth++;
    const operator = this.word() as '-' | '+' | '~' | 'not';
    const operand = kind === Kind.Not ? this.parseBinary(COMPARE) : this.parseUnary();
    this.depth--;
    return setParent({ kind: 'unary', start, end: this.lastEnd(), parent: undefined, operator, operand }, [
      operand,
    ]);
  }

  private parsePower(): Expression {
    const start = this.position();
    const left = this.parsePrimary();
    if (this.kind() !== Kind.DoubleStar) return left;
    this.depth++;
    const operators = [this.word()];
    const operands = [left, this.parseUnary()];
    this.depth--;
    return setParent(
      { kind: 'binary', start, end: this.lastEnd(), parent: undefined, operators, operands },
      operands,
    );
  }

  /** An atom with the attributes, calls and subscripts behind it. */
  private parsePrimary(): Expression {
    const start = this.position();
    let node = this.parseAtom();
    if (node.kind === 'missing') return node;
    for (;;) {
      switch (this.kind()) {
        case Kind.Dot:
          node = this.parseAttribute(start, node);
          break;
        case Kind.OpenParen:
          node = this.parseCall(start, node);
          break;
        case Kind.OpenSquare:
          node = this.parseSubscript(start, node);
          break;
        default:
          return node;
      }
    }
  }

  private parseAttribute(start: number, object: Expression): Expression {
    this.index++;
    let nameStart = this.lastEnd();
    let name = '';
    const kind = this.kind();
    const adjacent = this.position() === nameStart;
    // `f(a.` and, on the next line, `b=1`: the attribute's name is missing.
    const isName =
      (kind === Kind.Name && (adjacent || this.kindAfter(1) !== Kind.Assign)) ||
      (kind >= Kind.And && adjacent);
    if (isName) {
      nameStart = this.position();
      name = this.word();
    }
    const node: Attribute = {
      kind: 'attribute',
      start,
      end: this.lastEnd(),
      parent: undefined,
      object,
      name,
      nameStart,
    };
    setParentOf(node, object);
    this.nodes.attribute.push(node);
    this.nodes.words.attribute.push(name);
    return node;
  }

  private parseCall(start: number, callee: Expression): Expression {
    const open = this.position();
    const stop = this.lines.stops[this.index]!;
    const args: Argument[] = [];
    const separators: number[] = [];
    const close = this.within(() => this.parseArguments(args, separators));
    const complete = close >= 0 && args.every(({ value }) => value.kind !== 'missing');
    const node: Call = {
      kind: 'call',
      start,
      end: this.lastEnd(),
      parent: undefined,
      callee,
      arguments: trimmed(args),
      open,
      close,
      argumentsEnd: this.starts[stop] ?? this.lines.end,
      separators: trimmed(separators),
      complete,
    };
    setParentOf(node, callee);
    setParent(node, args);
    this.nodes.call.push(node);
    return node;
  }

  protected parseArguments(args: Argument[], separators: number[]): void {
    const { inGenerator } = this;
    this.inGenerator = false;
    let expected = true;
    while (this.index < this.limit) {
      const kind = this.kind();
      if (kind === Kind.Comma) {
        if (expected) args.push(this.argument('positional', this.lastEnd(), undefined, -1, this.missing()));
        separators.push(this.position());
        this.index++;
        expected = true;
      } else if (this.startsOperand() || this.isKeywordArgument()) {
        args.push(this.parseArgument());
        expected = false;
      } else this.skip();
    }
    this.inGenerator = inGenerator;
  }

  /** Any word counts: `lambda=1` is not Python, but the intention is clear. */
  private isKeywordArgument(): boolean {
    const kind = this.kind();
    return (kind === Kind.Name || kind >= Kind.And) && this.kindAfter(1) === Kind.Assign;
  }

  private parseArgument(): Argument {
    const start = this.position();
    if (this.isKeywordArgument()) {
      const name = this.word();
      const nameEnd = this.lastEnd();
      this.index++;
      const value = this.startsOperand() && !this.isKeywordArgument() ? this.parseNamed() : this.missing();
      return this.argument('keyword', start, name, nameEnd, value);
    }
    if (this.kind() === Kind.Star || this.kind() === Kind.DoubleStar) {
      const kind = this.word() === '*' ? 'star' : 'doubleStar';
      return this.argument(kind, start, undefined, -1, this.parseTest());
    }
    const value = this.parseNamed();
    return this.argument('positional', start, undefined, -1, this.parseGenerators('generator', start, value));
  }

  private argument(
    kind: Argument['kind'],
    start: number,
    name: string | undefined,
    nameEnd: number,
    value: Expression,
  ): Argument {
    const end = Math.max(this.lastEnd(), start);
    return setParent({ kind, start, end, parent: undefined, name, nameEnd, value }, [value]);
  }

  private parseSubscript(start: number, object: Expression): Expression {
    const indices: Expression[] = [];
    const close = this.bracketed(() => this.list(() => this.parseIndex(indices)));
    const end = this.lastEnd();
    return setParent(
      { kind: 'subscript', start, end, parent: undefined, object, indices: trimmed(indices), close },
      [object, ...indices],
    );
  }

  private parseIndex(indices: Expression[]): void {
    const start = this.position();
    const first = this.startsOperand() ? this.parseNamed() : undefined;
    if (this.kind() !== Kind.Colon) {
      if (first) indices.push(first);
      return;
    }
    const parts = [first];
    while (this.take(Kind.Colon)) parts.push(this.startsOperand() ? this.parseTest() : undefined);
    const node: Expression = { kind: 'slice', start, end: this.lastEnd(), parent: undefined, parts };
    setParent(node, parts);
    indices.push(node);
  }

  /** Like `within`, with conditionals read completely again. */
  private bracketed(read: () => void): number {
    const { inGenerator } = this;
    this.inGenerator = false;
    const close = this.within(read);
    this.inGenerator = inGenerator;
    return close;
  }

  // -------------------------------------------------------------- Atoms

  private parseAtom(): Expression {
    const start = this.position();
    const kind = this.kind();
    switch (kind) {
      case Kind.Name:
        return this.nameNode(this.index++);
      case Kind.Number: {
        const text = this.word();
        return { kind: 'number', start, end: this.lastEnd(), parent: undefined, text };
      }
      case Kind.String:
      case Kind.OpenString:
        return this.parseString();
      case Kind.True:
      case Kind.False:
      case Kind.None:
      case Kind.Ellipsis: {
        const value = this.word() as 'True' | 'False' | 'None' | '...';
        return { kind: 'constant', start, end: this.lastEnd(), parent: undefined, value };
      }
      case Kind.OpenParen:
        return this.parseParenthesised();
      case Kind.OpenSquare:
        return this.parseSequence('list');
      case Kind.OpenBrace:
        return this.parseBraces();
      case Kind.Await: {
        this.index++;
        this.depth++;
        const value = this.parseUnary();
        this.depth--;
        return setParent({ kind: 'await', start, end: this.lastEnd(), parent: undefined, value }, [value]);
      }
      case Kind.Yield: {
        this.index++;
        this.take(Kind.From);
        this.depth++;
        const value = !this.startsOperand()
          ? undefined
          : this.depth >= MAX_DEPTH
            ? this.tooDeep()
            : this.parseExpressions();
        this.depth--;
        const node: Yield = { kind: 'yield', start, end: this.lastEnd(), parent: undefined, value };
        setParentOf(node, value);
        this.nodes.yield.push(node);
        return node;
      }
      case Kind.Lambda:
        return this.parseTest();
      default:
        return this.missing();
    }
  }

  protected nameNode(index: number): Expression {
    const name = this.slice(index);
    const node: Name = {
      kind: 'name',
      start: this.starts[index]!,
      end: this.ends[index]!,
      parent: undefined,
      name,
    };
    this.nodes.name.push(node);
    this.nodes.words.name.push(name);
    return node;
  }

  private parseParenthesised(): Expression {
    const start = this.position();
    const elements: Expression[] = [];
    let commas = 0;
    const close = this.bracketed(() => {
      while (this.index < this.limit) {
        if (this.take(Kind.Comma)) commas++;
        else if (this.startsOperand()) elements.push(this.parseElement('generator'));
        else this.skip();
      }
    });
    if (elements.length === 1 && commas === 0) return elements[0]!;
    const end = this.lastEnd();
    if (elements.length === 0 && close < 0) return this.missing(start, end);
    return setParent(
      { kind: 'tuple', start, end, parent: undefined, elements: trimmed(elements), close },
      elements,
    );
  }

  private parseElement(form: 'generator' | 'list' | 'set'): Expression {
    const start = this.position();
    return this.parseGenerators(form, start, this.parseNamed());
  }

  private parseSequence(kind: 'list'): Expression {
    const start = this.position();
    const elements: Expression[] = [];
    const close = this.bracketed(() =>
      this.list(() => {
        if (this.startsOperand()) elements.push(this.parseElement(kind));
      }),
    );
    return this.sequence(kind, start, close, elements);
  }

  /** `[x for …]` is first read as a list with a comprehension in it; the comprehension then takes the brackets. */
  private sequence(kind: 'list' | 'set', start: number, close: number, elements: Expression[]): Expression {
    const end = this.lastEnd();
    const [only] = elements;
    if (elements.length === 1 && only && only === this.unclosed && CLOSES_AS[this.unclosed.form] === kind) {
      this.unclosed = undefined;
      return Object.assign(only, { start, end });
    }
    return setParent({ kind, start, end, parent: undefined, elements: trimmed(elements), close }, elements);
  }

  private parseBraces(): Expression {
    const start = this.position();
    const elements: Expression[] = [];
    const entries: Entry[] = [];
    const close = this.bracketed(() =>
      this.list(() => {
        const at = this.position();
        if (this.take(Kind.DoubleStar)) entries.push(this.entry(at, undefined, this.parseTest()));
        else if (this.startsOperand()) {
          const key = this.parseNamed();
          if (!this.take(Kind.Colon)) {
            elements.push(this.parseGenerators('set', at, key));
            return;
          }
          const entry = this.entry(at, key, this.startsOperand() ? this.parseNamed() : this.missing());
          const whole = this.parseGenerators('dict', at, entry);
          if (whole.kind === 'entry') entries.push(whole);
          else elements.push(whole);
        }
      }),
    );
    const end = this.lastEnd();
    if (elements.length > 0 && entries.length === 0) return this.sequence('set', start, close, elements);
    // A key without its colon.
    for (const key of elements) entries.push(this.entry(key.start, key, this.missing(key.end), key.end));
    entries.sort((a, b) => a.start - b.start);
    return setParent(
      { kind: 'dict', start, end, parent: undefined, entries: trimmed(entries), close },
      entries,
    );
  }

  private entry(start: number, key: Expression | undefined, value: Expression, end = this.lastEnd()): Entry {
    return setParent({ kind: 'entry', start, end, parent: undefined, key, value }, [key, value]);
  }

  /** The comprehension that begins with an element, or only the element. */
  private parseGenerators<T extends Expression | Entry>(
    form: 'generator' | 'list' | 'set' | 'dict',
    start: number,
    element: T,
  ): T | Expression {
    const generators: Generator[] = [];
    while (this.kind() === Kind.For || (this.kind() === Kind.Async && this.kindAfter(1) === Kind.For))
      generators.push(this.parseGenerator());
    if (generators.length === 0) return element;
    const end = this.lastEnd();
    const node: Comprehension = {
      kind: 'comprehension',
      start,
      end,
      parent: undefined,
      form,
      element,
      generators,
    };
    setParentOf(node, element);
    setParent(node, generators);
    this.unclosed = node;
    return node;
  }

  private parseGenerator(): Generator {
    const start = this.position();
    this.take(Kind.Async);
    this.index++;
    const { inGenerator } = this;
    const target = this.parseTargets();
    this.inGenerator = true;
    const iterable = this.take(Kind.In) ? this.parseTest() : this.missing();
    const conditions: Expression[] = [];
    while (this.take(Kind.If)) conditions.push(this.parseNamed());
    this.inGenerator = inGenerator;
    const end = this.lastEnd();
    return setParent({ kind: 'generator', start, end, parent: undefined, target, iterable, conditions }, [
      target,
      iterable,
      ...conditions,
    ]);
  }

  private parseString(): Expression {
    const start = this.position();
    const fields: Expression[] = [];
    const parts = [this.stringPart(fields)];
    while (this.kind() === Kind.String || this.kind() === Kind.OpenString)
      parts.push(this.stringPart(fields));
    const node: StringLiteral = {
      kind: 'string',
      start,
      end: this.lastEnd(),
      parent: undefined,
      parts: parts.length > 1 ? trimmed(parts) : parts,
      fields,
    };
    setParent(node, fields);
    this.nodes.string.push(node);
    return node;
  }

  /** Adds the expressions in it to `fields`. */
  private stringPart(fields: Expression[]): StringPart {
    const closed = this.kind() === Kind.String;
    const start = this.starts[this.index]!;
    const end = this.ends[this.index]!;
    let quoteAt = start;
    while (this.text.charCodeAt(quoteAt) !== 0x22 && this.text.charCodeAt(quoteAt) !== 0x27) quoteAt++;
    const mark = this.text.charAt(quoteAt);
    const triple = TRIPLE.get(mark)!;
    const quote = this.text.startsWith(triple, quoteAt) ? triple : mark;
    const part: StringPart = {
      start,
      end,
      prefix: quoteAt > start ? this.text.slice(start, quoteAt).toLowerCase() : '',
      quote,
      bodyStart: Math.min(quoteAt + quote.length, end),
      bodyEnd: closed ? end - quote.length : end,
      closed,
    };
    if (/[ft]/.test(part.prefix) && this.fieldDepth < MAX_FIELD_DEPTH) this.parseFields(part, fields);
    this.index++;
    return part;
  }

  /** The expressions in the braces of an f-string. */
  private parseFields(part: StringPart, fields: Expression[]): void {
    const { text } = this;
    const quote = part.quote.length === 1 ? part.quote.charCodeAt(0) : 0;
    for (
      let at = text.indexOf('{', part.bodyStart);
      at >= 0 && at < part.bodyEnd;
      at = text.indexOf('{', at)
    ) {
      if (text.charAt(at + 1) === '{') {
        at += 2;
        continue;
      }
      const end = fieldEnd(text, at, part.bodyEnd, quote);
      if (end < 0) return;
      const lines = readLines(text, [end - 1], at + 1);
      const field = new ExpressionParser(text, lines, this.nodes, this.fieldDepth + 1).parseField();
      if (field) fields.push(field);
      at = end;
    }
  }
}
