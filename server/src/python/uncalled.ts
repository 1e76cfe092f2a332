import { onceWithin } from '../basics/once';
import { functionOf } from './surroundings';
import { textMatches } from './text-matches';
import { allOfKind, type ClassDefinition, cachedByTree, type Node, type Tree } from './tree';

/**
 * Whether a node is in a function whose name stands nowhere else in the text, or in a method of such a class, so that nothing
 * there calls it.
 */
export function isUncalled(tree: Tree, node: Node): boolean {
  const around = functionOf(node);
  if (around?.kind !== 'function' || around.decorators.length > 0) return false;
  const { name, parent } = around;
  if (parent?.kind === 'class' && isUnused(tree, parent)) return true;
  // A base from elsewhere may call it.
  const isOwn = parent?.kind !== 'class' || parent.arguments.length === 0;
  return isOwn && /^(?!__)\w+$/.test(name) && occursOnce(tree)(name);
}

const occursOnce = cachedByTree(({ text }) =>
  onceWithin((name: string) => {
    const words = new RegExp(`\\b${name}\\b`, 'g');
    return words.test(text) && !words.test(text);
  }),
);

/** Whether nothing names a class or gets it otherwise: its bases are of the text, and do not collect their subclasses. */
const isUnused = (tree: Tree, { name, decorators, arguments: bases }: ClassDefinition): boolean =>
  decorators.length === 0 &&
  /^\w+$/.test(name) &&
  occursOnce(tree)(name) &&
  bases.every(
    ({ kind, value }) => kind === 'positional' && value.kind === 'name' && classesOf(tree).has(value.name),
  ) &&
  !textMatches(tree, FINDING_CLASSES);

const classesOf = cachedByTree(
  (tree): ReadonlySet<string> => new Set(allOfKind(tree, 'class').map(({ name }) => name)),
);

/** What finds classes by other means than their names. */
const FINDING_CLASSES =
  /__init_subclass__|__subclasses__|\bmetaclass\b|\b(?:eval|exec|globals|locals|vars)\(|\bsys\.modules\b|\binspect\b/;
