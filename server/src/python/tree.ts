import { Attached } from '../basics/attached';
import type { Mutable } from '../basics/mutable';
import { answered, once } from '../basics/once';
import { bisect, lastStartingBy } from '../basics/search';
import { trimmed } from '../basics/trimmed';

/**
 * The syntax tree of Python source: statements, expressions and calls with their positions. Offsets are absolute UTF-16
 * offsets in the text. A tree exists for every text, however unfinished; what is not written yet is a `missing` node. Every
 * node lies within its parent.
 */
export interface Tree {
  readonly text: string;
  readonly module: Module;
  /** All calls, in the order of their opening brackets. */
  readonly calls: readonly Call[];
  /** Starts and ends of all comments, alternating. */
  readonly comments: readonly number[];
  readonly sections: readonly Section[];
  /** Cached results of `cachedByTree`. */
  readonly answers: unknown[];
}

/**
 * Statements that can be parsed without what is around them, a long one or several short ones, with the blanks and comments
 * up to the next one: those of the module, and the members of a class at the top level. Sections follow each other without
 * a gap.
 */
export interface Section {
  readonly start: number;
  /** Columns before its first token; above 0, it begins inside the class that an earlier section opens. */
  readonly indent: number;
  /** Statements of the module. */
  readonly statements: readonly Statement[];
  /** The statement whose members are in this section and in those after it. */
  readonly opens: ClassDefinition | undefined;
  /** Members of the class that the section opens or begins within. */
  readonly members: readonly Statement[];
  readonly nodes: ListedNodes;
  readonly comments: readonly number[];
  /** Whether a bracket or a string is open at its end, so that later text decides where that ends. */
  readonly isOpen: boolean;
  /** Cached results of `cachedBySection`; a map keyed by sections would be slower. */
  readonly answers: unknown[];
}

/** Nodes that are requested by kind: calls in the order of their opening brackets, all others in the order of their ends. */
export class ListedNodes {
  readonly assignment: Assignment[] = [];
  readonly attribute: Attribute[] = [];
  readonly call: Call[] = [];
  readonly class: ClassDefinition[] = [];
  readonly function: FunctionDefinition[] = [];
  readonly import: Import[] = [];
  readonly item: WithItem[] = [];
  readonly name: Name[] = [];
  readonly simple: Simple[] = [];
  readonly string: StringLiteral[] = [];
  readonly walrus: Walrus[] = [];
  readonly yield: Yield[] = [];
  /** What the names and attributes are called, in the same order: searching these reads no nodes. */
  readonly words = { name: [] as string[], attribute: [] as string[] };
}

export type ListedKind = Exclude<keyof ListedNodes, 'words'>;

/** Replaces the lists that have grown most, once they are complete. */
export function trimLists(nodes: Mutable<ListedNodes>): void {
  nodes.assignment = trimmed(nodes.assignment);
  nodes.attribute = trimmed(nodes.attribute);
  nodes.call = trimmed(nodes.call);
  nodes.name = trimmed(nodes.name);
  nodes.simple = trimmed(nodes.simple);
  nodes.string = trimmed(nodes.string);
  nodes.words.name = trimmed(nodes.words.name);
  nodes.words.attribute = trimmed(nodes.words.attribute);
}

interface Base {
  readonly start: number;
  readonly end: number;
  /** Undefined only for the module. */
  parent: Node | undefined;
}

export type Node = Module | Statement | Expression | Argument | Parameter | Entry | Generator | WithItem;

export interface Module extends Base {
  readonly kind: 'module';
  readonly body: readonly Statement[];
}

// ---------------------------------------------------------------- Statements

export type Statement =
  | ExpressionStatement
  | Assignment
  | Import
  | FunctionDefinition
  | ClassDefinition
  | Block
  | Simple;

interface StatementBase extends Base {
  /** Columns before the statement's first line; a tab reaches the next multiple of 8. */
  readonly indent: number;
}

interface ExpressionStatement extends StatementBase {
  readonly kind: 'expression';
  readonly value: Expression;
}

/** `a = b = 1`, `a: int = 1`, `a += 1`. */
export interface Assignment extends StatementBase {
  readonly kind: 'assignment';
  readonly targets: readonly Expression[];
  /** `=`, or an augmented operator such as `+=`. */
  readonly operator: string;
  readonly annotation: Expression | undefined;
  /** Undefined in a declaration, `a: int`. */
  readonly value: Expression | undefined;
}

