import { addTo } from '../basics/groups';
import { oncePerWord } from '../basics/once';
import { isSameSet } from '../basics/same-set';
import { handlersOf } from './branches';
import { cached, cachedFact } from './cache';
import { LETTING_THROUGH_BY_NAME } from './context-managers';
import {
  caughtBy,
  type Exceptions,
  isSuppress,
  mayGoOn,
  NO_EXCEPTION,
  nameOf,
  suppressedBy,
} from './exceptions';
import { resolve, writtenFor } from './names';
import { textMatches } from './text-matches';
import {
  type Argument,
  allOfKind,
  type Block,
  type Call,
  type ClassDefinition,
  cachedBySection,
  cachedByTree,
  type Expression,
  type FunctionDefinition,
  isStatement,
  type Lambda,
  type Node,
  type Section,
  type Tree,
  walk,
} from './tree';
import { isTest } from './unit-tests';
import { functionsAround, functionsUsedOnly, lambdasUsedOnly } from './uses';

/** The function that a node runs in; undefined in the body of a module or class. */
export function functionOf(node: Node): FunctionDefinition | Lambda | undefined {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    if (at.kind === 'function' && isStatement(child)) return at;
    if (at.kind === 'lambda' && at.body === child) return at;
    if (at.kind === 'class' && isStatement(child)) return undefined;
  }
  return undefined;
}

/**
 * Whether a node is in an annotation that Python does not evaluate: of a local variable, or any where the text defers them.
 */
export function isUnreadAnnotation(tree: Tree, node: Node): boolean {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    if (at.kind === 'assignment')
      return at.annotation === child && (defersAnnotations(tree) || functionOf(at) !== undefined);
    if (at.kind === 'parameter') return at.annotation === child && defersAnnotations(tree);
    if (at.kind === 'function') return at.returns === child && defersAnnotations(tree);
    if (isStatement(at)) return false;
  }
  return false;
}

/** `from __future__ import annotations` */
const defersAnnotations = cachedFact(
  ({ module }) =>
    module.body.some(
      (statement) =>
        statement.kind === 'import' &&
        statement.from === '__future__' &&
        statement.names.some(({ name }) => name === 'annotations'),
    ),
  (a, b) => a === b,
);

/** Whether a node may run several times, or not at all, in one run of the function around it. */
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

/** Whether a node is inside a test. */
export function isInTest(node: Node): boolean {
  for (let at = functionOf(node); at; at = functionOf(at)) {
    if (at.kind === 'function' && isTest(at.name)) return true;
    const { parent } = at;
    if (parent?.kind === 'class' && parent.arguments.some(({ value }) => isTestCase(value))) return true;
  }
  return false;
}

const isTestCase = (base: Expression) =>
  (base.kind === 'name' || base.kind === 'attribute') && base.name.endsWith('TestCase');

/** Whether a node is where a test expects an exception. */
export const isExpectedToFail = (tree: Tree, node: Node): boolean =>
  isMarked(tree, node) ||
  (expectedFunctions(tree).size > 0 &&
    functionsAround(node).some((name) => expectedFunctions(tree).has(name))) ||
  isInAny(expectedLambdas(tree), node);

function isInAny(nodes: ReadonlySet<Node>, node: Node): boolean {
  if (nodes.size === 0) return false;
  for (let at = node.parent; at; at = at.parent) if (nodes.has(at)) return true;
  return false;
}

const expectedLambdas = cachedFact(
  (tree): ReadonlySet<Node> =>
    expectsSome(tree) ? lambdasUsedOnly(tree, (place) => isMarked(tree, place)) : new Set(),
  isSameSet,
);

/** The names of functions and methods that a text uses only where it expects an exception. */
export const expectedFunctions = cachedFact(
  (tree) =>
    expectsSome(tree) ? functionsUsedOnly(tree, (place) => isMarked(tree, place)) : new Set<string>(),
  isSameSet,
);

/** Fast test: without any of these words, no call expects a failure. */
const EXPECTING = /\b(?:raises|suppress|assertRaises|assert_raises)|(?:Error|Exception)\b/;

const expectsSome = (tree: Tree): boolean =>
  textMatches(tree, EXPECTING) && (tree.sections.some(expectsAnyFailure) || textMatches(tree, RENAMES));

const expectsAnyFailure = cachedBySection(({ nodes }) => nodes.call.some(looksExpecting));

/** Whether a call, a block or a definition around a node expects an exception. */
function isMarked(tree: Tree, node: Node): boolean {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    switch (at.kind) {
      case 'call':
        if (child !== at.callee && expectsFailure(tree, at)) return true;
        break;
      case 'function':
      case 'class':
      case 'block':
        if (mayBeMarked(at) && failureMarks(tree, at)?.some((mark) => mark !== child)) return true;
        break;
    }
  }
  return false;
}

