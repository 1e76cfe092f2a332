import { onceWithin } from '../basics/once';
import { isSameSet } from '../basics/same-set';
import { isExiting } from './branches';
import { cachedFact } from './cache';
import { stringValue } from './strings';
import { isMarkingTest } from './surroundings';
import {
  allOfKind,
  cachedBySection,
  cachedByTree,
  type Expression,
  type FunctionDefinition,
  type Tree,
  walk,
} from './tree';

/** The fixtures of pytest in a text that run before a test. */
export const fixturesBefore = (tree: Tree, test: FunctionDefinition): readonly FunctionDefinition[] =>
  tree.sections.flatMap(fixturesIn).filter((each) => isFixtureOf(tree, each, test));

const fixturesIn = cachedBySection(({ nodes }) =>
  nodes.function.filter(({ decorators }) => decorators.some(isFixture)),
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
  return isForAll || namesAskedBy(tree)(test).has(name);
}

/** The fixtures that a test asks for by its parameters, or by strings in its decorators and in those of its class. */
const namesAskedBy = cachedByTree((tree) =>
  onceWithin(({ parameters, decorators, parent }: FunctionDefinition): ReadonlySet<string> => {
    const marks = [...decorators, ...(parent?.kind === 'class' ? parent.decorators : [])];
    return new Set([
      ...parameters.map(({ name }) => name),
      ...marks
        .flatMap((mark) => [...walk(mark)])
        .flatMap((node) => (node.kind === 'string' ? (stringValue(tree.text, node) ?? []) : [])),
    ]);
  }),
);

/** The names of tests that a fixture may end, or expect to fail, for some of their rows. */
export const testsOfSomeRows = cachedFact((tree): ReadonlySet<string> => {
  const ending = tree.sections.flatMap(fixturesIn).filter((each) => maySelectRows(tree, each));
  // A fixture that asks for one of them ends with it.
  for (const each of ending)
    for (const other of tree.sections.flatMap(fixturesIn))
      if (!ending.includes(other) && isFixtureOf(tree, each, other)) ending.push(other);
  const tests = ending.length > 0 ? allOfKind(tree, 'function') : [];
  return new Set(
    tests.flatMap((test) => (ending.some((each) => isFixtureOf(tree, each, test)) ? test.name : [])),
  );
}, isSameSet);

/** Whether a fixture gets something of the row, and may end the test. */
const maySelectRows = (tree: Tree, fixture: FunctionDefinition): boolean =>
  fixture.parameters.some(({ name }) => name !== 'self') &&
  [...walk(fixture)].some(
    (node) => node.kind === 'call' && (isExiting(tree, node) || isMarkingTest(tree, node)),
  );
