import { findEntry } from '../../catalogue';
import { caughtFrom, evaluationOf } from '../../dataflow/calls/evaluation';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { ATTRIBUTE_ERROR, TYPE_ERROR } from '../../python/exceptions';
import { resolve } from '../../python/names';
import { isExpectedToFail } from '../../python/surroundings';
import {
  type Attribute,
  allOfKind,
  type Comprehension,
  type Expression,
  type Node,
  type Tree,
} from '../../python/tree';
import type { CallRule } from './call-rule';

export const methodNotCalled: CallRule = {
  code: 'method-not-called',
  severity: 'error',
  summary: 'A method or function is read like the dict or list that it gives.',
  details:
    'Methods such as `get_embedding_tables` give a value when they are called. Without the brackets it is the method itself that is ' +
    'read: a key, a loop, names for its elements, its use as an index, arithmetic, `len` and `max` raise `TypeError`, and `items`, `keys`, `values`, `get`, `shape`, `dtype` and `numpy` raise `AttributeError`.',
  messages: {
    "'method' object is not subscriptable":
      'A method is read by a key without being called: write the brackets, as in `get_embedding_tables()[…]`.',
    "'function' object is not subscriptable":
      'A function is read by a key without being called: write the brackets.',
  },
  bad: `import keras_rs

table = keras_rs.layers.TableConfig('items', 1000, 16)
table.get_config['name']`,
  good: `import keras_rs

table = keras_rs.layers.TableConfig('items', 1000, 16)
table.get_config()['name']`,
  checkFile(file, report) {
    for (const node of allOfKind(file.tree, 'attribute')) {
      const raises = raisedBy(node, file);
      if (raises === undefined || (caughtFrom(file.tree, node) & raises) !== 0) continue;
      const name = callableName(file, node);
      if (name === undefined || isExpectedToFail(file.tree, node)) continue;
      if (evaluationOf(file.tree).neverReaches(node)) continue;
      report({
        start: node.nameStart,
        end: node.end,
        message: `\`${name}\` must be called before its result is read: \`${name}(…)\`.`,
      });
    }
  },
};

/** The exception that reading an attribute like a dict raises if it is a function. */
function raisedBy(node: Attribute, file: PythonFile): number | undefined {
  const { parent } = node;
  const { tree, typeOf } = file;
  if (parent?.kind === 'subscript' && (parent.object === node || SEQUENCE.test(typeOf(parent.object).kind)))
    return TYPE_ERROR;
  if (parent?.kind === 'attribute' && OF_RESULTS.has(parent.name)) return ATTRIBUTE_ERROR;
  if (parent?.kind === 'binary' || parent?.kind === 'compare') {
    const isMath = parent.operators.every((each) => MATH.has(each));
    const { operands } = parent;
    // A comparison may end before its later operands.
    if (parent.kind === 'compare' && operands.indexOf(node) > 1) return undefined;
    const others = operands[0] === node ? operands.slice(1, 2) : operands.slice(0, operands.indexOf(node));
    return isMath && others.every((each) => isUnlikeCallable(each, file)) ? TYPE_ERROR : undefined;
  }
  if (parent?.kind === 'comprehension' && parent.element === node)
    return isReduced(node, parent, tree) ? TYPE_ERROR : undefined;
  if (parent?.kind === 'assignment' && parent.value === node)
    return parent.operator === '=' && parent.targets.some(({ kind }) => SEQUENCE.test(kind))
      ? TYPE_ERROR
      : undefined;
  const isLooped = parent?.kind === 'block' && parent.keyword === 'for' && parent.value === node;
  const isArgument = parent?.kind === 'positional';
  return isLooped || (isArgument && (isTakenApart(parent.parent, tree) || isCompared(parent.parent, file)))
    ? TYPE_ERROR
    : undefined;
}

/** Whether a value certainly takes part in no arithmetic and no comparison with a function: one of Python's own, or another function. */
const isUnlikeCallable = (value: Expression, file: PythonFile): boolean =>
  OWN.test(file.typeOf(value).kind) ||
  (value.kind === 'attribute' && callableName(file, value) !== undefined);

const OWN = /^(?:none|bool|int|float|str|bytes|list|tuple|dict)$/;

/** Whether a call asks for the largest or smallest of its arguments. */
const isCompared = (call: Node | undefined, file: PythonFile): boolean =>
  call?.kind === 'call' &&
  call.arguments.length > 1 &&
  call.arguments.every(({ kind, value }) => kind === 'positional' && isUnlikeCallable(value, file)) &&
  EXTREME.test(resolve(file.tree, call.callee) ?? '');

const EXTREME = /^builtins\.(?:max|min)$/;

/** How many elements these functions must get of their only argument before they compute with them. */
const REDUCING: ReadonlyMap<string, number> = new Map([
  ['builtins.sum', 1],
  ...['max', 'min', 'sorted'].map((name) => [`builtins.${name}`, 2] as const),
]);

/** Whether a call computes with what a comprehension looks up on each of its objects. */
function isReduced(node: Attribute, { parent, form, generators }: Comprehension, tree: Tree): boolean {
  const call = parent?.kind === 'positional' ? parent.parent : undefined;
  if (call?.kind !== 'call' || call.arguments.length !== 1 || form === 'set') return false;
  const least = REDUCING.get(resolve(tree, call.callee) ?? '');
  const isWhole = generators.every(({ conditions }) => conditions.length === 0);
  return isWhole && least !== undefined && (lookedUpIn(node, tree)?.times ?? 0) >= least;
}

/** What is read by numbers alone. */
const SEQUENCE = /^(?:list|tuple|str)$/;

/** Whether a call asks its only argument for its elements or a number. */
const isTakenApart = (call: Node | undefined, tree: Tree): boolean =>
  call?.kind === 'call' &&
  call.arguments.length === 1 &&
  /^builtins\.(?:len|list|set|sorted|tuple|range|int|float)$/.test(resolve(tree, call.callee) ?? '');

/** Operators that numbers have with each other alone. */
const MATH: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '**', '<', '<=', '>', '>=']);

/** What dicts and tensors have and functions lack. */
const OF_RESULTS: ReadonlySet<string> = new Set('dtype get items keys numpy shape values'.split(' '));

/** The class of one of several objects whose attribute an expression reads. */
const lookedUpIn = (expression: Attribute, tree: Tree) =>
  evaluationOf(tree).observations.flatMap(({ lookups }) => lookups.get(expression) ?? [])[0];

/** The name of the catalogued method or function that an attribute is. */
function callableName({ tree, typeOf }: PythonFile, expression: Attribute): string | undefined {
  const owner = typeOf(expression.object);
  const known = owner.kind === 'instance' ? owner : lookedUpIn(expression, tree);
  const path =
    known && !known.isDeclared ? `${known.entry.id}.${expression.name}` : resolve(tree, expression);
  const entry = path === undefined ? undefined : findEntry(path);
  const isCallable = entry?.kind === 'method' || entry?.kind === 'function';
  return isCallable && !(entry.foreign && entry.kind === 'function') ? entry.name : undefined;
}
