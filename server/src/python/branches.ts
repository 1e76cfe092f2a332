import { once } from '../basics/once';
import { bisect } from '../basics/search';
import { cached, cachedFact } from './cache';
import { resolve, writtenFor } from './names';
import { stringValue } from './strings';
import {
  type Block,
  type Comprehension,
  type Expression,
  type FunctionDefinition,
  type Generator,
  isLoop,
  isStatement,
  type Module,
  type Node,
  type Operation,
  type Simple,
  type Statement,
  type Tree,
  walk,
} from './tree';

/** Further branches are ignored, as this is computed for each call in each branch. */
const MAX_BRANCHES = 100;

/** The `except` blocks of a `try`. */
export function handlersOf(block: Block): Block[] {
  const neighbors = siblings(block);
  const found: Block[] = [];
  for (let i = indexOf(block, neighbors) + 1; i < neighbors.length && found.length < MAX_BRANCHES; i++) {
    const next = neighbors[i]!;
    if (next.kind !== 'block' || next.keyword !== 'except') break;
    found.push(next);
  }
  return found;
}

/** Whether exceptions from a block are dropped, as the `finally` after it may leave by `return`, `break` or `continue`. */
export function isDropped(block: Block): boolean {
  if (!GUARDED.has(block.keyword)) return false;
  const neighbors = siblings(block);
  const first = indexOf(block, neighbors);
  let next: Node | undefined = block;
  for (let i = 1; i <= MAX_BRANCHES && isBlockOf(next, GUARDED); i++) next = neighbors[first + i];
  return isBlockOf(next, FINAL) && maySwallow(next);
}

const GUARDED: ReadonlySet<string> = new Set(['try', 'except', 'else']);
const FINAL: ReadonlySet<string> = new Set(['finally']);

const isBlockOf = (node: Node | undefined, keywords: ReadonlySet<string>): node is Block =>
  node?.kind === 'block' && keywords.has(node.keyword);

const maySwallow = once((block: Block) =>
  [...walk(block)].some(
    (node) => node.kind === 'simple' && LEAVING.has(node.keyword) && !staysWithin(node, block),
  ),
);

const LEAVING: ReadonlySet<string> = new Set(['return', 'break', 'continue']);

/** Whether a statement leaves only a function or a loop inside the block. */
function staysWithin({ keyword, parent }: Simple, block: Block): boolean {
  for (let at = parent; at && at !== block; at = at.parent) {
    if (at.kind === 'function') return true;
    if (keyword !== 'return' && isLoop(at)) return true;
  }
  return false;
}

/** The blocks before an `elif`, `else`, `except` or `finally` that continues them. */
export function choicesBefore(block: Block): Block[] {
  const neighbors = siblings(block);
  const found: Block[] = [];
  let last = block;
  let i = indexOf(block, neighbors);
  while (CONTINUING.has(last.keyword) && found.length < MAX_BRANCHES) {
    const previous = neighbors[--i];
    if (previous?.kind !== 'block') break;
    found.push(previous);
    last = previous;
  }
  return found;
}

/**
 * Earlier `if` blocks in the same body that return or raise, so that the statement runs only if their condition is false.
 */
export const exitsBefore = (statement: Statement): Block[] =>
  statementsBefore(statement).filter(
    (node): node is Block => node.kind === 'block' && node.keyword === 'if' && isExit(node.body.at(-1)),
  );

/** The statements before another one in the same body. */
export function statementsBefore(statement: Statement): readonly Statement[] {
  const neighbors = siblings(statement);
  const at = indexOf(statement, neighbors);
  return neighbors.slice(Math.max(0, at - MAX_BRANCHES), at);
}

/** The conditions of a comprehension that decide whether a part of it is evaluated. */
export function filtersBefore(part: Node, at: Comprehension | Generator): readonly Expression[] {
  const before = <T extends Node>(all: readonly T[]) => all.filter(({ end }) => end <= part.start);
  if (at.kind === 'generator') return before(at.conditions);
  const isElement = !at.generators.some((each) => each === part);
  return (isElement ? at.generators : before(at.generators)).flatMap(({ conditions }) => conditions);
}

export const isExit = (last: Statement | undefined) =>
  last?.kind === 'simple' &&
  (last.keyword === 'return' || last.keyword === 'raise' || last.keyword === 'continue');

/** The truth value of a condition; undefined if it is not known. */
export type Truth = (tree: Tree, condition: Node | undefined) => boolean | undefined;

/**
 * Whether a node never runs: a constant condition keeps it from that, as in `if False:`, `if FLAG:` or `x if True else y`,
 * or nothing gets past an earlier statement, such as a `return`.
 */
