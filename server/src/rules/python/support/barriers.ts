import { once } from '../../../basics/once';
import { isExit, isExiting, statementsBefore } from '../../../python/branches';
import { bindingsOf } from '../../../python/names';
import { stringValue } from '../../../python/strings';
import {
  allOfKind,
  type ClassDefinition,
  type Expression,
  type FunctionDefinition,
  type Module,
  type Statement,
  type Tree,
  walk,
} from '../../../python/tree';

/** A condition that the program only gets past with one outcome. */
export interface Barrier {
  readonly condition: Expression;
  readonly passes: boolean;
}

/** The conditions before a statement in the same body, and in functions that are called there for nothing but their effect. */
export const barriersBefore = (tree: Tree, statement: Statement): readonly Barrier[] =>
  statementsBefore(statement).flatMap((each) => [...barriersAt(tree, each), ...barriersOfCall(tree, each)]);

/** The conditions in what runs before a test: methods that set it up, and fixtures. */
export const barriersOfTest = (tree: Tree, test: FunctionDefinition): readonly Barrier[] =>
  test.name.startsWith('test')
    ? [
        ...methodsAround(test).filter(isSetUp),
        ...fixturesIn(tree).filter((each) => isFixtureOf(tree, each, test)),
      ].flatMap(({ body }) => barriersIn(tree, body))
    : [];

/** What `pytestmark` marks the tests of a module or class with. */
export const marksOf = ({ body }: Module | ClassDefinition): readonly Expression[] =>
  body.flatMap((each) =>
    each.kind === 'assignment' &&
    each.value &&
    each.targets.some((target) => target.kind === 'name' && target.name === 'pytestmark')
      ? each.value
      : [],
  );

const barriersIn = (tree: Tree, body: readonly Statement[]): readonly Barrier[] =>
  body.flatMap((each) => barriersAt(tree, each));

/** `if condition: return`, `assert condition` */
function barriersAt(tree: Tree, statement: Statement): readonly Barrier[] {
  if (statement.kind === 'simple' && statement.keyword === 'assert')
    return statement.values.slice(0, 1).map((condition) => ({ condition, passes: true }));
  if (statement.kind !== 'block' || statement.keyword !== 'if' || !statement.value) return [];
  const last = statement.body.at(-1);
  const leaves = isExit(last) || (last?.kind === 'expression' && isExiting(tree, last.value));
  return leaves ? [{ condition: statement.value, passes: false }] : [];
}

/** Those of a function of the program that a statement calls. */
function barriersOfCall(tree: Tree, statement: Statement): readonly Barrier[] {
  const callee =
    statement.kind === 'expression' && statement.value.kind === 'call' ? statement.value.callee : undefined;
  const [binding, ...others] = callee?.kind === 'name' ? (bindingsOf(tree, callee) ?? []) : [];
  return binding?.node.kind === 'function' && others.length === 0 ? barriersOf(tree)(binding.node) : [];
}

/** Past these, a function that does not return there keeps its caller from going on, by an exception. */
const barriersOf = once((tree: Tree) =>
  once(({ body }: FunctionDefinition) =>
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

const isSetUp = ({ name }: FunctionDefinition): boolean => SETTING_UP.test(name);

const SETTING_UP =
  /^(?:(?:async)?[sS]etUp(?:Class|Module|TestData)?|setup_(?:class|method|module|function))$/;

/** The functions of a text that are fixtures of pytest. */
const fixturesIn = once((tree: Tree) =>
  allOfKind(tree, 'function').filter(({ decorators }) => decorators.some(isFixture)),
);

const isFixture = (decorator: Expression): boolean => {
  const marked = decorator.kind === 'call' ? decorator.callee : decorator;
  return (marked.kind === 'name' || marked.kind === 'attribute') && marked.name === 'fixture';
};

/** Whether a fixture runs before a test: before all, or because the test or its class asks for it. */
function isFixtureOf(
  tree: Tree,
  { name, decorators, parent }: FunctionDefinition,
  test: FunctionDefinition,
): boolean {
  if (parent?.kind !== 'module' && parent !== test.parent) return false;
  const isForAll = decorators.some(
    (each) => each.kind === 'call' && each.arguments.some((argument) => argument.name === 'autouse'),
  );
  const marks = [...test.decorators, ...(test.parent?.kind === 'class' ? test.parent.decorators : [])];
  const isMarked = marks.some((mark) =>
    [...walk(mark)].some((node) => node.kind === 'string' && stringValue(tree.text, node) === name),
  );
  return isForAll || isMarked || test.parameters.some((parameter) => parameter.name === name);
}
