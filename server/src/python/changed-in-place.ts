import { cachedBySection, cachedByTree, type Expression, walk } from './tree';

/** Python's containers that code can change. */
export type Changeable = 'dict' | 'list';

const BOTH: readonly Changeable[] = ['dict', 'list'];
const DICT: readonly Changeable[] = ['dict'];
const LIST: readonly Changeable[] = ['list'];

/** The methods that change a container. */
const METHODS: ReadonlyMap<string, readonly Changeable[]> = new Map([
  ...['clear', 'pop'].map((name) => [name, BOTH] as const),
  ...['popitem', 'setdefault', 'update'].map((name) => [name, DICT] as const),
  ...['append', 'extend', 'insert', 'remove', 'reverse', 'sort'].map((name) => [name, LIST] as const),
]);

/** Operators that change a container, and do not only replace it. */
const OPERATORS: ReadonlyMap<string, readonly Changeable[]> = new Map([
  ['|=', DICT],
  ['+=', LIST],
  ['*=', LIST],
]);

const changesIn = cachedBySection(({ nodes: { assignment, attribute, simple } }): ReadonlySet<Changeable> => {
  const found = new Set<Changeable>();
  const add = (changed: readonly Changeable[] = []) => {
    for (const each of changed) found.add(each);
  };
  const change = (target: Expression) => {
    if (holdsSubscript(target)) add(BOTH);
  };
  for (const { operator, targets } of assignment) {
    add(OPERATORS.get(operator));
    targets.forEach(change);
  }
  for (const { name } of attribute) add(METHODS.get(name));
  for (const { keyword, values } of simple) if (keyword === 'del') values.forEach(change);
  return found;
});

const holdsSubscript = (target: Expression): boolean =>
  target.kind === 'attribute'
    ? holdsSubscript(target.object)
    : target.kind !== 'name' && [...walk(target)].some(({ kind }) => kind === 'subscript');

/** The containers that some code of the program changes after they are made. */
export const changedInPlace = cachedByTree(({ sections }): ReadonlySet<Changeable> => {
  const found = new Set<Changeable>();
  for (const section of sections) {
    for (const each of changesIn(section)) found.add(each);
    if (found.size === BOTH.length) break;
  }
  return found;
});
