import { evaluationOf } from '../../../dataflow/calls/evaluation';
import { nameOf } from '../../../python/exceptions';
import { bindingOf } from '../../../python/names';
import { functionOf } from '../../../python/surroundings';
import {
  type Attribute,
  type Expression,
  type FunctionDefinition,
  isStatement,
  type Name,
  type Node,
  type Tree,
} from '../../../python/tree';
import { isUncalled } from '../../../python/uncalled';
import { usesByName } from '../../../python/uses';

/** Functions that only functions call that only functions call, and so on, are followed this far. */
const MAX_STEPS = 10;

/**
 * Whether the evaluation has seen each run of what a node names: the node and the functions around it are only called, where it
 * is known what is called, and no other code can get them.
 */
export function runsSeen(tree: Tree, node: Node, steps = 0): boolean {
  if (!isCalled(node) || steps > MAX_STEPS) return false;
  const around = functionOf(node);
  if (!around || isUncalled(tree, node)) return true;
  return around.kind === 'function' && usesOf(tree, around).every((use) => isSeen(tree, use, steps + 1));
}

const isSeen = (tree: Tree, use: Name | Attribute | undefined, steps: number): boolean =>
  use !== undefined && isKnown(tree, use) && runsSeen(tree, use, steps);

/** Whether it is known what a name stands for: a decorated method is none of its class's own functions. */
const isKnown = (tree: Tree, use: Name | Attribute): boolean =>
  evaluationOf(tree).typeOf(use)?.kind !== 'unknown' ||
  (use.kind === 'name' ? bindingOf(tree, use)?.kind === 'class' : isOwnObject(tree, use.object));

function isOwnObject(tree: Tree, node: Expression): boolean {
  const type = evaluationOf(tree).typeOf(node);
  return type?.kind === 'object' && type.isOwn === true;
}

/** Where a function is named, or its class where that calls it; a place that is not known if other code may call it. */
function usesOf(
  tree: Tree,
  { name, parent, decorators }: FunctionDefinition,
): readonly (Name | Attribute | undefined)[] {
  const isPlain = decorators.every((each) => PLAIN.test(nameOf(each)));
  const cls = parent?.kind === 'class' ? parent : undefined;
  if (!isPlain || (cls && (cls.arguments.length > 0 || cls.decorators.length > 0))) return [undefined];
  const uses = usesByName(tree).get(cls && name === '__init__' ? cls.name : name) ?? [];
  return uses.length > 0 ? uses : [undefined];
}

/** Decorators that hand a function to nobody else. */
const PLAIN = /^(?:contextmanager|staticmethod|classmethod|cache|lru_cache)$/;

/** Whether a node is called, or given to what calls it, as `main` is by `app.run(main)`. */
function isCalled(node: Node): boolean {
  let call = node.parent;
  while (call && call.kind !== 'call' && !isStatement(call)) call = call.parent;
  if (call?.kind !== 'call') return false;
  const { callee } = call;
  const isGiven = call.arguments.some(({ value }) => value === node);
  return callee === node || (isGiven && callee.kind === 'attribute' && callee.name === 'run');
}
