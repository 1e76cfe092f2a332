import { onceWithin } from '../../../basics/once';
import { isExit, isExiting, statementsBefore } from '../../../python/branches';
import { fixturesBefore } from '../../../python/fixtures';
import { bindingsOf } from '../../../python/names';
import {
  type ClassDefinition,
  cachedByTree,
  type Expression,
  type FunctionDefinition,
  type Module,
  type Statement,
  type Tree,
  walk,
} from '../../../python/tree';
import { isSetUp, isTest } from '../../../python/unit-tests';

/** A condition that the program only gets past with one outcome. */
export interface Barrier {
  readonly condition: Expression;
  readonly passes: boolean;
}

/** The conditions before a statement in the same body, and in functions that are called there for nothing but their effect. */
export const barriersBefore = (tree: Tree, statement: Statement): readonly Barrier[] =>
  statementsBefore(statement).flatMap((each) => [...barriersAt(tree, each), ...barriersOfCall(tree, each)]);

/** The conditions in what runs before a test: methods that set it up, and fixtures. */
export const barriersOfTest = cachedByTree((tree) =>
  onceWithin((test: FunctionDefinition): readonly Barrier[] =>
    isTest(test.name)
      ? [...methodsAround(test).filter(({ name }) => isSetUp(name)), ...fixturesBefore(tree, test)].flatMap(
          ({ body }) => barriersIn(tree, body),
        )
      : [],
  ),
);

/** What `pytestmark` marks the tests of a module or class with. */
export const marksOf = cachedByTree((_) =>
  onceWithin(({ body }: Module | ClassDefinition): readonly Expression[] =>
    body.flatMap((each) =>
      each.kind === 'assignment' &&
      each.value &&
      each.targets.some((target) => target.kind === 'name' && target.name === 'pytestmark')
        ? each.value
        : [],
    ),
  ),
);

const barriersIn = (tree: Tree, body: readonly Statement[]): readonly Barrier[] =>
  body.flatMap((each) => barriersAt(tree, each));

/** `if condition: return`, `assert condition` */
function barriersAt(tree: Tree, statement: Statement): readonly Barrier[] {
  if (statement.kind === 'simple' && statement.keyword === 'assert')
    return statement.values.slice(0, 1).map((condition) => ({ condition, passes: true }));
  if (statement.kind !== 'block' || statement.keyword !== 'if' || !statement.value) return [];
  return leaves(tree, statement.body) ? [{ condition: statement.value, passes: false }] : [];
}

/** Whether nothing gets past the end of a body. */
export function leaves(tree: Tree, body: readonly Statement[]): boolean {
  const last = body.at(-1);
  return isExit(last) || (last?.kind === 'expression' && isExiting(tree, last.value));
}

/** Those of a function of the program that a statement calls. */
function barriersOfCall(tree: Tree, statement: Statement): readonly Barrier[] {
  const callee =
    statement.kind === 'expression' && statement.value.kind === 'call' ? statement.value.callee : undefined;
  const [binding, ...others] = callee?.kind === 'name' ? (bindingsOf(tree, callee) ?? []) : [];
  return binding?.node.kind === 'function' && others.length === 0 ? barriersOf(tree)(binding.node) : [];
}

/**
 * The conditions at which a function raises, so that its caller does not go on either. Statements that return are left out:
 * there the caller goes on.
 */
const barriersOf = cachedByTree((tree) =>
  onceWithin(({ body }: FunctionDefinition) =>
    barriersIn(
      tree,
      body.filter((each) => !returns(each)),
    ),
  ),
);

const returns = (statement: Statement): boolean =>
  [...walk(statement)].some((node) => node.kind === 'simple' && node.keyword === 'return');

const methodsAround = ({ parent }: FunctionDefinition): readonly FunctionDefinition[] =>
  parent?.kind === 'class' || parent?.kind === 'module'
    ? parent.body.filter((each) => each.kind === 'function')
    : [];
