import { fieldEnd, Kind } from './lexer';
import { type Lines, readLines } from './lines';
import type {
  Argument,
  Assignment,
  Block,
  BlockKeyword,
  Call,
  ClassDefinition,
  Entry,
  Expression,
  FunctionDefinition,
  Generator,
  ImportedName,
  Missing,
  Module,
  Node,
  Operation,
  Parameter,
  Section,
  Simple,
  Statement,
  StringPart,
  Tree,
  WithItem,
} from './tree';

/** Expressions nest this deep; what is deeper is passed over, as Python refuses it. */
const MAX_DEPTH = 400;
/** f-strings within the fields of f-strings. */
const MAX_FIELD_DEPTH = 4;

/**
 * Reads any text, in time linear in its length. `partEnds` are the ends of pieces that stand alone, such as
 * the cells of a notebook: nothing that one leaves open reaches into the next.
 */
export function parsePython(text: string, partEnds: readonly number[] = [text.length]): Tree {
  return treeOf(text, parseSections(text, 0, partEnds).sections);
}

/** The sections from an offset on, and whether reading further would leave them as they are. */
export function parseSections(
  text: string,
  start: number,
  partEnds: readonly number[],
): { sections: Section[]; endsAlone: boolean } {
  const lines = readLines(text, partEnds, start);
  const parser = new Parser(text, lines, [], 0);
  const sections = parser.parseSections();
  return { sections, endsAlone: lines.endsAlone && !parser.endsDecorating };
}

