import { groupBy } from '../../../basics/groups';
import { onceWithin } from '../../../basics/once';
import { evaluationOf } from '../../../dataflow/calls/evaluation';
import { stringValue } from '../../../python/strings';
import { functionOf } from '../../../python/surroundings';
import { textMatches } from '../../../python/text-matches';
import {
  allOfKind,
  type ClassDefinition,
  cachedByTree,
  type Expression,
  type FunctionDefinition,
  type Lambda,
  type Node,
  statementOf,
  type Tree,
  walk,
} from '../../../python/tree';
import { usesByName } from '../../../python/uses';
import { ASKING, askedIn } from './guarded';

/** What a program can choose among others of its kind. */
type Choice = FunctionDefinition | Lambda | ClassDefinition;

/** Whether a node is in a function or class that the program, asking for the release, passes over for another one. */
export function isInPassedOver(tree: Tree, node: Node): boolean {
  const around = textMatches(tree, ASKING) ? functionOf(node) : undefined;
  if (!around || evaluationOf(tree).runs(around)) return false;
  for (let at: Node | undefined = around; at; at = at.parent)
    if (isChoice(at) && isChosenByRelease(tree)(at)) return true;
  return false;
}

const isChoice = (node: Node): node is Choice =>
  node.kind === 'function' || node.kind === 'lambda' || node.kind === 'class';

/** Whether one of the places that a function or class is handed on to asks for the release. */
const isChosenByRelease = cachedByTree((tree) =>
  onceWithin((choice: Choice): boolean => {
    const seen = new Set<Node>();
    let places = placesOf(tree, choice);
    for (let step = 0; step < MAX_STEPS; step++) {
      const fresh = places.filter((place) => !seen.has(place)).slice(0, MAX_PLACES);
      if (fresh.some(asksForRelease(tree))) return true;
      for (const place of fresh) seen.add(place);
      places = fresh.flatMap(usesOfFilled(tree));
    }
    return false;
  }),
);

// Many choices may have one name and share their places, so what follows from a place or a name is limited, and found once.

/** Functions are followed through so many variables, and to so many places of each. */
const MAX_STEPS = 3;
const MAX_PLACES = 20;

const firstOf = <T>(all: Iterable<T>): readonly T[] => [...new Set(all)].slice(0, MAX_PLACES);

/** The statements that name a choice without calling it, or read what its decorators put it into. */
const placesOf = (tree: Tree, choice: Choice): readonly Node[] =>
  choice.kind === 'lambda'
    ? [statementOf(choice) ?? choice]
    : [...placesHandedOn(tree)(choice.name), ...choice.decorators.flatMap(usesOfFilled(tree))];

const placesUsed = cachedByTree((tree) =>
  onceWithin((name: string) => firstOf(usesOf(tree, name).map((use) => statementOf(use) ?? use))),
);

const placesHandedOn = cachedByTree((tree) =>
  onceWithin((name: string) =>
    firstOf(
      usesOf(tree, name)
        .filter(isHandedOn)
        .map((use) => statementOf(use) ?? use),
    ),
  ),
);

const usesOf = (tree: Tree, name: string): readonly Expression[] => [
  ...(usesByName(tree).get(name) ?? []),
  ...(stringsIn(tree).get(name) ?? []),
];

const isHandedOn = (use: Expression): boolean => use.parent?.kind !== 'call' || use.parent.callee !== use;

const asksForRelease = cachedByTree((tree) =>
  onceWithin((place: Node): boolean =>
    [place, ...conditionsAround(place), ...definitionsNamedIn(tree)(place)].some((each) => {
      const { version, tensorflow, python } = askedIn(tree)(each);
      return version || tensorflow || python;
    }),
  ),
);

/** The conditions of the blocks that a place is in. */
function conditionsAround(place: Node): readonly Node[] {
  const found: Node[] = [];
  for (let at = place.parent; at?.kind === 'block'; at = at.parent) if (at.value) found.push(at.value);
  return found;
}

/** The uses of the variables that a place, or a function that it names, puts something into. */
const usesOfFilled = cachedByTree((tree) =>
  onceWithin((place: Node) =>
    firstOf(
      [place, ...definitionsNamedIn(tree)(place)].flatMap(variablesFilledIn(tree)).flatMap(placesUsed(tree)),
    ),
  ),
);

/** A class may get other members by an edit, so this counts for one tree, too. */
const variablesFilledIn = cachedByTree((_) =>
  onceWithin((place: Node) =>
    firstOf(
      [...walk(place)]
        .flatMap((node) => (node.kind === 'assignment' ? node.targets : []))
        .map((target) => (target.kind === 'subscript' ? target.object : target))
        .flatMap((filled) => (filled.kind === 'name' ? filled.name : [])),
    ),
  ),
);

const definitionsNamedIn = cachedByTree((tree) =>
  onceWithin((place: Node) =>
    firstOf(
      [...walk(place)].flatMap((node) =>
        node.kind === 'name' || node.kind === 'attribute' ? definitionsOf(tree)(node.name) : [],
      ),
    ),
  ),
);

const definitionsOf = cachedByTree((tree) =>
  onceWithin((name: string) => firstOf(definitionsIn(tree).get(name) ?? [])),
);

const definitionsIn = cachedByTree(
  (tree): ReadonlyMap<string, readonly Node[]> =>
    groupBy([...allOfKind(tree, 'function'), ...allOfKind(tree, 'class')], ({ name }) => name),
);

/** The strings that a method may be looked up by. */
const stringsIn = cachedByTree(
  (tree): ReadonlyMap<string | undefined, readonly Expression[]> =>
    groupBy(allOfKind(tree, 'string'), (node) => stringValue(tree.text, node)),
);
