import type { Mutable } from '../basics/mutable';
import { trimmed } from '../basics/trimmed';
import { ExpressionParser } from './expressions';
import { Kind } from './lexer';
import { readLines } from './logical-lines';
import { setParent, setParentOf } from './set-parent';
import {
  type Argument,
  type Assignment,
  type Block,
  type BlockKeyword,
  type Call,
  type ClassDefinition,
  type Expression,
  type FunctionDefinition,
  type Import,
  type ImportedName,
  ListedNodes,
  type Module,
  ownModule,
  ownStatements,
  type Parameter,
  type Section,
  type Simple,
  type Statement,
  type Tree,
  trimLists,
  type WithItem,
} from './tree';

/**
 * Parses any text in linear time. `partEnds` are the ends of pieces that are parsed separately, such as the cells of a
 * notebook: something unclosed in one does not reach into the next.
 */
export function parsePython(text: string, partEnds: readonly number[] = [text.length]): Tree {
  return treeOf(text, parseSections(text, { start: 0, indent: 0 }, undefined, partEnds).sections);
}

/** Consecutive sections, and how the text continues. */
interface Row {
  readonly sections: readonly Section[];
  /** The indent of the section that can begin after them without changing them, or -1. */
  readonly indent: number;
  /** The class that contains this section. */
  readonly enclosing: ClassDefinition | undefined;
}

/** Reads the sections from the start of an earlier one on; that one begins inside a class or in none. */
export function parseSections(
  text: string,
  { start, indent }: Pick<Section, 'start' | 'indent'>,
  enclosing: ClassDefinition | undefined,
  partEnds: readonly number[],
): Row {
  return new Parser(text, readLines(text, partEnds, start, indent)).parseSections(indent, enclosing);
}

/** The tree for consecutive sections. */
export function treeOf(text: string, sections: readonly Section[]): Tree {
  const body: Statement[] = [];
  const calls: Call[] = [];
  const comments: number[] = [];
  let enclosing: Mutable<ClassDefinition> | undefined;
  let members: Statement[] = [];
  for (const section of sections) {
    for (const statement of section.statements) body.push(statement);
    if (section.opens) {
      enclosing = section.opens;
      enclosing.end = enclosing.headerEnd;
      enclosing.body = members = [];
    }
    for (const member of section.members) {
      members.push(member);
      setParentOf(enclosing!, member);
    }
    for (const call of section.nodes.call) calls.push(call);
    for (const comment of section.comments) comments.push(comment);
  }
  const module: Module = { kind: 'module', start: 0, end: text.length, parent: undefined, body };
  setParent(module, body);
  return ownModule({ text, module, calls, comments, sections, answers: [] });
}

interface NewSection {
  readonly start: number;
  readonly indent: number;
  readonly statements: Statement[];
  opens: ClassDefinition | undefined;
  readonly members: Statement[];
}

const newSection = (start: number, indent: number): NewSection => ({
  start,
  indent,
  statements: [],
  opens: undefined,
  members: [],
});

/** The minimum length of a section, in characters. */
const LEAST_LENGTH = 100;

/** A statement whose body may still grow. */
type Open = (Mutable<FunctionDefinition> | Mutable<ClassDefinition> | Mutable<Block>) & { body: Statement[] };