/** The tree that sections in a row make. */
export function treeOf(text: string, sections: readonly Section[]): Tree {
  const body: Statement[] = [];
  const calls: Call[] = [];
  const comments: number[] = [];
  for (const section of sections) {
    for (const statement of section.statements) body.push(statement);
    for (const call of section.calls) calls.push(call);
    for (const comment of section.comments) comments.push(comment);
  }
  const module: Module = { kind: 'module', start: 0, end: text.length, parent: undefined, body };
  adopt(module, body);
  return { text, module, calls, comments, sections };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** A statement with a body that may still grow. */
type Open = (Mutable<FunctionDefinition> | Mutable<ClassDefinition> | Mutable<Block>) & { body: Statement[] };

/** How tightly an operator binds, by kind; 0 for what is none. */
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

const simpleKeywords: Partial<Record<Kind, Simple['keyword']>> = {
  [Kind.Return]: 'return',
  [Kind.Raise]: 'raise',
  [Kind.Assert]: 'assert',
  [Kind.Del]: 'del',
  [Kind.Global]: 'global',
  [Kind.Nonlocal]: 'nonlocal',
  [Kind.Pass]: 'pass',
  [Kind.Break]: 'break',
  [Kind.Continue]: 'continue',
};

const blockKeywords: Partial<Record<Kind, BlockKeyword>> = {
  [Kind.If]: 'if',
  [Kind.Elif]: 'elif',
  [Kind.Else]: 'else',
  [Kind.For]: 'for',
  [Kind.While]: 'while',
  [Kind.Try]: 'try',
  [Kind.Except]: 'except',
  [Kind.Finally]: 'finally',
  [Kind.With]: 'with',
};

/** Sets the parent of nodes; it covers them, those too that something missing has put elsewhere. */
function adopt(parent: Mutable<Node>, children: readonly (Node | undefined)[]): void {
  for (const child of children) adoptOne(parent, child);
}

function adoptOne(parent: Mutable<Node>, child: Node | undefined): void {
  if (!child) return;
  child.parent = parent;
  if (child.start < parent.start) parent.start = child.start;
  if (child.end > parent.end) parent.end = child.end;
}

/** The brackets that make a comprehension of what stands in them. */
const closesAs = { list: 'list', set: 'set', dict: 'set', generator: undefined } as const;

class Parser {
  private index = 0;
  /** The token at which the innermost bracket or the logical line ends. */
  private limit = 0;
  private depth = 0;
  private readonly kinds: readonly number[];
  private readonly starts: readonly number[];
  private readonly ends: readonly number[];

  constructor(
    private readonly text: string,
    private readonly lines: Lines,
    private readonly calls: Call[],
    private readonly fieldDepth: number,
  ) {
    this.kinds = lines.kinds;
    this.starts = lines.starts;
    this.ends = lines.ends;
  }

  // -------------------------------------------------------------- Tokens

  private kind(): Kind {
    return this.index < this.limit ? this.kinds[this.index]! : Kind.End;
  }

  private kindAfter(count: number): Kind {
    return this.index + count < this.limit ? this.kinds[this.index + count]! : Kind.End;
  }

  /** Start of the next token, wherever it belongs; the end of the last one behind all. */
  private position(): number {
    return this.index < this.limit ? this.starts[this.index]! : this.lastEnd();
  }

  private lastEnd(): number {
    return this.index > 0 ? this.ends[this.index - 1]! : this.lines.start;
  }

  private slice(i: number): string {
    return this.text.slice(this.starts[i], this.ends[i]);
  }

  private word(): string {
    return this.slice(this.index++);
  }

  private take(kind: Kind): boolean {
    if (this.kind() !== kind) return false;
    this.index++;
    return true;
  }

  /** Passes over a token and, if it is a bracket, over what it holds. */
  private skip(): void {
    const stop = this.lines.stops[this.index]!;
    if (stop < 0) this.index++;
    else this.index = Math.min(stop + (this.lines.closed[this.index] ? 1 : 0), this.limit);
  }

  /** Reads what a bracket holds. Returns the offset of its closing bracket, or -1. */
  private within(read: () => void): number {
    const opener = this.index++;
    const { limit } = this;
    const stop = this.lines.stops[opener]!;
    this.limit = stop;
    read();
    this.limit = limit;
    this.index = stop;
    if (!this.lines.closed[opener]) return -1;
    this.index++;
    return this.starts[stop]!;
  }

  /** Reads parts between commas until the limit or a stop; what is no part is passed over. */
  private list(read: () => void, stop: Kind = Kind.End): void {
    while (this.index < this.limit && this.kind() !== stop) {
      const before = this.index;
      read();
      if (this.kind() === Kind.Comma) this.index++;
      else if (this.index === before) this.skip();
    }
  }

  private missing(start = this.lastEnd(), end = start): Missing {
    return { kind: 'missing', start, end, parent: undefined };
  }

  // -------------------------------------------------------------- Statements

  /** Whether decorators stand at the end, and what they decorate has to come still. */
  endsDecorating = false;

  parseSections(): Section[] {
    const { first, indents, parts, heads } = this.lines;
    let { start } = this.lines;
    const sections: Section[] = [];
    let top: Statement[] = [];
    const open: Open[] = [];
    let decorators: { start: number; indent: number; value: Expression }[] = [];
    const close = (indent: number) => {
      while (open.length > 0 && open.at(-1)!.indent >= indent) {
        const block = open.pop()!;
        adopt(block, block.body);
      }
    };
    for (let line = 0; line < first.length; line++) {
      const indent = indents[line]!;
      this.index = first[line]!;
      this.limit = first[line + 1] ?? this.kinds.length;
      if (parts.has(this.index)) close(0);
      else close(indent);
      if (heads.has(this.index) && decorators.length === 0) {
        const end = this.position();
        sections.push(this.section(start, end, top));
        start = end;
        top = [];
      }
      const body = open.at(-1)?.body ?? top;
      const kind = this.kind();
      if (kind === Kind.At && this.kindAfter(1) !== Kind.End) {
        const start = this.position();
        this.index++;
        decorators.push({ start, indent, value: this.parseNamed() });
        continue;
      }
      const defines = kind === Kind.Def || kind === Kind.Class || kind === Kind.Async;
      if (!defines) {
        for (const { start, value } of decorators) body.push(this.decoration(start, indent, value));
        decorators = [];
      }
      const statement = this.parseHeader(indent, decorators, open.at(-1));
      decorators = [];
      if (statement) {
        body.push(statement);
        this.parseLine(indent, statement.body);
        statement.end = this.lastEnd();
        open.push(statement);
      } else this.parseLine(indent, body);
    }
    close(0);
    for (const { start, indent, value } of decorators) top.push(this.decoration(start, indent, value));
    this.endsDecorating = decorators.length > 0;
    sections.push(this.section(start, this.lines.end, top));
    return sections;
  }

  /** What has been read since the last section. */
  private section(start: number, end: number, statements: readonly Statement[]): Section {
    const { comments, unclosed } = this.lines;
    const isOpen = (unclosed[this.unclosedRead] ?? end) < end;
    while ((unclosed[this.unclosedRead] ?? end) < end) this.unclosedRead++;
    const from = this.commentsRead;
    while ((comments[this.commentsRead] ?? end) < end) this.commentsRead += 2;
    const calls = this.calls.splice(0).sort((a, b) => a.open - b.open);
    return { start, statements, calls, comments: comments.slice(from, this.commentsRead), isOpen };
  }

  private commentsRead = 0;
  private unclosedRead = 0;

  /** An expression that stands alone in a field of an f-string. */
  parseField(): Expression | undefined {
    this.limit = this.lines.first[1] ?? this.kinds.length;
    return this.index < this.limit ? this.parseExpressions() : undefined;
  }

  private decoration(start: number, indent: number, value: Expression): Statement {
    const node: Simple = {
      kind: 'simple',
      start,
      end: value.end,
      parent: undefined,
      indent,
      keyword: '@',
      values: [value],
    };
    adoptOne(node, value);
    return node;
  }

  /** The simple statements that remain of a line. */
  private parseLine(indent: number, body: Statement[]): void {
    while (this.index < this.limit) {
      const before = this.index;
      const kind = this.kind();
      if (kind === Kind.Semicolon) this.index++;
      else if (kind === Kind.Import || kind === Kind.From) body.push(this.parseImport(indent));
      else if (simpleKeywords[kind]) body.push(this.parseSimple(indent, simpleKeywords[kind]));
      else if (operandStarts[kind] === 1) body.push(this.parseAssignment(indent));
      if (this.index === before) this.skip();
    }
  }

  private parseSimple(indent: number, keyword: Simple['keyword']): Simple {
    const start = this.position();
    this.index++;
    const values: Expression[] = [];
    if (keyword === 'return') {
      if (this.startsOperand()) values.push(this.parseExpressions());
    } else {
      while (this.startsOperand()) {
        values.push(this.parseNamed());
        if (!this.take(Kind.Comma) && !this.take(Kind.From)) break;
      }
    }
    const node: Simple = {
      kind: 'simple',
      start,
      end: this.lastEnd(),
      parent: undefined,
      indent,
      keyword,
      values,
    };
    adopt(node, values);
    return node;
  }

  private parseAssignment(indent: number): Statement {
    const start = this.position();
    const targets: Expression[] = [];
    let value: Expression | undefined = this.parseExpressions();
    let annotation: Expression | undefined;
    let operator = '=';
    if (this.kind() === Kind.Colon && value.kind !== 'tuple') {
      this.index++;
      annotation = this.parseNamed();
      targets.push(value);
      value = this.take(Kind.Assign) ? this.parseExpressions() : undefined;
    } else if (this.kind() === Kind.AugmentedAssign) {
      operator = this.word();
      targets.push(value);
      value = this.parseExpressions();
    }
    while (value && this.take(Kind.Assign)) {
      targets.push(value);
      value = this.parseExpressions();
    }
    const end = this.lastEnd();
    const base = { start, end, parent: undefined, indent };
    if (targets.length === 0) {
      const node: Statement = { kind: 'expression', ...base, value: value! };
      adoptOne(node, value);
      return node;
    }
    const node: Assignment = { kind: 'assignment', ...base, targets, operator, annotation, value };
    adopt(node, targets);
    adopt(node, [annotation, value]);
    return node;
  }

  private parseImport(indent: number): Statement {
    const start = this.position();
    let from: string | undefined;
    let fromStart = -1;
    let fromEnd = -1;
    let star = false;
    const names: ImportedName[] = [];
    const readNames = () =>
      this.list(() => {
        if (this.take(Kind.Star)) star = true;
        else if (this.kind() === Kind.Name) names.push(this.parseImportedName());
      }, Kind.Semicolon);
    if (this.take(Kind.From)) {
      fromStart = this.position();
      from = this.dottedName();
      fromEnd = Math.max(this.lastEnd(), fromStart);
    }
    if (this.take(Kind.Import)) {
      if (this.kind() === Kind.OpenParen) this.within(readNames);
      else readNames();
      if (names.length === 0 && !star) {
        const at = this.lastEnd();
        names.push({ start: at, end: at, name: '', nameEnd: at, alias: undefined, aliasStart: -1 });
      }
    }
    const base = { start, end: this.lastEnd(), parent: undefined, indent };
    return { kind: 'import', ...base, from, fromStart, fromEnd, names, star };
  }

  private parseImportedName(): ImportedName {
    const start = this.position();
    const name = this.dottedName();
    const nameEnd = this.lastEnd();
    let alias: string | undefined;
    let aliasStart = -1;
    if (this.take(Kind.As)) {
      aliasStart = this.kind() === Kind.Name ? this.position() : this.lastEnd();
      alias = this.kind() === Kind.Name ? this.word() : '';
    }
    return { start, end: this.lastEnd(), name, nameEnd, alias, aliasStart };
  }

  private dottedName(): string {
    let name = '';
    for (;;) {
      const kind = this.kind();
      if (kind === Kind.Name) {
        if (name !== '' && !name.endsWith('.')) return name;
      } else if (kind !== Kind.Dot && kind !== Kind.Ellipsis) return name;
      name += this.word();
    }
  }

  // -------------------------------------------------------------- Blocks

  /** The statement that a line opens, with what stands behind its colon still to read. */
  private parseHeader(
    indent: number,
    decorators: readonly { start: number; value: Expression }[],
    around: Open | undefined,
  ): Open | undefined {
    const start = decorators[0]?.start ?? this.position();
    const values = decorators.map(({ value }) => value);
    const kind = this.kind() === Kind.Async ? this.kindAfter(1) : this.kind();
    const keyword =
      kind === Kind.Name ? this.softKeyword(around) : (blockKeywords[kind] as BlockKeyword | undefined);
    if (!keyword && kind !== Kind.Def && kind !== Kind.Class) return undefined;
    this.take(Kind.Async);
    this.index++;
    const node = keyword
      ? this.parseBlockHeader(start, indent, keyword)
      : kind === Kind.Def
        ? this.parseFunctionHeader(start, indent, values)
        : this.parseClassHeader(start, indent, values);
    while (this.index < this.limit && !this.take(Kind.Colon)) this.skip();
    return node;
  }

  /** `match` and `case` are keywords only where a colon makes them so. */
  private softKeyword(around: Open | undefined): BlockKeyword | undefined {
    const next = this.kindAfter(1);
    if (this.ends[this.index]! - this.starts[this.index]! > 5 || operandStarts[next] !== 1) return undefined;
    const word = this.slice(this.index);
    if (word === 'match' && this.kinds[this.limit - 1] === Kind.Colon) return 'match';
    const inMatch = around?.kind === 'block' && around.keyword === 'match';
    return word === 'case' && inMatch ? 'case' : undefined;
  }

  private parseFunctionHeader(start: number, indent: number, decorators: readonly Expression[]): Open {
    const nameStart = this.position();
    const name = this.kind() === Kind.Name ? this.word() : '';
    if (this.kind() === Kind.OpenSquare) this.skip();
    let parameters: Parameter[] = [];
    if (this.kind() === Kind.OpenParen) {
      this.within(() => {
        parameters = this.parseParameters(Kind.End, true);
      });
    }
    const returns = this.take(Kind.Arrow) ? this.parseNamed() : undefined;
    const base = { start, end: this.lastEnd(), parent: undefined, indent };
    const node: Open = {
      kind: 'function',
      ...base,
      name,
      nameStart,
      decorators,
      parameters,
      returns,
      body: [],
    };
    adopt(node, decorators);
    adopt(node, parameters);
    adoptOne(node, returns);
    return node;
  }

  private parseClassHeader(start: number, indent: number, decorators: readonly Expression[]): Open {
    const nameStart = this.position();
    const name = this.kind() === Kind.Name ? this.word() : '';
    if (this.kind() === Kind.OpenSquare) this.skip();
    const args: Argument[] = [];
    if (this.kind() === Kind.OpenParen) this.within(() => this.parseArguments(args, []));
    const base = { start, end: this.lastEnd(), parent: undefined, indent };
    const node: Open = {
      kind: 'class',
      ...base,
      name,
      nameStart,
      decorators,
      arguments: args,
      body: [],
    };
    adopt(node, decorators);
    adopt(node, args);
    return node;
  }

  private parseBlockHeader(start: number, indent: number, keyword: BlockKeyword): Open {
    let target: Expression | undefined;
    let value: Expression | undefined;
    const items: WithItem[] = [];
    switch (keyword) {
      case 'for':
        target = this.parseTargets();
        value = this.take(Kind.In) ? this.parseExpressions() : undefined;
        break;
      case 'with':
        this.parseItems(items);
        break;
      case 'except':
        this.take(Kind.Star);
        if (this.startsOperand()) value = this.parseExpressions();
        if (this.take(Kind.As)) target = this.parseTarget();
        break;
      case 'case':
        target = this.parsePattern();
        value = this.take(Kind.If) ? this.parseNamed() : undefined;
        break;
      case 'else':
      case 'try':
      case 'finally':
        break;
      default:
        value = this.parseExpressions();
    }
    const base = { start, end: this.lastEnd(), parent: undefined, indent };
    const node: Open = { kind: 'block', ...base, keyword, target, value, items, body: [] };
    adopt(node, [target, value, ...items]);
    return node;
  }

  private parseItems(items: WithItem[]): void {
    const read = () => {
      if (!this.startsOperand()) return;
      const start = this.position();
      const value = this.parseNamed();
      const target = this.take(Kind.As) ? this.parseTarget() : undefined;
      const node: WithItem = {
        kind: 'item',
        start,
        end: this.lastEnd(),
        parent: undefined,
        value,
        target,
      };
      adopt(node, [value, target]);
      items.push(node);
    };
    const stop = this.lines.stops[this.index]!;
    const bracketed =
      this.kind() === Kind.OpenParen && (stop + 1 >= this.limit || this.kinds[stop + 1] === Kind.Colon);
    if (bracketed) this.within(() => this.list(read));
    else this.list(read, Kind.Colon);
  }

  /** The names that a pattern binds. What looks like a call in a pattern is none. */
  private parsePattern(): Expression {
    const start = this.position();
    const elements: Expression[] = [];
    let inside = 0;
    for (; this.index < this.limit; this.index++) {
      const kind = this.kinds[this.index]!;
      inside = Math.max(inside, this.lines.stops[this.index]!);
      if (this.index >= inside && (kind === Kind.If || kind === Kind.Colon)) break;
      const next = this.kindAfter(1);
      const binds = next !== Kind.OpenParen && next !== Kind.Dot && next !== Kind.Assign;
      if (kind === Kind.Name && binds && this.kinds[this.index - 1] !== Kind.Dot)
        elements.push(this.nameNode(this.index));
    }
    const end = Math.max(start, this.lastEnd());
    const node: Expression = { kind: 'tuple', start, end, parent: undefined, elements, close: -1 };
    adopt(node, elements);
    return node;
  }

  // -------------------------------------------------------------- Expressions

  private startsOperand(): boolean {
    return operandStarts[this.kind()] === 1;
  }

  /** One expression or, with commas, a tuple without brackets. */
  private parseExpressions(): Expression {
    return this.parseTuple(() => this.parseNamed());
  }

  /** What `for` binds. */
  private parseTargets(): Expression {
    return this.parseTuple(() => this.parseTarget());
  }

  private parseTarget(): Expression {
    return this.kind() === Kind.Star ? this.parseStarred() : this.parseBinary(BITWISE_OR);
  }

  private parseStarred(): Expression {
    const start = this.position();
    this.index++;
    const value = this.parseBinary(BITWISE_OR);
    const node: Expression = { kind: 'starred', start, end: this.lastEnd(), parent: undefined, value };
    adoptOne(node, value);
    return node;
  }

  private parseTuple(read: () => Expression): Expression {
    const start = this.position();
    const first = read();
    if (this.kind() !== Kind.Comma) return first;
    const elements = [first];
    while (this.take(Kind.Comma) && this.startsOperand()) elements.push(read());
    const node: Expression = {
      kind: 'tuple',
      start,
      end: this.lastEnd(),
      parent: undefined,
      elements,
      close: -1,
    };
    adopt(node, elements);
    return node;
  }

  /** An expression, perhaps starred or with a walrus. */
  private parseNamed(): Expression {
    const start = this.position();
    const kind = this.kind();
    if (kind === Kind.Star || kind === Kind.DoubleStar) return this.parseStarred();
    const target = this.parseTest();
    if (!this.take(Kind.Walrus)) return target;
    const value = this.parseTest();
    const node: Expression = {
      kind: 'walrus',
      start,
      end: this.lastEnd(),
      parent: undefined,
      target,
      value,
    };
    adopt(node, [target, value]);
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
    // The `if` of a comprehension's next condition is read by the comprehension.
    if (this.kind() !== Kind.If || this.inGenerator) return body;
    this.index++;
    const test = this.parseBinary(1);
    const otherwise = this.take(Kind.Else) ? this.parseTest() : this.missing();
    const node: Expression = {
      kind: 'conditional',
      start,
      end: this.lastEnd(),
      parent: undefined,
      body,
      test,
      otherwise,
    };
    adopt(node, [body, test, otherwise]);
    return node;
  }

  /** Set while the iterable and the conditions of a comprehension are read, outside further brackets. */
  private inGenerator = false;

  private parseLambda(): Expression {
    const start = this.position();
    this.index++;
    const parameters = this.parseParameters(Kind.Colon, false);
    const body = this.take(Kind.Colon) ? this.parseTest() : this.missing();
    const node: Expression = {
      kind: 'lambda',
      start,
      end: this.lastEnd(),
      parent: undefined,
      parameters,
      body,
    };
    adopt(node, parameters);
    adoptOne(node, body);
    return node;
  }

  private parseParameters(stop: Kind, annotated: boolean): Parameter[] {
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
      adopt(node, [annotation, value]);
      parameters.push(node);
    }, stop);
    return parameters;
  }

  /** Operators that bind at least as tightly as given. */
  private parseBinary(loosest: number): Expression {
    const start = this.position();
    let left = this.parseUnary();
    for (;;) {
      const precedence = this.operatorPrecedence();
      if (precedence < loosest || precedence === 0) return left;
      const operands = [left];
      const operators: string[] = [];
      do {
        operators.push(this.parseOperator());
        operands.push(this.parseBinary(precedence + 1));
      } while (this.operatorPrecedence() === precedence);
      const kind = precedence <= 2 ? 'boolean' : precedence === COMPARE ? 'compare' : 'binary';
      const node: Operation = {
        kind,
        start,
        end: this.lastEnd(),
        parent: undefined,
        operators,
        operands,
      };
      adopt(node, operands);
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
    const node: Expression = {
      kind: 'unary',
      start,
      end: this.lastEnd(),
      parent: undefined,
      operator,
      operand,
    };
    adoptOne(node, operand);
    return node;
  }

  private parsePower(): Expression {
    const start = this.position();
    const left = this.parsePrimary();
    if (this.kind() !== Kind.DoubleStar) return left;
    this.depth++;
    const operators = [this.word()];
    const operands = [left, this.parseUnary()];
    this.depth--;
    const node: Operation = {
      kind: 'binary',
      start,
      end: this.lastEnd(),
      parent: undefined,
      operators,
      operands,
    };
    adopt(node, operands);
    return node;
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
    // `f(a.` and, on the next line, `b=1`: the attribute has to come still.
    const isName =
      (kind === Kind.Name && (adjacent || this.kindAfter(1) !== Kind.Assign)) ||
      (kind >= Kind.And && adjacent);
    if (isName) {
      nameStart = this.position();
      name = this.word();
    }
    const node: Expression = {
      kind: 'attribute',
      start,
      end: this.lastEnd(),
      parent: undefined,
      object,
      name,
      nameStart,
    };
    adoptOne(node, object);
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
      arguments: args,
      open,
      close,
      argumentsEnd: this.starts[stop] ?? this.lines.end,
      separators,
      complete,
    };
    adoptOne(node, callee);
    adopt(node, args);
    this.calls.push(node);
    return node;
  }

  private parseArguments(args: Argument[], separators: number[]): void {
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
      } else if (operandStarts[kind] === 1 || this.isKeywordArgument()) {
        args.push(this.parseArgument());
        expected = false;
      } else this.skip();
    }
    this.inGenerator = inGenerator;
  }

  /** Any word counts: `lambda=1` is no Python, but what was meant is clear. */
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
    const node: Argument = { kind, start, end, parent: undefined, name, nameEnd, value };
    adoptOne(node, value);
    return node;
  }

  private parseSubscript(start: number, object: Expression): Expression {
    const indices: Expression[] = [];
    const close = this.bracketed(() => this.list(() => this.parseIndex(indices)));
    const node: Expression = {
      kind: 'subscript',
      start,
      end: this.lastEnd(),
      parent: undefined,
      object,
      indices,
      close,
    };
    adoptOne(node, object);
    adopt(node, indices);
    return node;
  }

  private parseIndex(indices: Expression[]): void {
    const start = this.position();
    const parts: Expression[] = [];
    if (this.startsOperand()) parts.push(this.parseNamed());
    if (this.kind() !== Kind.Colon) {
      indices.push(...parts);
      return;
    }
    while (this.take(Kind.Colon)) if (this.startsOperand()) parts.push(this.parseTest());
    const node: Expression = { kind: 'slice', start, end: this.lastEnd(), parent: undefined, parts };
    adopt(node, parts);
    indices.push(node);
  }

  /** As `within`, where conditionals are whole again. */
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
        const node: Expression = { kind: 'await', start, end: this.lastEnd(), parent: undefined, value };
        adoptOne(node, value);
        return node;
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
        const node: Expression = { kind: 'yield', start, end: this.lastEnd(), parent: undefined, value };
        adoptOne(node, value);
        return node;
      }
      case Kind.Lambda:
        return this.parseTest();
      default:
        return this.missing();
    }
  }

  private nameNode(index: number): Expression {
    return {
      kind: 'name',
      start: this.starts[index]!,
      end: this.ends[index]!,
      parent: undefined,
      name: this.slice(index),
    };
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
    const node: Expression = { kind: 'tuple', start, end, parent: undefined, elements, close };
    adopt(node, elements);
    return node;
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

  /** `[x for …]` is read as a list that holds a comprehension; the brackets are the comprehension's. */
  private sequence(
    kind: 'list' | 'set',
    start: number,
    close: number,
    elements: readonly Expression[],
  ): Expression {
    const end = this.lastEnd();
    const [only] = elements;
    if (elements.length === 1 && only?.kind === 'comprehension' && closesAs[only.form] === kind)
      return Object.assign(only, { start, end });
    const node: Expression = { kind, start, end, parent: undefined, elements, close };
    adopt(node, elements);
    return node;
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
    // A key whose colon has to come still.
    for (const key of elements) entries.push(this.entry(key.start, key, this.missing(key.end), key.end));
    entries.sort((a, b) => a.start - b.start);
    const node: Expression = { kind: 'dict', start, end, parent: undefined, entries, close };
    adopt(node, entries);
    return node;
  }

  private entry(start: number, key: Expression | undefined, value: Expression, end = this.lastEnd()): Entry {
    const node: Entry = { kind: 'entry', start, end, parent: undefined, key, value };
    adopt(node, [key, value]);
    return node;
  }

  /** The comprehension that an element begins, or the element. */
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
    const node: Expression = {
      kind: 'comprehension',
      start,
      end,
      parent: undefined,
      form,
      element,
      generators,
    };
    adoptOne(node, element);
    adopt(node, generators);
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
    const node: Generator = {
      kind: 'generator',
      start,
      end,
      parent: undefined,
      target,
      iterable,
      conditions,
    };
    adopt(node, [target, iterable, ...conditions]);
    return node;
  }

  private parseString(): Expression {
    const start = this.position();
    const parts: StringPart[] = [];
    const fields: Expression[] = [];
    while (this.kind() === Kind.String || this.kind() === Kind.OpenString) {
      const part = this.stringPart(this.index, this.kind() === Kind.String);
      parts.push(part);
      if (/[ft]/.test(part.prefix) && this.fieldDepth < MAX_FIELD_DEPTH) this.parseFields(part, fields);
      this.index++;
    }
    const node: Expression = {
      kind: 'string',
      start,
      end: this.lastEnd(),
      parent: undefined,
      parts,
      fields,
    };
    adopt(node, fields);
    return node;
  }

  private stringPart(index: number, closed: boolean): StringPart {
    const start = this.starts[index]!;
    const end = this.ends[index]!;
    let quoteAt = start;
    while (this.text.charCodeAt(quoteAt) !== 0x22 && this.text.charCodeAt(quoteAt) !== 0x27) quoteAt++;
    const mark = this.text.charAt(quoteAt);
    const triple = mark.repeat(3);
    const quote = this.text.startsWith(triple, quoteAt) ? triple : mark;
    return {
      start,
      end,
      prefix: this.text.slice(start, quoteAt).toLowerCase(),
      quote,
      bodyStart: Math.min(quoteAt + quote.length, end),
      bodyEnd: closed ? end - quote.length : end,
      closed,
    };
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
      const field = new Parser(text, lines, this.calls, this.fieldDepth + 1).parseField();
      if (field) fields.push(field);
      at = end;
    }
  }
}
