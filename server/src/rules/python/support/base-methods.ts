import { parentPath } from '../../../catalogue/names';
import { evaluationOf } from '../../../dataflow/calls/evaluation';
import type { ApiCall, PythonFile } from '../../../dataflow/calls/python-file';
import { isExit } from '../../../python/branches';
import { resolve } from '../../../python/names';
import { functionOf, isConditional } from '../../../python/surroundings';
import {
  allOfKind,
  type ClassDefinition,
  type Expression,
  type FunctionDefinition,
  isStatement,
  type Node,
  walk,
} from '../../../python/tree';
import { mayBePutIn } from './guarded';

/**
 * Whether a call by `super()` gets to the method of the library, whatever the class of its object: always in a method
 * that the program runs, of a class whose only base is that of the library.
 */
export function isOfBase({ node, entry }: ApiCall, file: PythonFile): boolean {
  const { tree } = file;
  const { callee } = node;
  if (callee.kind !== 'attribute' || !isSuper(callee.object)) return false;
  const method = functionOf(node);
  const cls = method?.parent;
  if (method?.kind !== 'function' || cls?.kind !== 'class' || !evaluationOf(tree).runs(method)) return false;
  const isAlwaysMade = !isConditional(node) && !mayLeaveBefore(node, method);
  const [base, ...others] = basesOf(cls);
  const path = base && resolve(tree, base);
  return (
    isAlwaysMade &&
    path !== undefined &&
    others.length === 0 &&
    entry.qualifiedNames.some((name) => parentPath(name) === path) &&
    // A class with several bases may put another one between the two.
    allOfKind(tree, 'class').every((each) => basesOf(each).length < 2) &&
    !mayBePutIn(file, path, callee.name, node)
  );
}

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
