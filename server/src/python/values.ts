import { handlersOf } from './branches';
import { mayBeSetByName } from './hidden';
import { kept } from './kept';
import { type Binding, bindingOf, namesCalled, namesCalledIn, resolve, scopeOf } from './names';
import { decodeString, isBytes } from './strings';
import {
  type Block,
  type Call,
  type ClassDefinition,
  type Expression,
  type FunctionDefinition,
  isStatement,
  type Lambda,
  type Name,
  type Node,
  type NumberLiteral,
  type Operation,
  type StringLiteral,
  type Subscript,
  type Tree,
  walk,
} from './tree';

/**
 * What is known of an expression's value. `undefined` in place of a value means: of this kind, but not known.
 * `node` is where it is written, behind the names that were followed.
 */
export type Value =
  | { readonly kind: 'int'; readonly value: bigint | undefined; readonly node: Expression }
  | { readonly kind: 'float'; readonly value: number | undefined; readonly node: Expression }
  | { readonly kind: 'str'; readonly value: string | undefined; readonly node: Expression }
  /** One character, below 256, for each byte. */
  | { readonly kind: 'bytes'; readonly value: string | undefined; readonly node: Expression }
  | { readonly kind: 'bool'; readonly value: boolean | undefined; readonly node: Expression }
  | { readonly kind: 'none' | 'ellipsis' | 'unknown'; readonly node: Expression }
  | SequenceValue
  | {
      readonly kind: 'dict';
      readonly entries: readonly { readonly key: Expression; readonly value: Expression }[] | undefined;
      readonly node: Expression;
    }
  | { readonly kind: 'lambda'; readonly node: Lambda }
  /** A module, class, function or constant from elsewhere, by its dotted name; see `resolve`. */
  | { readonly kind: 'reference'; readonly name: string; readonly node: Expression }
  /** The result of a call; of a class or function from elsewhere, if `callee` is known. */
  | { readonly kind: 'call'; readonly callee: string | undefined; readonly node: Call };

interface SequenceValue {
  readonly kind: 'list' | 'tuple' | 'set';
  readonly length: number | undefined;
  /** To be evaluated in turn; undefined where they are not known one by one. */
  readonly elements: readonly Expression[] | undefined;
  readonly node: Expression;
}

/** Expressions and the names in them are followed this deep. */
const MAX_DEPTH = 64;
/** Names can double what they name again and again. */
const MAX_STEPS = 10_000;
/** Longer lists are known by their length alone. */
const MAX_ELEMENTS = 10_000;
const MAX_STRING = 1_000_000;
/** Larger integers are of no use here, and slow. */
const MAX_INT = 1n << 256n;

/**
 * What an expression is worth, as far as the source says so for certain. Names are followed to their only
 * binding that can reach them; parameters, what loops or branches bind, and lists and dicts that the file goes
 * on to change are unknown.
 */
export function evaluate(tree: Tree, expression: Expression): Value {
  return new Evaluator(tree).evaluate(expression, 0);
}

class Evaluator {
  private steps = 0;

  constructor(private readonly tree: Tree) {}

  evaluate(node: Expression, depth: number): Value {
    if (depth > MAX_DEPTH || ++this.steps > MAX_STEPS) return { kind: 'unknown', node };
    switch (node.kind) {
      case 'number':
        return numberValue(node);
      case 'string':
        return this.string(node);
      case 'constant':
        if (node.value === 'None') return { kind: 'none', node };
        return node.value === '...'
          ? { kind: 'ellipsis', node }
          : { kind: 'bool', value: node.value === 'True', node };
      case 'list':
      case 'tuple':
      case 'set': {
        const closed = node.close >= 0 || node.kind === 'tuple';
        const counted = closed && node.elements.every(isOne);
        const elements = counted ? node.elements : undefined;
        // Of a set, equal elements count once.
        const length = node.kind === 'set' ? undefined : elements?.length;
        return { kind: node.kind, length, elements, node };
      }
      case 'dict': {
        const entries = node.entries.flatMap(({ key, value }) => (key ? [{ key, value }] : []));
        const known = node.close >= 0 && entries.length === node.entries.length;
        return { kind: 'dict', entries: known ? entries : undefined, node };
      }
      case 'comprehension':
        if (node.form === 'dict') return { kind: 'dict', entries: undefined, node };
        if (node.form === 'generator') return { kind: 'unknown', node };
        return { kind: node.form, length: undefined, elements: undefined, node };
      case 'lambda':
        return { kind: 'lambda', node };
      case 'walrus':
        return this.evaluate(node.value, depth + 1);
      case 'unary':
        return unaryValue(node, node.operator, this.evaluate(node.operand, depth + 1));
      case 'binary':
        return this.operation(node, depth);
      case 'call':
        return this.call(node, depth);
      case 'attribute': {
        const name = resolve(this.tree, node);
        return name === undefined ? { kind: 'unknown', node } : { kind: 'reference', name, node };
      }
      case 'name':
        return this.name(node, depth);
      case 'subscript':
        return this.subscript(node, depth);
      default:
        return { kind: 'unknown', node };
    }
  }

