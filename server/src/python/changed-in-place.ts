import { once } from '../basics/once';
import { cachedBySection, type Expression, type Tree, walk } from './tree';

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
  const targets = [
    ...assignment.flatMap((each) => each.targets),
    ...simple.flatMap(({ keyword, values }) => (keyword === 'del' ? values : [])),
  ];
  return new Set([
    ...assignment.flatMap(({ operator }) => OPERATORS.get(operator) ?? []),
    ...attribute.flatMap(({ name }) => METHODS.get(name) ?? []),
    ...targets.flatMap((target) => (holdsSubscript(target) ? BOTH : [])),
  ]);
});

const holdsSubscript = (target: Expression): boolean =>
  [...walk(target)].some(({ kind }) => kind === 'subscript');

/** The containers that some code of the program changes after they are made. */
export const changedInPlace = once(
  ({ sections }: Tree): ReadonlySet<Changeable> =>
    new Set(sections.flatMap((section) => [...changesIn(section)])),
);
