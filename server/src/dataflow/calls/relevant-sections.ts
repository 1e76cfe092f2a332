import { addTo, addToSet } from '../../basics/groups';
import { lazy, oncePerName } from '../../basics/once';
import { allEntries, callableIn, findEntry, isJudgedName, isKnownPath } from '../../catalogue';
import { lastPart } from '../../catalogue/names';
import { relevantCode } from '../../catalogue/relevant';
import { cached, untracked } from '../../python/cache';
import { nameOf } from '../../python/exceptions';
import { mayMutate } from '../../python/may-mutate';
import { type Binding, importsAllIn, moduleBindings, moduleBindingsIn, resolve } from '../../python/names';
import { stringValue } from '../../python/strings';
import {
  type Attribute,
  cachedBySection,
  cachedByTree,
  type Import,
  type Name,
  type Node,
  type Section,
  type Tree,
  treeAround,
} from '../../python/tree';

/** Whether the code of a program can reach the catalogue at all. */
export const reachesCatalogue = cachedByTree(({ text }): boolean => relevantCode(text));

/**
 * Whether a program uses a name of an import of the catalogue, or of a package around it. There is no other way to reach
 * the catalogue.
 */
export const importsCatalogue = cachedByTree((tree): boolean => {
  const names = new Set(tree.sections.flatMap(catalogueNamesIn));
  if (names.has(ANY_NAME)) return true;
  return (
    names.size > 0 && tree.sections.some(({ nodes }) => nodes.words.name.some((name) => names.has(name)))
  );
});

/**
 * The sections of a program that can use something of TPU embedding. Such a section names it, or shares a name with another
 * such section that binds the name or may put something into its object. A function that only receives such objects as
 * arguments is evaluated from its calls.
 */
export const relevantSections = cachedByTree(
  (tree): ReadonlySet<Section> => untracked(() => findRelevantSections(tree)),
);

function findRelevantSections(tree: Tree): ReadonlySet<Section> {
  const pending = reachesCatalogue(tree) && importsCatalogue(tree) ? sectionsThatRefer(tree) : [];
  const relevant = new Set(pending);
  if (pending.length === 0) return relevant;
  if (tree.sections.some(importsAllIn)) return new Set(tree.sections);
  const others = tree.sections.filter((section) => !relevant.has(section));
  const users = usersOfNames(tree, others);
  for (let section = pending.pop(); section; section = pending.pop())
    for (const name of namesPassedOn(tree, section, users)) {
      for (const user of users.get(name) ?? []) {
        if (relevant.has(user)) continue;
        relevant.add(user);
        pending.push(user);
      }
      users.delete(name);
    }
  for (const section of functionsForResults(tree, relevant)) relevant.add(section);
  return relevant;
}

/** The other sections with functions that are given for what they return, or with classes whose objects are. */
function functionsForResults(tree: Tree, relevant: ReadonlySet<Section>): readonly Section[] {
  const bindings = moduleBindings(tree);
  const isCalled = (name: string) =>
    bindings.get(name)?.some(({ kind }) => kind === 'function' || kind === 'class');
  const others = new Map<string, Section[]>();
  for (const section of tree.sections) {
    if (relevant.has(section)) continue;
    for (const name of classesOf(section)) if (isCalled(name)) addTo(others, name, section);
    for (const [name] of moduleBindingsIn(section)) if (isCalled(name)) addTo(others, name, section);
  }
  if (others.size === 0) return [];
  const given = new Set<string>();
  for (const { nodes } of relevant)
    for (const [i, name] of nodes.words.name.entries())
      if (others.has(name) && isGivenForResult(nodes.name[i]!)) given.add(name);
  return [...given].flatMap((name) => others.get(name) ?? []);
}

/** Whether a name is given to a parameter that takes a function for its result, or is the class of an object that is. */
function isGivenForResult(name: Name): boolean {
  const { parent } = name;
  const given = parent?.kind === 'call' && parent.callee === name ? parent : name;
  return given.parent !== undefined && takesForResult(given.parent);
}

/** Whether a node is an argument for a parameter that takes a function for its result. */
function takesForResult(node: Node): boolean {
  const { parent: call } = node;
  if (call?.kind !== 'call' || node === call.callee) return false;
  const { byName, byPlace } = forResults();
  if (node.kind === 'keyword') return byName.has(node.name!);
  const places = byPlace.get(nameOf(call.callee));
  return places !== undefined && call.arguments.some((argument, i) => argument === node && places.has(i));
}

/** The parameters that take a function whose result is told: their names, and their places in the calls of each callee. */
const forResults = lazy(() => {
  const byName = new Set<string>();
  const byPlace = new Map<string, Set<number>>();
  for (const entry of allEntries())
    for (const [position, { name, type }] of entry.parameters.entries())
      if (callableIn(type)?.returns) {
        byName.add(name);
        addToSet(byPlace, entry.name, position);
      }
  return { byName, byPlace };
});

/** Stands for all names that `from module import *` binds. */
const ANY_NAME = '*';

/** The names in a section that are imports of the catalogue, or of a package around it. */
const catalogueNamesIn = cachedBySection((section): readonly string[] =>
  section.nodes.import.flatMap(catalogueNamesOf),
);

