import { parentPath } from '../../../catalogue/names';
import type { CallEvent } from '../../../dataflow/calls/evaluation';
import type { ApiCall, PythonFile } from '../../../dataflow/calls/python-file';
import { isRun } from '../../../dataflow/libraries/strategies';
import { isAsync, isGenerator } from '../../../evaluator/generators';
import { isExit } from '../../../python/branches';
import { nameOf, PERHAPS } from '../../../python/exceptions';
import { resolve } from '../../../python/names';
import { functionOf, isConditional } from '../../../python/surroundings';
import {
  allOfKind,
  type ClassDefinition,
  type Expression,
  type FunctionDefinition,
  isStatement,
  type Node,
  type Tree,
  walk,
} from '../../../python/tree';
import { usesByName } from '../../../python/uses';
import { mayBeAdded, mayBePutIn } from './guarded';

/**
 * Whether a call by `super()` gets to the method of the library, whatever the class of its object: always in a method
 * that the program itself runs, of a class whose only base is that of the library.
 */
export function isOfBase({ node, entry, event }: ApiCall, file: PythonFile): boolean {
  const { text, tree } = file;
  const { callee } = node;
  if (callee.kind !== 'attribute' || !isSuper(callee.object)) return false;
  const method = functionOf(node);
  const cls = method?.parent;
  if (method?.kind !== 'function' || cls?.kind !== 'class' || !event || !isCertain(event)) return false;
  const isAlwaysMade = !isConditional(node) && !mayLeaveBefore(node, method) && !isDeferred(text, method);
  const [base, ...others] = basesOf(cls);
  const path = base && resolve(tree, base);
  return (
    isAlwaysMade &&
    path !== undefined &&
    others.length === 0 &&
    entry.qualifiedNames.some((name) => parentPath(name) === path) &&
    !mayHaveOtherBases(tree) &&
    !mayBePutIn(file, path, callee.name, node) &&
    !mayBeAdded(file, callee.name)
  );
}

/** Whether the program gets to a call as it is run, and not only other code that has the object. */
const isCertain = ({ place, caught }: CallEvent): boolean =>
  place !== undefined && isRun(place.around) && (caught & PERHAPS) === 0;

/** Whether a call of a method only makes what runs its body later, if ever. */
const isDeferred = (text: string, method: FunctionDefinition): boolean =>
  isGenerator(method) || isAsync(text, method);

/** Whether a class may stand between another one and its base: beside it as a base, or by what makes or changes a class. */
const mayHaveOtherBases = (tree: Tree): boolean =>
  allOfKind(tree, 'class').some((each) => basesOf(each).length > 1) ||
  usesByName(tree).has('__bases__') ||
  tree.calls.some(({ callee, arguments: given }) => MAKES_CLASSES.has(nameOf(callee)) && given.length > 1);

const MAKES_CLASSES: ReadonlySet<string> = new Set(['type', 'new_class']);

const mayLeaveBefore = (node: Node, method: FunctionDefinition): boolean =>
  [...walk(method)].some((each) => each.end <= node.start && isStatement(each) && isExit(each));

const isSuper = (object: Node): boolean =>
  object.kind === 'call' &&
  object.callee.kind === 'name' &&
  object.callee.name === 'super' &&
  object.arguments.length === 0;

/** What a class is derived from, a star that may be several included. */
const basesOf = ({ arguments: given }: ClassDefinition): readonly Expression[] =>
  given.flatMap(({ kind, value }) =>
    kind === 'keyword' ? [] : kind === 'positional' ? value : [value, value],
  );