  private string(node: StringLiteral): Value {
    const value = decodeString(this.tree.text, node)?.value;
    const bytes = node.parts.filter(({ prefix }) => prefix.includes('b')).length;
    if (bytes > 0 && bytes < node.parts.length) return { kind: 'unknown', node };
    return { kind: isBytes(node) ? 'bytes' : 'str', value, node };
  }

  private name(node: Name, depth: number): Value {
    const name = resolve(this.tree, node);
    if (name !== undefined) return { kind: 'reference', name, node };
    const binding = bindingOf(this.tree, node);
    if (binding?.kind !== 'assignment' || !binding.value) return { kind: 'unknown', node };
    const isOfModule = scopeOf(binding.node)?.kind === 'module';
    if (isOfModule && mayBeSetByName(this.tree, node.name)) return { kind: 'unknown', node };
    const value = this.evaluate(binding.value, depth + 1);
    switch (value.kind) {
      case 'list':
      case 'set':
      case 'dict':
        return isChanged(this.tree, binding, value) ? contentUnknown(value) : value;
      default:
        return value;
    }
  }

  private call(node: Call, depth: number): Value {
    const { callee } = node;
    const name = resolve(this.tree, callee);
    if (name === undefined && callee.kind === 'attribute' && STRING_METHODS.has(callee.name)) {
      const { kind } = this.evaluate(callee.object, depth + 1);
      if (kind === 'str') return { kind, value: undefined, node };
    }
    return { kind: 'call', callee: name, node };
  }

  private operation(node: Operation, depth: number): Value {
    let left = this.evaluate(node.operands[0]!, depth + 1);
    for (let i = 0; i < node.operators.length && left.kind !== 'unknown'; i++) {
      const right = this.evaluate(node.operands[i + 1]!, depth + 1);
      left = binaryValue(node, left, node.operators[i]!, right);
    }
    return left;
  }

  /** A list's or tuple's element by its number, a dict's value by its key. */
  private subscript(node: Subscript, depth: number): Value {
    const unknown: Value = { kind: 'unknown', node };
    const [index] = node.indices;
    if (node.indices.length !== 1 || !index) return unknown;
    const object = this.evaluate(node.object, depth + 1);
    const key = this.evaluate(index, depth + 1);
    if ((object.kind === 'list' || object.kind === 'tuple') && key.kind === 'int') {
      const element = key.value === undefined ? undefined : object.elements?.at(Number(key.value));
      return element ? this.evaluate(element, depth + 1) : unknown;
    }
    if (object.kind !== 'dict' || key.kind !== 'str' || key.value === undefined || !object.entries)
      return unknown;
    const keys = object.entries.map((entry) => this.evaluate(entry.key, depth + 1));
    if (!keys.every((k) => k.kind === 'str' && k.value !== undefined)) return unknown;
    const at = keys.findLastIndex((k) => k.kind === 'str' && k.value === key.value);
    return at < 0 ? unknown : this.evaluate(object.entries[at]!.value, depth + 1);
  }
}

