import type { Node } from './tree';

/**
 * Code that may change attributes through the dict of them, as `vars(args)['dim'] = 8` does. What only reads it is left out, and so is
 * the dict of an object that a parser has just made, which nothing else has.
 */
export const CHANGES_BY_DICT =
  /\bdel\s+(?:vars\(|[\w.]+\.__dict__\b)|(?<!(?:\*\*|\bin|\b(?:dict|len|list|print|repr|sorted|str|tuple|pformat|pprint|(?<=\.)(?:debug|dumps|info|warning))\((?:[^()\n]*,)?|\{)\s*)(?:\bvars\((?!\s*(?:\)|[\w.]*parse_args\())|(?<![\w.])[\w.]+\.__dict__\b)(?!(?:(?<=\()\s*[\w.]+\s*\))?\s*(?:\.(?:copy|get|items|keys|values)\(|\[[^[\]]*\](?!\s*(?:[-+*/|&]{0,2}=(?!=)))))/;

/** Whether an expression for a dict stands where nothing can change this. */
export function isOnlyRead({ parent }: Node): boolean {
  switch (parent?.kind) {
    case 'doubleStar':
      return true;
    case 'entry':
      return parent.key === undefined;
    case 'positional':
      return parent.parent?.kind === 'call' && READERS.has(lastNameOf(parent.parent.callee));
    case 'attribute':
      return METHODS.has(parent.name) && parent.parent?.kind === 'call';
    case 'subscript':
      return isRead(parent);
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
function isRead(element: Node): boolean {
  const { parent } = element;
  if (parent?.kind === 'assignment') return parent.value === element;
  return parent !== undefined && READING.has(parent.kind);
}

const READING: ReadonlySet<Node['kind']> = new Set<Node['kind']>([
  ...([
    'positional',
    'keyword',
    'binary',
    'compare',
    'boolean',
    'unary',
    'conditional',
    'call',
    'attribute',
  ] as const),
]);