function catalogueNamesOf({ from, names, star }: Import): readonly string[] {
  if (star) return from !== undefined && isKnownPath(from) ? [ANY_NAME] : [];
  return names.flatMap(({ name, alias }) => {
    const [root = ''] = name.split('.', 1);
    const bound = alias ?? (from === undefined ? root : name);
    const path = from !== undefined ? `${from}.${name}` : alias === undefined ? root : name;
    return isKnownPath(path) ? bound : [];
  });
}

/** The sections that refer to something of the catalogue by name. */
function sectionsThatRefer(tree: Tree): Section[] {
  const withGetattr = /\bgetattr\b/.test(tree.text)
    ? tree.sections.filter((section) => section.nodes.words.name.includes('getattr'))
    : [];
  const isQuoted = withGetattr.length > 0 && tree.sections.some(quotesCatalogueName);
  const found = new Set(isQuoted ? withGetattr : []);
  for (const section of tree.sections) if (refersToCatalogue(tree, section)) found.add(section);
  return [...found];
}

const refersToCatalogue = (tree: Tree, section: Section): boolean =>
  importsFromCatalogue(section) || resolvesToCatalogue(tree, section) || isAnnotatedBy(section);

/** Whether a name or an attribute with the name of something in the catalogue may stand for that. */
const resolvesToCatalogue = (tree: Tree, section: Section): boolean =>
  hasJudgedName(section) && someResolves(tree, section) === true;

const hasJudgedName = cachedBySection(
  ({ nodes }) => nodes.words.attribute.some(isJudgedName) || nodes.words.name.some(isJudgedName),
);

const someResolves = cached((tree, { nodes }: Section): boolean => {
  const mayStandForIt = (node: Attribute | Name) => {
    const name = resolve(tree, node);
    return name === undefined || !isOthers(name);
  };
  return (
    nodes.words.attribute.some((name, i) => isJudgedName(name) && mayStandForIt(nodes.attribute[i]!)) ||
    nodes.words.name.some((name, i) => isJudgedName(name) && mayStandForIt(nodes.name[i]!))
  );
});

/** Whether an annotation in quotes names something of the catalogue. */
const isAnnotatedBy = cachedBySection((section): boolean =>
  section.nodes.string.some(
    (node) => isInAnnotation(node) && isJudgedName(lastPart(stringValue(treeAround(node).text, node) ?? '')),
  ),
);

function isInAnnotation(node: Node): boolean {
  const { parent } = node;
  if (parent?.kind === 'subscript') return isInAnnotation(parent);
  return parent?.kind === 'function'
    ? parent.returns === node
    : (parent?.kind === 'parameter' || parent?.kind === 'assignment') && parent.annotation === node;
}

const importsFromCatalogue = cachedBySection((section): boolean =>
  section.nodes.import.some(({ from, names }) =>
    names.some(({ name }) => isJudgedName(name) && !isOthers(from === undefined ? name : `${from}.${name}`)),
  ),
);

/** Whether a dotted name belongs to another library that has the same name, such as the optimizers of Keras. */
const isOthers = oncePerName((name): boolean => {
  if (!isKnownPath(name.split('.', 1)[0]!)) return false;
  const entry = findEntry(name);
  return !entry || entry.foreign === true;
});

/** Whether a section contains a name of the catalogue as a string, which a `getattr` anywhere in the program may use. */
const quotesCatalogueName = cachedBySection((section): boolean =>
  section.nodes.string.some((node) => isJudgedName(stringValue(treeAround(node).text, node) ?? '')),
);

/** Which of some sections use each name of the module. */
function usersOfNames(tree: Tree, sections: readonly Section[]): Map<string, Section[]> {
  const all = moduleBindings(tree);
  const users = new Map<string, Section[]>();
  for (const section of sections) {
    const use = (name: string) => {
      if (all.has(name) && users.get(name)?.at(-1) !== section) addTo(users, name, section);
    };
    classesOf(section).forEach(use);
    section.nodes.words.name.forEach(use);
  }
  return users;
}

/** The name of the class whose members a section has. */
const classesOf = cachedBySection(({ opens, members }): readonly string[] => {
  const around = opens ?? members[0]?.parent;
  return around?.kind === 'class' ? [around.name] : NONE;
});

const NONE: readonly string[] = [];

/**
 * The names through which other sections get what a section makes: names that it binds, and module variables and classes
 * with users that it may put something into.
 */
function namesPassedOn(
  tree: Tree,
  section: Section,
  users: ReadonlyMap<string, readonly Section[]>,
): readonly string[] {
  const names = [...classesOf(section)];
  for (const [name, bindings] of moduleBindingsIn(section))
    if (bindings.length === 0 || bindings.some(isMade)) names.push(name);
  const all = moduleBindings(tree);
  const { words, name: nodes } = section.nodes;
  for (const [i, name] of words.name.entries()) {
    if (!users.has(name)) continue;
    const kind = all.get(name)?.find(isObject)?.kind;
    if (kind && mayMutate(nodes[i]!, kind === 'class')) names.push(name);
  }
  return names;
}

const isObject = ({ kind }: Binding) => kind !== 'import' && kind !== 'function';

/** Whether a section makes what it binds. An import does not, unless it is of the catalogue, perhaps under an alias. */
const isMade = ({ kind, target }: Binding): boolean =>
  kind !== 'import' || (target !== undefined && isJudgedName(lastPart(target)) && !isOthers(target));