export interface Import extends StatementBase {
  readonly kind: 'import';
  /** The dotted module behind `from`, with its leading dots; undefined for `import a`. */
  readonly from: string | undefined;
  readonly fromStart: number;
  readonly fromEnd: number;
  readonly names: readonly ImportedName[];
  /** `from a import *`. */
  readonly star: boolean;
}

/** `a.b as c`; the name is empty where it is missing. */
export interface ImportedName {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly nameEnd: number;
  readonly alias: string | undefined;
  readonly aliasStart: number;
}

export interface FunctionDefinition extends StatementBase {
  readonly kind: 'function';
  readonly name: string;
  readonly nameStart: number;
  readonly decorators: readonly Expression[];
  readonly parameters: readonly Parameter[];
  readonly returns: Expression | undefined;
  readonly body: readonly Statement[];
}

export interface ClassDefinition extends StatementBase {
  readonly kind: 'class';
  readonly name: string;
  readonly nameStart: number;
  readonly decorators: readonly Expression[];
  readonly arguments: readonly Argument[];
  /** The end of its first line, without a comment. */
  readonly headerEnd: number;
  readonly body: readonly Statement[];
}

export type BlockKeyword =
  | 'if'
  | 'elif'
  | 'else'
  | 'for'
  | 'while'
  | 'try'
  | 'except'
  | 'finally'
  | 'with'
  | 'match'
  | 'case';

/** A header and its body. `elif`, `else`, `except` and `finally` are siblings of the block that they continue. */
export interface Block extends StatementBase {
  readonly kind: 'block';
  readonly keyword: BlockKeyword;
  /** The targets of `for` and `except … as`, and the pattern of `case`. */
  readonly target: Expression | undefined;
  /** The condition, iterable, exception or subject. */
  readonly value: Expression | undefined;
  /** The items of a `with`. */
  readonly items: readonly WithItem[];
  readonly body: readonly Statement[];
}

export interface WithItem extends Base {
  readonly kind: 'item';
  readonly value: Expression;
  readonly target: Expression | undefined;
}

/** A keyword and its expressions; those of `global` and `nonlocal` are names. */
export interface Simple extends StatementBase {
  readonly kind: 'simple';
  readonly keyword:
    | 'return'
    | 'raise'
    | 'assert'
    | 'del'
    | 'global'
    | 'nonlocal'
    | 'pass'
    | 'break'
    | 'continue'
    | '@';
  readonly values: readonly Expression[];
}

// ---------------------------------------------------------------- Expressions

export type Expression =
  | Name
  | Attribute
  | Call
  | Subscript
  | Slice
  | NumberLiteral
  | StringLiteral
  | Constant
  | Sequence
  | Dict
  | Unary
  | Operation
  | Conditional
  | Lambda
  | Comprehension
  | Starred
  | Await
  | Yield
  | Walrus
  | Missing;

export interface Name extends Base {
  readonly kind: 'name';
  readonly name: string;
}

/** `object.name`; the name is empty, at `end`, where it is missing. */
export interface Attribute extends Base {
  readonly kind: 'attribute';
  readonly object: Expression;
  readonly name: string;
  readonly nameStart: number;
}

export interface Call extends Base {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly arguments: readonly Argument[];
  /** Offset of the opening bracket. */
  readonly open: number;
  /** Offset of the closing bracket, or -1. */
  readonly close: number;
  /** Where the arguments stop: at the closing bracket or, without one, at the next token that is no argument. */
  readonly argumentsEnd: number;
  /** Offsets of the commas between the arguments. */
  readonly separators: readonly number[];
  /** Whether nothing is missing: the closing bracket and the value of every argument. */
  readonly complete: boolean;
}

/** `a`, `name=a`, `*a`, `**a`. A value that is not written yet is a `missing` node. */
export interface Argument extends Base {
  readonly kind: 'positional' | 'keyword' | 'star' | 'doubleStar';
  /** The keyword, which starts where the argument does; undefined without one. */
  readonly name: string | undefined;
  readonly nameEnd: number;
  readonly value: Expression;
}