const SIMPLE_KEYWORDS: Partial<Record<Kind, Simple['keyword']>> = {
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

const BLOCK_KEYWORDS: Partial<Record<Kind, BlockKeyword>> = {
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

/** Reads statements, and puts them into blocks by their indentation. */
class Parser extends ExpressionParser {
  parseSections(indent: number, enclosing: ClassDefinition | undefined): Row {
    const { first, indents, parts, heads, endColumn } = this.lines;
    const sections: Section[] = [];
    let next = newSection(this.lines.start, indent);
    /** The class whose members become separate sections. */
    let divided = enclosing as Open | undefined;
    const open: Open[] = divided ? [divided] : [];
    const isAmongMembers = () => open.length === 1 && open[0] === divided;
    let decorators: { start: number; indent: number; value: Expression }[] = [];
    const close = (indent: number) => {
      while (open.length > 0 && open.at(-1)!.indent >= indent) {
        const block = open.pop()!;
        if (block !== divided) setParent(block, block.body);
      }
    };
    for (let line = 0; line < first.length; line++) {
      const indent = indents[line]!;
      this.index = first[line]!;
      this.limit = first[line + 1] ?? this.kinds.length;
      if (parts.has(this.index)) close(0);
      else close(indent);
      const isLong = this.position() - next.start >= LEAST_LENGTH;
      const isOfClass = next.opens !== undefined || next.members.length > 0;
      const endsSection =
        indent === 0 ? isLong || isOfClass || this.mayBeginClass() : isLong && isAmongMembers();
      if (endsSection && heads.has(this.index) && decorators.length === 0) {
        sections.push(this.section(next, this.position()));
        next = newSection(this.position(), indent);
      }
      const body = isAmongMembers() ? next.members : (open.at(-1)?.body ?? next.statements);
      const kind = this.kind();
      if (kind === Kind.At && this.kindAfter(1) !== Kind.End) {
        const start = this.position();
        this.index++;
        decorators.push({ start, indent, value: this.parseNamed() });
        continue;
      }
      const word = kind === Kind.Async ? this.kindAfter(1) : kind;
      if (word !== Kind.Def && word !== Kind.Class) {
        for (const { start, value } of decorators) body.push(this.decoration(start, indent, value));
        decorators = [];
      }
      const statement = this.parseHeader(indent, decorators, open.at(-1));
      decorators = [];
      if (statement) {
        const isFirst = next.statements.length + next.members.length === 0;
        if (statement.kind === 'class' && open.length === 0 && isFirst) next.opens = divided = statement;
        body.push(statement);
        this.parseLine(indent, statement === divided ? next.members : statement.body);
        statement.end = this.lastEnd();
        if (statement.kind === 'class') statement.headerEnd = statement.end;
        open.push(statement);
      } else this.parseLine(indent, body);
    }
    close(endColumn);
    const isAlone = decorators.length === 0 && (endColumn === 0 || isAmongMembers());
    const last = {
      indent: isAlone ? endColumn : -1,
      enclosing: isAlone ? (open[0] as ClassDefinition | undefined) : undefined,
    };
    close(0);
    for (const { start, indent, value } of decorators)
      next.statements.push(this.decoration(start, indent, value));
    sections.push(this.section(next, this.lines.end));
    return { sections, ...last };
  }

  /** Makes a section of everything read since the last one. */
  private section({ start, indent, statements, opens, members }: NewSection, end: number): Section {
    const { comments, unclosed } = this.lines;
    const isOpen = (unclosed[this.unclosedRead] ?? end) < end;
    while ((unclosed[this.unclosedRead] ?? end) < end) this.unclosedRead++;
    const from = this.commentsRead;
    while ((comments[this.commentsRead] ?? end) < end) this.commentsRead += 2;
    const { nodes } = this;
    nodes.call.sort((a, b) => a.open - b.open);
    trimLists(nodes);
    this.nodes = new ListedNodes();
    // Written out, as objects made with a spread are slow to read.
    const section: Section = {
      start,
      indent,
      statements,
      opens,
      members,
      nodes,
      comments: comments.slice(from, this.commentsRead),
      isOpen,
      answers: [],
    };
    ownStatements(section);
    return section;
  }

  private commentsRead = 0;
  private unclosedRead = 0;

  /** Only a class that begins a section is divided. */
  private mayBeginClass(): boolean {
    const kind = this.kind();
    return kind === Kind.Class || kind === Kind.At;
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
    setParentOf(node, value);
    this.nodes.simple.push(node);
    return node;
  }

  /** The remaining simple statements of a line. */
  private parseLine(indent: number, body: Statement[]): void {
    while (this.index < this.limit) {
      const before = this.index;
      const kind = this.kind();
      if (kind === Kind.Semicolon) this.index++;
      else if (kind === Kind.Import || kind === Kind.From) body.push(this.parseImport(indent));
      else if (SIMPLE_KEYWORDS[kind]) body.push(this.parseSimple(indent, SIMPLE_KEYWORDS[kind]));
      else if (this.startsOperand()) body.push(this.parseAssignment(indent));
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
      values: trimmed(values),
    };
    setParent(node, values);
    this.nodes.simple.push(node);
    return node;
  }

  private parseAssignment(indent: number): Statement {
    const start = this.position();
    let targets: readonly Expression[] = [];
    let value: Expression | undefined = this.parseExpressions();
    let annotation: Expression | undefined;
    let operator = '=';
    if (this.kind() === Kind.Colon && value.kind !== 'tuple') {
      this.index++;
      annotation = this.parseNamed();
      targets = [value];
      value = this.take(Kind.Assign) ? this.parseExpressions() : undefined;
    } else if (this.kind() === Kind.AugmentedAssign) {
      operator = this.word();
      targets = [value];
      value = this.parseExpressions();
    }
    while (value && this.take(Kind.Assign)) {
      targets = [...targets, value];
      value = this.parseExpressions();
    }
    const end = this.lastEnd();
    const base = { start, end, parent: undefined, indent };
    if (targets.length === 0) {
      return setParent({ kind: 'expression', ...base, value: value! }, [value]);
    }
    const node: Assignment = { kind: 'assignment', ...base, targets, operator, annotation, value };
    setParent(node, targets);
    setParent(node, [annotation, value]);
    this.nodes.assignment.push(node);
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
    const node: Import = { kind: 'import', ...base, from, fromStart, fromEnd, names, star };
    this.nodes.import.push(node);
    return node;
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

  /** The statement that a header opens; the code after its colon is still to be read. */
  private parseHeader(
    indent: number,
    decorators: readonly { start: number; value: Expression }[],
    enclosing: Open | undefined,
  ): Open | undefined {
    const start = decorators[0]?.start ?? this.position();
    const values = decorators.map(({ value }) => value);
    const kind = this.kind() === Kind.Async ? this.kindAfter(1) : this.kind();
    const keyword =
      kind === Kind.Name ? this.softKeyword(enclosing) : (BLOCK_KEYWORDS[kind] as BlockKeyword | undefined);
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

  /** `match` and `case` are keywords only in a line with a colon. */
  private softKeyword(enclosing: Open | undefined): BlockKeyword | undefined {
    if (this.ends[this.index]! - this.starts[this.index]! > 5 || !this.startsOperand(1)) return undefined;
    const word = this.slice(this.index);
    if (word === 'match' && this.kinds[this.limit - 1] === Kind.Colon) return 'match';
    const inMatch = enclosing?.kind === 'block' && enclosing.keyword === 'match';
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
    const node: Mutable<FunctionDefinition> & Open = {
      kind: 'function',
      ...base,
      name,
      nameStart,
      decorators,
      parameters,
      returns,
      body: [],
    };
    setParent(node, decorators);
    setParent(node, parameters);
    setParentOf(node, returns);
    this.nodes.function.push(node);
    return node;
  }

  private parseClassHeader(start: number, indent: number, decorators: readonly Expression[]): Open {
    const nameStart = this.position();
    const name = this.kind() === Kind.Name ? this.word() : '';
    if (this.kind() === Kind.OpenSquare) this.skip();
    const args: Argument[] = [];
    if (this.kind() === Kind.OpenParen) this.within(() => this.parseArguments(args, []));
    const base = { start, end: this.lastEnd(), parent: undefined, indent };
    const node: Mutable<ClassDefinition> & Open = {
      kind: 'class',
      ...base,
      name,
      nameStart,
      decorators,
      arguments: args,
      headerEnd: base.end,
      body: [],
    };
    setParent(node, decorators);
    setParent(node, args);
    this.nodes.class.push(node);
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
    return setParent({ kind: 'block', ...base, keyword, target, value, items, body: [] }, [
      target,
      value,
      ...items,
    ]);
  }

  private parseItems(items: WithItem[]): void {
    const read = () => {
      if (!this.startsOperand()) return;
      const start = this.position();
      const value = this.parseNamed();
      const target = this.take(Kind.As) ? this.parseTarget() : undefined;
      const node: WithItem = { kind: 'item', start, end: this.lastEnd(), parent: undefined, value, target };
      setParent(node, [value, target]);
      this.nodes.item.push(node);
      items.push(node);
    };
    const stop = this.lines.stops[this.index]!;
    const bracketed =
      this.kind() === Kind.OpenParen && (stop + 1 >= this.limit || this.kinds[stop + 1] === Kind.Colon);
    if (bracketed) this.within(() => this.list(read));
    else this.list(read, Kind.Colon);
  }

  /** The names that a pattern binds. A class pattern looks like a call, but is not one. */
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
    return setParent({ kind: 'tuple', start, end, parent: undefined, elements, close: -1 }, elements);
  }
}