export function neverRuns(tree: Tree, node: Node, truth: Truth = truthOf): boolean {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    if (isSkipped(tree, child, at, truth)) return true;
    if (isStatement(child) && isBehindEnd(tree, child, at, truth)) return true;
  }
  return false;
}

function isSkipped(tree: Tree, child: Node, at: Node, truth: Truth): boolean {
  switch (at.kind) {
    case 'block':
      if (child === at.value) return false;
      return (
        (CONDITIONAL.has(at.keyword) && truth(tree, at.value) === false) ||
        choicesBefore(at).some(
          ({ keyword, value }) => CONDITIONAL.has(keyword) && truth(tree, value) === true,
        )
      );
    case 'conditional':
      return child !== at.test && truth(tree, at.test) === (child === at.otherwise);
    case 'boolean': {
      const decisive = at.operators[0] === 'or';
      for (const operand of at.operands.slice(0, MAX_BRANCHES)) {
        if (operand === child) return false;
        if (truth(tree, operand) === decisive) return true;
      }
      return false;
    }
    case 'comprehension':
    case 'generator':
      return filtersBefore(child, at)
        .slice(0, MAX_BRANCHES)
        .some((filter) => truth(tree, filter) === false);
  }
  return false;
}

function isBehindEnd(tree: Tree, child: Statement, at: Node, truth: Truth): boolean {
  if (at.kind !== 'module' && at.kind !== 'function' && at.kind !== 'block') return false;
  const end = truth === truthOf ? endIn(tree, at) : endFor(truth, tree, at);
  return end !== undefined && end.start < child.start;
}

type Body = Module | FunctionDefinition | Block;

const endIn = (tree: Tree, at: Body) => (at.kind === 'module' ? endOfModule(tree) : endOfBody(tree, at));

const endOfModule = cachedFact(
  (tree) => endOf(tree, tree.module, truthOf),
  (before, after) => before === after,
);
const endOfBody = cached((tree, at: FunctionDefinition | Block) => endOf(tree, at, truthOf));

function endFor(truth: Truth, tree: Tree, at: Body): Statement | undefined {
  const known = endsBy(truth);
  if (!known.has(at)) known.set(at, endOf(tree, at, truth));
  return known.get(at);
}
const endsBy = once((_truth: Truth) => new Map<Body, Statement | undefined>());

/** The first statement that nothing gets past, or the last part of it. */
const endOf = (tree: Tree, { body }: Body, truth: Truth): Statement | undefined =>
  chainsOf(body)
    .find((chain) => isEnd(tree, chain, truth))
    ?.at(-1);

/** The statements of a body; an `if` is one with its `elif` and `else`, a `try` with its `except` and so on. */
function chainsOf(body: readonly Statement[]): Statement[][] {
  const chains: Statement[][] = [];
  for (const statement of body) {
    const last = chains.at(-1);
    if (last && isBlockOf(statement, CONTINUING)) last.push(statement);
    else chains.push([statement]);
  }
  return chains;
}

const CONTINUING: ReadonlySet<string> = new Set(['elif', 'else', 'except', 'finally']);

/** Whether nothing gets past a statement. Deeper nesting is not searched. */
function isEnd(tree: Tree, chain: readonly Statement[], truth: Truth, depth = 0): boolean {
  const [first] = chain;
  if (!first || depth > MAX_DEPTH || chain.length > MAX_BRANCHES) return false;
  if (first.kind === 'expression') return isExiting(tree, first.value);
  if (first.kind === 'simple')
    return JUMPS.has(first.keyword) || (first.keyword === 'assert' && truth(tree, first.values[0]) === false);
  if (first.kind !== 'block') return false;
  const ends = ({ body }: Block) => isEnd(tree, chainsOf(body).at(-1) ?? [], truth, depth + 1);
  const blocks = chain as readonly Block[];
  switch (first.keyword) {
    case 'if':
      for (const block of blocks) {
        const taken = block.keyword === 'else' || truth(tree, block.value);
        if (taken === false) continue;
        if (!ends(block)) return false;
        if (taken === true) return true;
      }
      return false;
    case 'while':
      return truth(tree, first.value) === true && !breaksOff(first);
    case 'with':
      // The context manager may suppress an exception.
      return isLeaving(first.body.at(-1));
    case 'try': {
      const handlers = blocks.filter(({ keyword }) => keyword === 'except');
      return (
        blocks.some((block) => block.keyword === 'finally' && ends(block)) || [first, ...handlers].every(ends)
      );
    }
    case 'match': {
      return isCatchAll(first.body.at(-1)) && first.body.every((each) => each.kind === 'block' && ends(each));
    }
    default:
      return false;
  }
}