/** Whether an element is one: a star is any number of elements, and one that is missing is none. */
const isOne = ({ kind }: Expression) => kind !== 'starred' && kind !== 'missing';

const STRING_METHODS = new Set(
  'capitalize format format_map join lower lstrip removeprefix removesuffix replace rstrip strip title upper'.split(
    ' ',
  ),
);

// ---------------------------------------------------------------- Numbers

function numberValue(node: NumberLiteral): Value {
  const text = node.text.replaceAll('_', '');
  if (/^(?:\d+|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(text)) {
    // Python refuses `010`.
    const value = /^0\d*[1-9]/.test(text) || text.length > 100 ? undefined : BigInt(text);
    return { kind: 'int', value, node };
  }
  if (/^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text))
    return { kind: 'float', value: Number(text), node };
  return { kind: 'unknown', node };
}

const int = (node: Expression, value: bigint | undefined): Value => ({
  kind: 'int',
  value: value !== undefined && value < MAX_INT && value > -MAX_INT ? value : undefined,
  node,
});
const float = (node: Expression, value: number | undefined): Value => ({ kind: 'float', value, node });

function unaryValue(node: Expression, operator: '-' | '+' | '~' | 'not', value: Value): Value {
  if (operator === 'not')
    return { kind: 'bool', value: value.kind === 'bool' ? negate(value.value) : undefined, node };
  const operand = asNumber(value);
  if (operand?.kind === 'int') {
    const n = operand.value;
    if (n === undefined || operator === '+') return int(node, n);
    return int(node, operator === '-' ? -n : ~n);
  }
  if (operand?.kind !== 'float' || operator === '~') return { kind: 'unknown', node };
  const x = operand.value;
  return float(node, x !== undefined && operator === '-' ? -x : x);
}

const negate = (value: boolean | undefined) => (value === undefined ? undefined : !value);

/** In arithmetic a truth value is 0 or 1. */
function asNumber(value: Value): Extract<Value, { kind: 'int' | 'float' }> | undefined {
  if (value.kind === 'int' || value.kind === 'float') return value;
  if (value.kind !== 'bool') return undefined;
  return {
    kind: 'int',
    value: value.value === undefined ? undefined : value.value ? 1n : 0n,
    node: value.node,
  };
}

function binaryValue(node: Expression, left: Value, operator: string, right: Value): Value {
  const unknown: Value = { kind: 'unknown', node };
  const a = asNumber(left);
  const b = asNumber(right);
  if (a && b) return numericValue(node, a, operator, b) ?? unknown;
  if (left.kind === 'str' || left.kind === 'bytes') {
    if (operator === '%') return { kind: left.kind, value: undefined, node };
    if (operator === '+' && right.kind === left.kind)
      return { kind: left.kind, value: joined(left.value, right.value), node };
    if (operator === '*' && right.kind === 'int') return { kind: left.kind, value: undefined, node };
    return unknown;
  }
  if (isSequence(left) && left.kind === right.kind && operator === '+') {
    const length = sum(left.length, right.length);
    if (length === undefined || length > MAX_ELEMENTS || !left.elements || !right.elements)
      return { kind: left.kind, length, elements: undefined, node };
    // What this sum has put together already grows in place: to copy it at each term would be quadratic.
    const elements = left.node === node ? (left.elements as Expression[]) : [...left.elements];
    for (const element of right.elements) elements.push(element);
    return { kind: left.kind, length, elements, node };
  }
  if (operator === '*' && isSequence(left) && b?.kind === 'int') return repeated(node, left, b.value);
  if (operator === '*' && isSequence(right) && a?.kind === 'int') return repeated(node, right, a.value);
  return unknown;
}

const isSequence = (value: Value): value is SequenceValue => value.kind === 'list' || value.kind === 'tuple';

const sum = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? undefined : a + b;

const joined = (a: string | undefined, b: string | undefined) =>
  a === undefined || b === undefined || a.length + b.length > MAX_STRING ? undefined : a + b;