export interface Subscript extends Base {
  readonly kind: 'subscript';
  readonly object: Expression;
  readonly indices: readonly Expression[];
  readonly close: number;
}

export interface Slice extends Base {
  readonly kind: 'slice';
  /** The expressions before, between and after its colons; undefined if one is missing. */
  readonly parts: readonly (Expression | undefined)[];
}

interface NumberLiteral extends Base {
  readonly kind: 'number';
  readonly text: string;
}

/** One literal, or several that Python concatenates. */
export interface StringLiteral extends Base {
  readonly kind: 'string';
  readonly parts: readonly StringPart[];
  /** The expressions in the replacement fields of f-strings. */
  readonly fields: readonly Expression[];
}

export interface StringPart {
  readonly start: number;
  readonly end: number;
  /** In lower case: `r`, `b`, `f`, `rb`, … or empty. */
  readonly prefix: string;
  /** `'`, `"`, `'''` or `"""`. */
  readonly quote: string;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly closed: boolean;
}

interface Constant extends Base {
  readonly kind: 'constant';
  readonly value: 'True' | 'False' | 'None' | '...';
}

export interface Sequence extends Base {
  readonly kind: 'list' | 'tuple' | 'set';
  readonly elements: readonly Expression[];
  /** Offset of the closing bracket; -1 without one, as for a tuple without brackets. */
  readonly close: number;
}

export interface Dict extends Base {
  readonly kind: 'dict';
  readonly entries: readonly Entry[];
  readonly close: number;
}

/** `key: value`, or `**value` without a key. */
export interface Entry extends Base {
  readonly kind: 'entry';
  readonly key: Expression | undefined;
  readonly value: Expression;
}

interface Unary extends Base {
  readonly kind: 'unary';
  readonly operator: '-' | '+' | '~' | 'not';
  readonly operand: Expression;
}

/** `a + b - c` is one node: operator `i` is between operands `i` and `i + 1`; all have the same precedence. */
export interface Operation extends Base {
  readonly kind: 'binary' | 'compare' | 'boolean';
  readonly operators: readonly string[];
  readonly operands: readonly Expression[];
}

/** `body if test else otherwise`. */
export interface Conditional extends Base {
  readonly kind: 'conditional';
  readonly body: Expression;
  readonly test: Expression;
  readonly otherwise: Expression;
}

export interface Lambda extends Base {
  readonly kind: 'lambda';
  readonly parameters: readonly Parameter[];
  readonly body: Expression;
}

/** A lone star or slash is no parameter. */
export interface Parameter extends Base {
  readonly kind: 'parameter';
  readonly star: '' | '*' | '**';
  readonly name: string;
  readonly nameStart: number;
  readonly annotation: Expression | undefined;
  readonly default: Expression | undefined;
}

export interface Comprehension extends Base {
  readonly kind: 'comprehension';
  readonly form: 'list' | 'set' | 'dict' | 'generator';
  readonly element: Expression | Entry;
  readonly generators: readonly Generator[];
}

/** `for target in iterable if …`. */
export interface Generator extends Base {
  readonly kind: 'generator';
  readonly target: Expression;
  readonly iterable: Expression;
  readonly conditions: readonly Expression[];
}

interface Starred extends Base {
  readonly kind: 'starred';
  readonly value: Expression;
}

interface Await extends Base {
  readonly kind: 'await';
  readonly value: Expression;
}

export interface Yield extends Base {
  readonly kind: 'yield';
  readonly value: Expression | undefined;
}

/** `(target := value)`. */
export interface Walrus extends Base {
  readonly kind: 'walrus';
  readonly target: Expression;
  readonly value: Expression;
}

/** A missing expression; it covers what was skipped in its place, usually nothing. */
export interface Missing extends Base {
  readonly kind: 'missing';
}

// ---------------------------------------------------------------- Tree traversal

/** The direct children in text order, except the parts of a conditional. */
export function childrenOf(node: Node): readonly Node[] {
  const found: Node[] = [];
  pushChildren(found, node);
  return found.reverse();
}

const push = (stack: Node[], node: Node | undefined): void => {
  if (node) stack.push(node);
};