const mayBeMarked = (node: Block | FunctionDefinition | ClassDefinition): boolean =>
  (node.kind === 'block' ? node.items : node.decorators).length > 0;

/**
 * The parts that mark a statement as expected to fail: items of a `with`, decorators. Cached, as each call in it needs
 * them.
 */
const failureMarks = cached((tree, node: Block | FunctionDefinition | ClassDefinition): readonly Node[] =>
  node.kind === 'block'
    ? node.items.filter(
        ({ value }) =>
          suppressedBy(tree, value) === undefined &&
          (swallowsFailure(tree, writtenFor(tree, value)) || (isStack(value) && takesSwallower(tree, node))),
      )
    : node.decorators.filter((decorator) => isFailureMark(tree, decorator)),
);

const isStack = (value: Expression) => value.kind === 'call' && /ExitStack$/.test(calledName(value) ?? '');

/** Whether a stack of context managers receives one that may suppress exceptions. */
const takesSwallower = (tree: Tree, { body }: Block): boolean =>
  body.some((statement) =>
    [...walk(statement)].some(
      (node) =>
        node.kind === 'call' &&
        /^(?:enter_(?:async_)?context|push(?:_async_exit)?)$/.test(calledName(node) ?? '') &&
        node.arguments.some(
          ({ value }) =>
            swallowsFailure(tree, writtenFor(tree, value)) || swallowingExits(tree).has(nameOf(value)),
        ),
    ),
  );

/** The names of functions that suppress exceptions if a stack of context managers gets them: what they return may be true. */
const swallowingExits = cachedFact(
  (tree): ReadonlySet<string> => new Set(tree.sections.flatMap(returningIn)),
  isSameSet,
);

const returningIn = cachedBySection(({ nodes }) =>
  nodes.simple.flatMap((node) => {
    const [value] = node.values;
    if (node.keyword !== 'return' || !value || isFalse(value)) return [];
    const enclosing = functionOf(node);
    return enclosing?.kind === 'function' ? enclosing.name : [];
  }),
);

/** Whether an item of a `with` may suppress exceptions of the block, as far as the source shows. */
export const isFailureMarked = (tree: Tree, block: Block, item: Node): boolean =>
  failureMarks(tree, block)?.includes(item) ?? false;

/** The exceptions of a node that are caught in its function, so that the code continues. */
export function caughtAround(tree: Tree, node: Node): Exceptions {
  let caught = NO_EXCEPTION;
  for (let at = node.parent; at && at.kind !== 'function' && at.kind !== 'lambda'; at = at.parent)
    if (at.kind === 'block') caught |= caughtBy(tree, at);
  return caught;
}

/** Whether a call expects its arguments to fail. */
export const expectsFailure = (tree: Tree, node: Node): boolean =>
  node.kind === 'call' &&
  textMatches(tree, EXPECTING) &&
  (looksExpecting(node) ||
    isSuppress(tree, node) ||
    (textMatches(tree, RENAMES) && resolve(tree, node.callee) === 'pytest.raises'));

function looksExpecting(call: Call): boolean {
  const name = calledName(call);
  return (name !== undefined && isExpecting(name)) || call.arguments.some(takesException);
}