const MAX_DEPTH = 20;

/** `case _:`, or any other name. */
const isCatchAll = (last: Statement | undefined) =>
  last?.kind === 'block' &&
  !last.value &&
  last.target?.kind === 'tuple' &&
  last.target.elements.some(({ start, end }) => start === last.target!.start && end === last.target!.end);

const JUMPS: ReadonlySet<string> = new Set([...LEAVING, 'raise']);

const isLeaving = (last: Statement | undefined) => last?.kind === 'simple' && LEAVING.has(last.keyword);

const breaksOff = once((loop: Block) =>
  [...walk(loop)].some((node) => node.kind === 'simple' && node.keyword === 'break'),
);

/** Whether an expression calls a function that never returns. */
export const isExiting = (tree: Tree, node: Expression): boolean =>
  node.kind === 'call' &&
  ((node.callee.kind === 'attribute' && node.callee.name === 'skipTest') ||
    ENDING.has(resolve(tree, node.callee) ?? ''));

/** Functions that never return. */
export const ENDING: ReadonlySet<string> = new Set([
  ...['builtins.exit', 'builtins.quit', 'sys.exit', 'os._exit', 'os.abort'],
  ...['pytest.exit', 'pytest.fail', 'pytest.skip', 'pytest.xfail'],
]);

const CONDITIONAL: ReadonlySet<string> = new Set(['if', 'elif', 'while']);

/** The naming style of constants. */
const FLAG = /^[A-Z][A-Z0-9_]*$/;

/** The truth value of a constant, or of a name for one; undefined for anything else. */
function truthOf(tree: Tree, condition: Node | undefined, depth = 0): boolean | undefined {
  if (depth > MAX_CONSTANTS) return undefined;
  switch (condition?.kind) {
    case 'constant':
      return condition.value === 'True' || condition.value === '...';
    case 'name':
      if (FLAG.test(condition.name)) {
        const written = writtenFor(tree, condition);
        if (written.kind === 'constant' && written.value !== 'None') return written.value === 'True';
      }
      return condition.name === 'TYPE_CHECKING' ? false : undefined;
    case 'attribute':
      // Code for type checkers only.
      return condition.name === 'TYPE_CHECKING' ? false : undefined;
    case 'number':
      return /^[01]$/.test(condition.text) ? condition.text === '1' : undefined;
    case 'compare':
      return comparisonOf(tree, condition, depth);
    case 'unary': {
      const operand = condition.operator === 'not' ? truthOf(tree, condition.operand, depth) : undefined;
      return operand === undefined ? undefined : !operand;
    }
  }
  return undefined;
}

/** The outcome of comparing a constant with a string or with several strings. */
function comparisonOf(tree: Tree, { operands, operators }: Operation, depth: number): boolean | undefined {
  const [left, right] = operands;
  const [operator, ...more] = operators;
  if (!left || !right || more.length > 0) return undefined;
  const value = literalOf(tree, left, depth);
  if (value === undefined) return undefined;
  switch (operator) {
    case '==':
    case '!=': {
      const other = literalOf(tree, right, depth);
      return other === undefined ? undefined : (value === other) === (operator === '==');
    }
    case 'in':
    case 'not in': {
      if (right.kind !== 'tuple' && right.kind !== 'list' && right.kind !== 'set') return undefined;
      const all = right.elements
        .slice(0, MAX_BRANCHES)
        .map((element) => (element.kind === 'string' ? stringValue(tree.text, element) : undefined));
      return right.elements.length > MAX_BRANCHES || all.includes(undefined)
        ? undefined
        : all.includes(value) === (operator === 'in');
    }
    default:
      return undefined;
  }
}

/** The string in a literal, or in the constant that a name refers to. */
function literalOf(tree: Tree, node: Expression, depth: number): string | undefined {
  const written = node.kind === 'name' && FLAG.test(node.name) ? writtenFor(tree, node) : node;
  if (written.kind === 'string') return stringValue(tree.text, written);
  if (written.kind !== 'conditional') return undefined;
  const test = truthOf(tree, written.test, depth + 1);
  return test === undefined ? undefined : literalOf(tree, test ? written.body : written.otherwise, depth + 1);
}

/** Constants that refer to constants are followed this far; one may refer to itself. */
const MAX_CONSTANTS = 4;

/** Searches by position, as there may be very many statements. */
function indexOf({ start }: Statement, neighbors: readonly Node[]): number {
  return bisect(0, neighbors.length, (i) => neighbors[i]!.start >= start);
}

const siblings = ({ parent }: Statement): readonly Statement[] =>
  parent && 'body' in parent && Array.isArray(parent.body) ? parent.body : [];