function repeated(node: Expression, value: SequenceValue, times: bigint | undefined): Value {
  const { kind } = value;
  const count = times === undefined ? undefined : Math.max(0, Number(times));
  const length = value.length === undefined || count === undefined ? undefined : value.length * count;
  const few = length !== undefined && length <= MAX_ELEMENTS && count! <= MAX_ELEMENTS;
  const { elements } = value;
  return {
    kind,
    length,
    elements: few && elements ? Array.from({ length: count! }, () => elements).flat() : undefined,
    node,
  };
}

type Numeric = Extract<Value, { kind: 'int' | 'float' }>;

function numericValue(node: Expression, a: Numeric, operator: string, b: Numeric): Value | undefined {
  if (a.kind === 'int' && b.kind === 'int' && operator !== '/') {
    if (a.value === undefined || b.value === undefined)
      return operator === '**' ? undefined : int(node, undefined);
    return intValue(node, a.value, operator, b.value);
  }
  const known = a.value !== undefined && b.value !== undefined;
  const x = Number(a.value);
  const y = Number(b.value);
  switch (operator) {
    case '+':
      return float(node, known ? x + y : undefined);
    case '-':
      return float(node, known ? x - y : undefined);
    case '*':
      return float(node, known ? x * y : undefined);
    case '/':
      return float(node, known && y !== 0 ? x / y : undefined);
    case '//':
    case '%':
      return float(node, undefined);
    case '**':
      // A negative number to a broken power is complex.
      return known && x >= 0 && Number.isFinite(x ** y) ? float(node, x ** y) : undefined;
    default:
      return undefined;
  }
}

function intValue(node: Expression, a: bigint, operator: string, b: bigint): Value | undefined {
  switch (operator) {
    case '+':
      return int(node, a + b);
    case '-':
      return int(node, a - b);
    case '*':
      return int(node, a * b);
    case '//':
    case '%': {
      if (b === 0n) return undefined;
      // Python rounds down, and a remainder has the divisor's sign.
      const rest = ((a % b) + b) % b;
      return int(node, operator === '%' ? rest : (a - rest) / b);
    }
    case '**':
      if (b < 0n) return a === 0n ? undefined : float(node, Number(a) ** Number(b));
      return int(node, b <= 256n ? a ** b : undefined);
    case '<<':
      return b < 0n ? undefined : int(node, b <= 256n ? a << b : undefined);
    case '>>':
      return b < 0n ? undefined : int(node, b <= 512n ? a >> b : undefined);
    case '&':
      return int(node, a & b);
    case '|':
      return int(node, a | b);
    case '^':
      return int(node, a ^ b);
    default:
      return undefined;
  }
}

// ---------------------------------------------------------------- Changes

type Container = Extract<Value, { kind: 'list' | 'set' | 'dict' | 'tuple' }>;

function contentUnknown(value: Container): Value {
  const { node } = value;
  return value.kind === 'dict'
    ? { kind: value.kind, entries: undefined, node }
    : { kind: value.kind, length: undefined, elements: undefined, node };
}

/** A name that stands more often is taken to be changed somewhere. */
const MAX_USES = 500;
/** Methods that change nothing. */
const READERS = new Set(['copy', 'count', 'get', 'index', 'items', 'keys', 'values']);
/** Of these, the methods that give what a container holds, and not just copies of it. */
const GIVERS = new Set(['get', 'items', 'values']);
/** Libraries whose functions leave what they are given as it is. */
const READING = /^(?:absl|builtins|copy|itertools|json|logging|math|numpy|pprint|tensorflow\w*|keras\w*)\./;

/** Those of Python's functions that do not even give the elements away. */
const LOOKING = /^builtins\.(?:bool|isinstance|len|print|repr|str|type)$/;

/** Whether a call leaves its arguments as they are, as those of known libraries do. */
function onlyReads(tree: Tree, call: Node | undefined, isNested: boolean): boolean {
  const name = call?.kind === 'call' ? resolve(tree, call.callee) : undefined;
  if (name === undefined || !READING.test(name)) return false;
  return !isNested || !name.startsWith('builtins.') || LOOKING.test(name);
}

/**
 * Whether the file may change what a list, set or dict holds that has a name: by a method, by an element, by
 * another name for it, or by a function that is given it.
 */
