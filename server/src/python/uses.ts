import { addTo, groupBy } from '../basics/groups';
import { onceWithin } from '../basics/once';
import {
  type Attribute,
  allOfKind,
  cachedByTree,
  type Expression,
  type FunctionDefinition,
  isStatement,
  type Name,
  type Node,
  type Tree,
  walk,
} from './tree';

/** Functions that only a function uses that only a function uses, and so on, are followed this far. */
const MAX_STEPS = 100;

/** The places where each name stands in a text, alone or after a dot. */
export const usesByName = cachedByTree(
  (tree): ReadonlyMap<string, readonly (Name | Attribute)[]> =>
    groupBy([...allOfKind(tree, 'name'), ...allOfKind(tree, 'attribute')], ({ name }) => name),
);

/**
 * The names of functions and methods that a text uses, and uses only where something holds. It holds in all of such a
 * function, too.
 */
export function functionsUsedOnly(tree: Tree, holdsAt: (place: Node) => boolean): ReadonlySet<string> {
  const isSuch = usedOnly(tree, holdsAt);
  return new Set(allOfKind(tree, 'function').flatMap(({ name }) => (isSuch([{ name }]) ? name : [])));
}

/** The lambdas that rows of a parametrized test hold, if the test uses its parameters only where something holds. */
export function lambdasUsedOnly(tree: Tree, holdsAt: (place: Node) => boolean): ReadonlySet<Node> {
  const isSuch = usedOnly(tree, holdsAt);
  const lambdas = allOfKind(tree, 'function').flatMap(({ decorators }) =>
    decorators.flatMap((decorator) => [...walk(decorator)].filter(({ kind }) => kind === 'lambda')),
  );
  return new Set(lambdas.filter((lambda) => isSuch(namesThatGet(lambda))));
}

/** A name, of a parameter within its function. */
interface Used {
  readonly name: string;
  readonly within?: FunctionDefinition;
}

function usedOnly(tree: Tree, holdsAt: (place: Node) => boolean): (names: readonly Used[]) => boolean {
  const uses = usesAmong([...allOfKind(tree, 'name'), ...allOfKind(tree, 'attribute')]);
  const usesInside = onceWithin(({ body }: FunctionDefinition) =>
    usesAmong(body.flatMap((each) => [...walk(each)])),
  );
  const known = new Map<string, boolean>();
  const isSuch = ({ name, within }: Used, steps: number): boolean => {
    const key = `${name} ${within?.start ?? ''}`;
    const answer = known.get(key);
    if (answer !== undefined || steps === MAX_STEPS) return answer ?? false;
    known.set(key, false);
    const next = (names: readonly Used[]) => areSuch(names, steps + 1);
    // What it does itself with its name, such as a call of the base's method, does not count.
    const others = ((within ? usesInside(within) : uses).get(name) ?? []).filter(
      (use) => !functionsAround(use).includes(name),
    );
    const found =
      others.length > 0 &&
      others.every(
        (use) =>
          holdsAt(use) ||
          functionsAround(use).some((each) => next([{ name: each }])) ||
          next(namesThatGet(use)),
      );
    known.set(key, found);
    return found;
  };
  const areSuch = (names: readonly Used[], steps: number): boolean =>
    names.length > 0 && names.every((each) => isSuch(each, steps));
  return (names) => areSuch(names, 0);
}

/** The nodes that use a name, by that. */
function usesAmong(nodes: readonly Node[]): ReadonlyMap<string, readonly Node[]> {
  const uses = new Map<string, Node[]>();
  for (const node of nodes)
    if ((node.kind === 'name' || node.kind === 'attribute') && !isTarget(node)) addTo(uses, node.name, node);
  return uses;
}

/** The names of the functions and methods in whose bodies a node is, the innermost first. */
export function functionsAround(node: Node): readonly string[] {
  const names: string[] = [];
  for (let child = node, at = node.parent; at; child = at, at = at.parent)
    if (at.kind === 'function' && isStatement(child)) names.push(at.name);
  return names;
}

/** Whether a node is what an assignment or a loop binds. */
function isTarget(node: Node): boolean {
  let child = node;
  let at = node.parent;
  for (; at?.kind === 'tuple' || at?.kind === 'list'; at = at.parent) child = at;
  if (at?.kind === 'assignment') return at.value !== child;
  return at?.kind === 'block' && at.keyword === 'for' && at.target === child;
}

/** The names that get a function where it is assigned, is among what a loop goes over, or parametrizes a test. */
function namesThatGet(use: Node): readonly Used[] {
  for (let child = use, at = use.parent; at; child = at, at = at.parent) {
    switch (at.kind) {
      case 'assignment':
        return child === at.value ? at.targets.flatMap(namesIn) : [];
      case 'block':
        return child === at.value && at.keyword === 'for' && at.target ? namesIn(at.target) : [];
      case 'function':
        return isStatement(child) ? [] : at.parameters.map(({ name }) => ({ name, within: at }));
      case 'call':
        if (child === at.callee) return [];
    }
  }
  return [];
}

const namesIn = (target: Expression): readonly Used[] =>
  [...walk(target)].flatMap((node) => (node.kind === 'name' ? { name: node.name } : []));
