// Methods of library objects in whose place the program may have put something else, such as a mock.
import { findEntry } from '../../catalogue';
import type { Evaluator, Value } from '../../evaluator';
import { attributesSetOutside } from '../../evaluator/overrides';
import { unknown } from '../../evaluator/value';
import type { Node, Tree } from '../../python/tree';
import { classBehind } from './annotations';

/** A method that the program looks up by its name. */
export function replacedMethod(
  object: Value,
  name: string,
  node: Node,
  { tree }: Evaluator,
): Value | undefined {
  const owner = classBehind(object)?.entry;
  const isMethod = owner && findEntry(`${owner.id}.${name}`)?.kind === 'method';
  return isMethod && attributesSetOutside(tree).has(name) ? unknown(node, 'changed') : undefined;
}

/** Whether the program decides itself what an assignment to attributes of some class does. */
export const setsAttributesItself = ({ tree }: Evaluator): boolean =>
  attributesSetOutside(tree).has('__setattr__');

/** Whether the program may decide itself which objects of some class are equal. */
export const replacesEquality = (tree: Tree): boolean => setsSome(tree, EQUALITY);
const EQUALITY: readonly string[] = ['__eq__', '__hash__'];

function setsSome(tree: Tree, names: readonly string[]): boolean {
  const outside = attributesSetOutside(tree);
  return outside.size > 0 && names.some((name) => outside.has(name));
}

/** What objects of Keras run when they are called, whose methods bear no names there. */
const RUN_BY_CALLS: readonly string[] = ['__call__', 'build', 'call', 'compute_score', 'update_state'];

const CALLS: ReadonlySet<string> = new Set(['__call__', 'call']);

/** Whether a call of an object may run a method of the program. */
export const runsReplaced = (name: string, tree: Tree): boolean =>
  CALLS.has(name) && setsSome(tree, RUN_BY_CALLS);