function pushAll(stack: Node[], nodes: readonly (Node | undefined)[]): void {
  for (let i = nodes.length - 1; i >= 0; i--) push(stack, nodes[i]);
}

/** Pushes the direct children in reverse order, for use with a stack. */
function pushChildren(stack: Node[], node: Node): void {
  switch (node.kind) {
    case 'module':
      return pushAll(stack, node.body);
    case 'expression':
    case 'positional':
    case 'keyword':
    case 'star':
    case 'doubleStar':
    case 'starred':
    case 'await':
    case 'yield':
      return push(stack, node.value);
    case 'assignment':
      push(stack, node.value);
      push(stack, node.annotation);
      return pushAll(stack, node.targets);
    case 'function':
      pushAll(stack, node.body);
      push(stack, node.returns);
      pushAll(stack, node.parameters);
      return pushAll(stack, node.decorators);
    case 'class':
      pushAll(stack, node.body);
      pushAll(stack, node.arguments);
      return pushAll(stack, node.decorators);
    case 'block':
      pushAll(stack, node.body);
      pushAll(stack, node.items);
      push(stack, node.value);
      return push(stack, node.target);
    case 'item':
      push(stack, node.target);
      return push(stack, node.value);
    case 'simple':
      return pushAll(stack, node.values);
    case 'attribute':
      return push(stack, node.object);
    case 'call':
      pushAll(stack, node.arguments);
      return push(stack, node.callee);
    case 'subscript':
      pushAll(stack, node.indices);
      return push(stack, node.object);
    case 'slice':
      return pushAll(stack, node.parts);
    case 'string':
      return pushAll(stack, node.fields);
    case 'list':
    case 'tuple':
    case 'set':
      return pushAll(stack, node.elements);
    case 'dict':
      return pushAll(stack, node.entries);
    case 'entry':
      push(stack, node.value);
      return push(stack, node.key);
    case 'unary':
      return push(stack, node.operand);
    case 'binary':
    case 'compare':
    case 'boolean':
      return pushAll(stack, node.operands);
    case 'conditional':
      push(stack, node.otherwise);
      push(stack, node.test);
      return push(stack, node.body);
    case 'lambda':
      push(stack, node.body);
      return pushAll(stack, node.parameters);
    case 'parameter':
      push(stack, node.default);
      return push(stack, node.annotation);
    case 'comprehension':
      pushAll(stack, node.generators);
      return push(stack, node.element);
    case 'generator':
      pushAll(stack, node.conditions);
      push(stack, node.iterable);
      return push(stack, node.target);
    case 'walrus':
      push(stack, node.value);
      return push(stack, node.target);
    case 'import':
    case 'name':
    case 'number':
    case 'constant':
    case 'missing':
      return;
  }
}

/** A node and all its descendants, parents first. Without recursion, as trees may be deep. */
export function* walk(root: Node): globalThis.Generator<Node> {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    pushChildren(stack, node);
  }
}

/** The same as a list, which is faster. */
function addAll(found: Node[], root: Node): void {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    found.push(node);
    pushChildren(stack, node);
  }
}

const trees = new Attached<Module, Tree>();

/** Lets the nodes of a tree find it. */
export function ownModule(tree: Tree): Tree {
  trees.set(tree.module, tree);
  return tree;
}

/** The newest tree that contains a node. */
export function treeAround(node: Node): Tree {
  let at = node;
  while (at.parent) at = at.parent;
  return trees.get(at as Module)!;
}

/**
 * A function of a section whose result is cached, so that edits elsewhere do not compute it again. Edits move the nodes of
 * a section: a cached result may hold nodes, but no offsets.
 */
export const cachedBySection = caching<Section>();

/** The same of a tree, which is another one after each edit. */
export const cachedByTree = caching<Tree>();

function caching<K extends { readonly answers: unknown[] }>(): <T>(make: (of: K) => T) => (of: K) => T {
  let questions = 0;
  return <T>(make: (of: K) => T) => {
    const question = questions++;
    return (of) => answered(of.answers, question, make, of);
  };
}

const sections = new Attached<Node, Section>();

/** Lets the statements of a section find it. */
export function ownStatements(section: Section): void {
  for (const statement of section.statements) sections.set(statement, section);
  for (const member of section.members) sections.set(member, section);
}

