import { allOfKind, type Call, cachedByTree, type Expression, type Node, type Tree } from './tree';

/**
 * What the text takes the dict of attributes of, and may change this: `vars(args)['dim'] = 8`, `module.__dict__.update(…)`. An object
 * that a parser has just made is left out, because nothing else has it.
 */
export const ownersOfChangedDicts = cachedByTree((tree): readonly Expression[] => {
  if (!WORDS.test(tree.text)) return [];
  const inAttributes = allOfKind(tree, 'attribute').flatMap((node) =>
    node.name === '__dict__' && !isOnlyRead(node) ? node.object : [],
  );
  const inCalls = tree.calls.flatMap((node) =>
    isVars(node) && !isOnlyRead(node) ? (node.arguments[0]?.value ?? []) : [],
  );
  return [...inAttributes, ...inCalls].filter((owner) => !isJustParsed(owner));
});

/** Fast test: without any of these words no text takes such a dict. */
const WORDS = /\b(?:__dict__|vars)\b/;

/** Whether the text may change attributes through the dict of them. */
export const changesByDict = (tree: Tree): boolean => ownersOfChangedDicts(tree).length > 0;

const isVars = ({ callee }: Call): boolean => callee.kind === 'name' && callee.name === 'vars';

const isJustParsed = (owner: Expression): boolean =>
  owner.kind === 'call' && /^\.?parse_args$/.test(lastNameOf(owner.callee));

/** Whether an expression for a dict stands where nothing can change this. */
export function isOnlyRead(dict: Node): boolean {
  const { parent } = dict;
  switch (parent?.kind) {
    case 'doubleStar':
    case 'compare':
    case 'string':
      return true;
    case 'entry':
      return parent.key === undefined;
    case 'positional':
      return parent.parent?.kind === 'call' && READERS.has(lastNameOf(parent.parent.callee));
    case 'attribute':
      return METHODS.has(parent.name) && parent.parent?.kind === 'call';
    case 'subscript':
      return isElementRead(parent);
    case 'block':
      return parent.keyword === 'for' && parent.value === dict;
    case 'generator':
      return parent.iterable === dict;
    default:
      return false;
  }
}

const READERS = new Set([
  ...['dict', 'len', 'list', 'print', 'repr', 'sorted', 'str', 'tuple', 'pformat', 'pprint'],
  ...['.debug', '.dumps', '.info', '.pformat', '.pprint', '.warning'],
]);
const METHODS = new Set(['copy', 'get', 'items', 'keys', 'values']);

const lastNameOf = (callee: Node): string => {
  if (callee.kind === 'name') return callee.name;
  return callee.kind === 'attribute' ? `.${callee.name}` : '';
};

/** Whether an element is read, and neither set nor deleted. */
function isElementRead(element: Node): boolean {
  const { parent } = element;
  switch (parent?.kind) {
    case 'assignment':
      return parent.value === element;
    case 'simple':
      return parent.keyword !== 'del';
    case 'block':
    case 'item':
    case 'generator':
      return parent.target !== element;
    case 'tuple':
    case 'list':
    case 'starred':
      return isElementRead(parent);
    default:
      return true;
  }
}