const isChanged = (tree: Tree, binding: Binding, value: Container) =>
  isNodeChanged(tree, value.node, binding, value) === true;

const isNodeChanged = kept((tree, _node: Node, binding: Binding, value: Container) =>
  findChange(tree, binding, value),
);

function findChange(tree: Tree, { name, node: statement, outside }: Binding, value: Container): boolean {
  // `a = b = []`, `a[0] = b = []`: to follow one name is to miss what the other does.
  if (statement.kind === 'assignment' && statement.targets.length > 1) return true;
  const parts = value.kind === 'dict' ? value.entries?.map((entry) => entry.value) : value.elements;
  const use: Use = {
    tree,
    statement,
    isEmpty: parts?.length === 0,
    isNested: parts?.some(({ kind }) => CONTAINERS.has(kind)) === true,
  };
  // Beyond the scope that a name is bound in, it is another.
  const scope = outside ? undefined : scopeOf(statement);
  const uses = scope ? namesCalledIn(tree, scope, name) : namesCalled(tree, name);
  return uses.length > MAX_USES || uses.some((name) => isChange(name, use));
}

/** What to know of a container to judge a place where its name stands. */
interface Use {
  readonly tree: Tree;
  /** Where it gets its name. */
  readonly statement: Node;
  readonly isEmpty: boolean;
  /** Whether what it holds can be changed itself. */
  readonly isNested: boolean;
}

/** Expressions that make what can be changed, or hold such; what has a name is followed by that. */
const CONTAINERS: ReadonlySet<Node['kind']> = new Set<Node['kind']>([
  ...(['boolean', 'comprehension', 'conditional', 'dict', 'list', 'set', 'tuple'] as const),
]);

/** Whether a place where a container stands may change it. */
function isChange(at: Expression, use: Use): boolean {
  const { parent } = at;
  const { tree, statement } = use;
  switch (parent?.kind) {
    case 'attribute':
      return !READERS.has(parent.name) || (use.isNested && GIVERS.has(parent.name));
    case 'subscript':
      if (parent.object !== at) return false;
      if (isStored(parent) || isChangedWithin(parent)) return true;
      return use.isNested && parent.parent?.kind !== 'attribute' && isChange(parent, use);
    case 'assignment':
      return parent.value === at || parent.operator !== '=';
    case 'positional':
    case 'keyword':
      return use.isEmpty || !onlyReads(tree, parent.parent, use.isNested);
    case 'block':
    case 'generator':
      return use.isNested;
    case 'list':
    case 'tuple':
    case 'set':
    case 'entry':
    case 'dict':
    case 'conditional':
    case 'boolean':
      // Its container, or another name for it, may be changed instead.
      return isChange(parent as Expression, use);
    case 'simple':
      // Code that gets the result of a function may change it, though no more while that function runs.
      if (parent.keyword !== 'return') return parent.keyword === 'del';
      return functionOf(parent) !== functionOf(statement);
    case 'walrus':
      return true;
    default:
      return false;
  }
}

/** Whether a part of a container, that may be one itself, is changed where it stands. */
function isChangedWithin(part: Subscript): boolean {
  let { parent } = part;
  for (let inner = part; parent?.kind === 'subscript' && parent.object === inner; { parent } = inner) {
    if (isStored(parent)) return true;
    inner = parent;
  }
  return parent?.kind === 'attribute' && MUTATORS.has(parent.name);
}

const MUTATORS = new Set(
  'add append clear discard extend insert pop popitem remove reverse setdefault sort update'.split(' '),
);

function isStored({ parent, start }: Subscript): boolean {
  if (parent?.kind === 'assignment') return parent.targets.some((target) => target.start === start);
  if (parent?.kind === 'tuple') return parent.parent?.kind === 'assignment' && parent.parent.value !== parent;
  return parent?.kind === 'simple' && parent.keyword === 'del';
}

// ---------------------------------------------------------------- Where a node stands

/** The function that a node runs in; undefined in a module's or a class' own body. */
export function functionOf(node: Node): FunctionDefinition | Lambda | undefined {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    if (at.kind === 'function' && isStatement(child)) return at;
    if (at.kind === 'lambda' && at.body === child) return at;
    if (at.kind === 'class' && isStatement(child)) return undefined;
  }
  return undefined;
}

