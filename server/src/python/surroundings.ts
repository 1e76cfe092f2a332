import { once } from '../text/once';
import { handlersOf } from './branches';
import { kept } from './kept';
import { writtenFor } from './names';
import {
  type Block,
  type ClassDefinition,
  type Expression,
  type FunctionDefinition,
  isStatement,
  type Lambda,
  type Node,
  type Tree,
  walk,
} from './tree';

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
        if (child !== at.callee && expectsFailure(at)) return true;
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
    ? node.items.filter(({ value }) => expectsFailure(writtenFor(tree, value)))
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

/** Whether what a `try` raises is caught. Each call within asks. */
export const isHandled = (tree: Tree, block: Block): boolean => handledIn(tree)(block);

const handledIn = once((_tree: Tree) => once((block: Block) => handlersOf(block).some(goesOn)));

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

function expectsFailure(node: Node): boolean {
  if (node.kind !== 'call') return false;
  const { callee } = node;
  const name = callee.kind === 'attribute' || callee.kind === 'name' ? callee.name : '';
  return (
    node.arguments.some(({ value: given }) => isExceptionName(given)) ||
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