/** The section that contains a node, which must not be the module. */
export function sectionOf(node: Node): Section {
  for (let at = node; ; at = at.parent!) {
    const section = isStatement(at) ? sections.get(at) : undefined;
    if (section) return section;
  }
}

/** Whether the members of a class are separate sections. */
export const isDivided = (node: Node): node is ClassDefinition =>
  node.kind === 'class' && sections.get(node)?.opens === node;

/** All nodes of a section, parents first. */
export const nodesOf = cachedBySection(({ statements, opens, members }): readonly Node[] => {
  const found: Node[] = [];
  for (const root of [...statements, ...members].sort((a, b) => a.start - b.start)) {
    if (root === opens) {
      found.push(root);
      for (const node of [...opens.decorators, ...opens.arguments]) addAll(found, node);
    } else addAll(found, root);
  }
  return found;
});

/** All nodes of a kind in the order of the sections. */
export function allOfKind<Kind extends ListedKind>(
  tree: Tree,
  kind: Kind,
): readonly ListedNodes[Kind][number][] {
  const known = listed(tree);
  let all = known.get(kind) as readonly ListedNodes[Kind][number][] | undefined;
  if (!all) {
    const found: ListedNodes[Kind][number][] = [];
    for (const { nodes } of tree.sections) for (const node of nodes[kind]) found.push(node);
    all = found;
    known.set(kind, all);
  }
  return all;
}

const listed = cachedByTree((_tree) => new Map<ListedKind, readonly Node[]>());

/** The deepest node around an offset; both its ends count as inside. */
export function nodeAt(tree: Tree, offset: number): Node {
  let node: Node = tree.module;
  for (;;) {
    const body = bodyOf(node);
    // Of two nodes that touch at the offset, take the one that starts there.
    const below: Node | undefined = lastStartingBy(
      body[0] && body[0].start <= offset ? body : sortedChildrenOf(node),
      offset,
    );
    if (!below || below.end < offset) return node;
    node = below;
  }
}

const bodyOf = (node: Node): readonly Statement[] =>
  'body' in node && node.kind !== 'conditional' && node.kind !== 'lambda' ? node.body : [];

const sortedChildrenOf = once((node: Node) => childrenOf(node).toSorted((a, b) => a.start - b.start));

/** The innermost call whose brackets contain the offset. */
export function callAt(tree: Tree, offset: number): Call | undefined {
  const index = bisect(0, tree.calls.length, (i) => tree.calls[i]!.open >= offset);
  for (let i = index - 1; i >= 0; i--) {
    if (offset <= tree.calls[i]!.argumentsEnd) return tree.calls[i];
  }
  return undefined;
}

/** The number of commas in a call before an offset, which is the index of the argument there. */
export function argumentIndexAt(call: Call, offset: number): number {
  return call.separators.filter((separator) => separator < offset).length;
}

/** Whether an offset is inside a comment or directly after it. */
export function isInComment(tree: Tree, offset: number): boolean {
  const { comments } = tree;
  const next = bisect(0, comments.length / 2, (i) => comments[2 * i]! >= offset);
  return next > 0 && offset <= comments[2 * next - 1]!;
}

export function isStatement(node: Node): node is Statement {
  switch (node.kind) {
    case 'expression':
    case 'assignment':
    case 'import':
    case 'function':
    case 'class':
    case 'block':
    case 'simple':
      return true;
    default:
      return false;
  }
}

export function isExpression(node: Node): node is Expression {
  switch (node.kind) {
    case 'module':
    case 'positional':
    case 'keyword':
    case 'star':
    case 'doubleStar':
    case 'parameter':
    case 'entry':
    case 'generator':
    case 'item':
      return false;
    default:
      return !isStatement(node);
  }
}

/** Whether an expression in a display is one element. */
export const isOne = ({ kind }: Expression): boolean => kind !== 'starred' && kind !== 'missing';

export const isLoop = (node: Node): node is Block =>
  node.kind === 'block' && (node.keyword === 'for' || node.keyword === 'while');

/** The statement that contains a node, or the node itself if it is a statement. */
export function statementOf(node: Node): Statement | undefined {
  for (let at: Node | undefined = node; at; at = at.parent) if (isStatement(at)) return at;
  return undefined;
}