/** Whether a node may run several times, or not at all, when the function around it runs. */
export function isConditional(node: Node): boolean {
  const end = functionOf(node);
  for (let child = node, at = node.parent; at && at !== end; child = at, at = at.parent) {
    switch (at.kind) {
      case 'block':
        if (at.keyword !== 'with' && at.keyword !== 'try' && at.keyword !== 'finally' && child !== at.value)
          return true;
        break;
      case 'comprehension':
        return true;
      case 'conditional':
        if (child !== at.test) return true;
        break;
      case 'boolean':
        if (child !== at.operands[0]) return true;
        break;
    }
  }
  return false;
}

/** Whether a node stands where a test expects an exception. */
export function isExpectedToFail(tree: Tree, node: Node): boolean {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    switch (at.kind) {
      case 'call':
        if (child !== at.callee && expectsFailure({ kind: 'call', callee: undefined, node: at })) return true;
        break;
      case 'function':
      case 'class':
      case 'block':
        if (failureMarks(tree, at)?.some((mark) => mark !== child)) return true;
        break;
    }
  }
  return false;
}

/** What says of a statement that it is to fail: items of a `with`, decorators. Each call within asks for them. */
const failureMarks = kept((tree, node: Block | FunctionDefinition | ClassDefinition): readonly Node[] =>
  node.kind === 'block'
    ? node.items.filter(({ value }) => expectsFailure(evaluate(tree, value)))
    : node.decorators.filter(isFailureMark),
);

/** Whether the code goes on where a call fails, as what it raises is caught right around it. */
export function isCaught(tree: Tree, node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === 'function' || at.kind === 'lambda') return false;
    if (at.kind === 'block' && at.keyword === 'try' && isHandled(tree, at)) return true;
  }
  return false;
}

const handled = new WeakMap<Tree, Map<Block, boolean>>();

/** Whether what a `try` raises is caught. Each call within asks. */
function isHandled(tree: Tree, block: Block): boolean {
  let ofTree = handled.get(tree);
  if (!ofTree) {
    ofTree = new Map();
    handled.set(tree, ofTree);
  }
  let found = ofTree.get(block);
  if (found === undefined) {
    found = handlersOf(block).some(goesOn);
    ofTree.set(block, found);
  }
  return found;
}

/** What TensorFlow and Python raise where a call is wrong. */
const RAISED =
  /^(?:(?:Base)?Exception|(?:Assertion|InvalidArgument|Key|NotImplemented|Op|Parse|Runtime|Type|Value)Error)$/;

/** Whether a handler catches what a wrong call raises, and does not raise it again. */
function goesOn({ value, body }: Block): boolean {
  const last = body.at(-1);
  if (last?.kind === 'simple' && last.keyword === 'raise') return false;
  if (!value) return true;
  const names = [...walk(value)].map((node) =>
    node.kind === 'name' || node.kind === 'attribute' ? node.name : '',
  );
  return names.some((name) => RAISED.test(name));
}

function expectsFailure(value: Value): boolean {
  if (value.kind !== 'call') return false;
  const { callee } = value.node;
  const name = callee.kind === 'attribute' || callee.kind === 'name' ? callee.name : '';
  return (
    value.node.arguments.some(({ value: given }) => isExceptionName(given)) ||
    name === 'raises' ||
    name === 'suppress' ||
    name.startsWith('assertRaises') ||
    name.startsWith('assert_raises')
  );
}

/** What gets the class of an exception is a test, or catches it. */
const isExceptionName = (node: Expression) =>
  (node.kind === 'name' || node.kind === 'attribute') && /(?:Error|Exception)$/.test(node.name);

function isFailureMark(decorator: Expression): boolean {
  const callee = decorator.kind === 'call' ? decorator.callee : decorator;
  const name = callee.kind === 'attribute' || callee.kind === 'name' ? callee.name : '';
  return name === 'expectedFailure' || name === 'xfail' || name.startsWith('assert_raises');
}