/** `from pytest import raises as refuses`, `refuses = pytest.raises`, and so with `suppress` */
const RENAMES = /\b(?:raises|suppress)\b(?!\()/;

const isExpecting = oncePerWord((name) => /^(?:raises$|suppress$|assertRaises|assert_raises)/.test(name));

/** Whether an expression makes a context manager or decorator that may suppress exceptions. */
export const swallowsFailure = (tree: Tree, node: Node): boolean =>
  expectsFailure(tree, node) || (node.kind === 'call' && swallowers(tree).has(calledName(node) ?? ''));

const calledName = ({ callee }: Call) =>
  callee.kind === 'attribute' || callee.kind === 'name' ? callee.name : undefined;

/** The functions and classes of a text that make such context managers. */
export const swallowers = cachedFact((tree): ReadonlySet<string> => {
  const found = new Set(tree.sections.flatMap(swallowersIn));
  const delegators = tree.sections.filter((section) => exitsIn(section).length > 0).flatMap(delegatorsIn);
  const functions = delegators.length > 0 ? allOfKind(tree, 'function') : [];
  // A function of the program may give any manager.
  const own = new Set([...found, ...delegators.map(({ cls }) => cls), ...functions.map(({ name }) => name)]);
  for (const { cls, attribute } of delegators)
    if (!holdsLetting(assignedTo(tree).get(attribute), own)) found.add(cls);
  if (found.size === 0) return found;
  for (const { name, arguments: bases } of allOfKind(tree, 'class'))
    if (bases.some(({ value }) => found.has(nameOf(value)))) found.add(name);
  return found;
}, isSameSet);

const swallowersIn = cachedBySection((section): readonly string[] => {
  if (section.nodes.yield.length === 0 && exitsIn(section).length === 0) return NONE;
  const functions = section.nodes.yield.flatMap((node) => {
    const enclosing = functionOf(node);
    const isManager = enclosing?.kind === 'function' && enclosing.decorators.length > 0;
    return isManager && isInTry(node) ? enclosing.name : [];
  });
  const classes = exitsIn(section).flatMap(({ cls, value }) =>
    isFalse(value) || delegateOf(value) ? [] : cls,
  );
  return classes.length > 0 ? [...functions, ...classes] : functions;
});

/** Classes whose `__exit__` returns what that of a manager in an attribute does. */
const delegatorsIn = (section: Section) =>
  exitsIn(section).flatMap(({ cls, value }) => {
    const attribute = delegateOf(value);
    return attribute === undefined ? [] : { cls, attribute };
  });

/** `graph` in `self.graph.__exit__(*problem)` */
const delegateOf = (value: Expression): string | undefined =>
  value.kind === 'call' &&
  value.callee.kind === 'attribute' &&
  EXITS.has(value.callee.name) &&
  value.callee.object.kind === 'attribute'
    ? value.callee.object.name
    : undefined;

/** Whether all that a text assigns to an attribute are context managers that let exceptions through. */
const holdsLetting = (
  assigned: readonly (Expression | undefined)[] | undefined,
  own: ReadonlySet<string>,
): boolean =>
  assigned?.every((value) => {
    const name = value?.kind === 'call' ? calledName(value) : undefined;
    return name !== undefined && LETTING_THROUGH_BY_NAME.has(name) && !own.has(name);
  }) ?? false;

/** What a text assigns to attributes, by their names. */
const assignedTo = cachedByTree((tree): ReadonlyMap<string, readonly (Expression | undefined)[]> => {
  const assigned = new Map<string, (Expression | undefined)[]>();
  for (const { targets, value } of allOfKind(tree, 'assignment'))
    for (const target of targets) if (target.kind === 'attribute') addTo(assigned, target.name, value);
  return assigned;
});

/** What each `__exit__` returns, with the name of its class. */
const exitsIn = cachedBySection(({ nodes }): readonly { cls: string; value: Expression }[] => {
  if (!nodes.function.some(isExitMethod)) return NONE;
  return nodes.simple.flatMap((node) => {
    const [value] = node.values;
    if (node.keyword !== 'return' || !value) return [];
    const enclosing = functionOf(node);
    const isOfClass = enclosing?.kind === 'function' && isExitMethod(enclosing);
    return isOfClass && enclosing.parent?.kind === 'class' ? { cls: enclosing.parent.name, value } : [];
  });
});

const NONE: readonly never[] = [];

const isExitMethod = ({ name }: FunctionDefinition) => EXITS.has(name);
const EXITS: ReadonlySet<string> = new Set(['__exit__', '__aexit__']);

/** Whether a node is in a `try` of its function that catches exceptions of a wrong call. */
function isInTry(node: Node): boolean {
  for (let at = node.parent; at && at.kind !== 'function' && at.kind !== 'lambda'; at = at.parent)
    if (at.kind === 'block' && at.keyword === 'try' && handlersOf(at).some(mayGoOn)) return true;
  return false;
}

const isFalse = (value: Expression) =>
  value.kind === 'constant' && (value.value === 'None' || value.value === 'False');

/** A call that gets an exception class is a test, or catches that exception. */
const takesException = ({ value }: Argument) =>
  (value.kind === 'name' || value.kind === 'attribute') && isException(value.name);

const isException = oncePerWord((name) => /(?:Error|Exception)$/.test(name));

/** Decorators of tests that may fail, and of tests that may not run. */
const FAILURE_MARKS: ReadonlySet<string> = new Set([
  ...['expectedFailure', 'xfail'],
  ...['skip', 'skipIf', 'skipif', 'skipUnless'],
]);

function isFailureMark(tree: Tree, decorator: Expression): boolean {
  const callee = decorator.kind === 'call' ? decorator.callee : decorator;
  const name = callee.kind === 'attribute' || callee.kind === 'name' ? callee.name : '';
  return FAILURE_MARKS.has(name) || swallowsFailure(tree, decorator);
}

/** Whether a call expects the test that runs to fail, or leaves it out: `request.applymarker(pytest.mark.xfail)`. */
export const isMarkingTest = (tree: Tree, node: Expression): boolean =>
  node.kind === 'call' &&
  MARKING.has(calledName(node) ?? '') &&
  node.arguments.some(({ value }) => {
    const mark = writtenFor(tree, value);
    // A name or a string may be any mark.
    return (mark.kind !== 'attribute' && mark.kind !== 'call') || isFailureMark(tree, mark);
  });

const MARKING: ReadonlySet<string> = new Set(['applymarker', 'add_marker']);
