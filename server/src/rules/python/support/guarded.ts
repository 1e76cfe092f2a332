import type { PythonFile } from '../../../dataflow/python-file';
import { choicesBefore, exitsBefore, handlersOf } from '../../../python/branches';
import { bindingOf, resolve } from '../../../python/names';
import { type Block, isStatement, type Node, type Tree, walk } from '../../../python/tree';
import { once } from '../../../text/once';

/**
 * Whether the code is prepared for a name to be missing: in a `try` that catches it, or where `hasattr` or the
 * version of TensorFlow decides. For what other versions have, `hasattr` may ask TensorFlow for anything.
 */
export function isGuarded(
  { text, tree }: PythonFile,
  node: Node,
  name: string,
  isOfOtherVersions = false,
): boolean {
  const sourceOf = ({ start, end }: Node) => text.slice(start, end);
  const asks = (condition: Node) => {
    const asked = askedIn(tree)(condition);
    return asked.version || asked.names.has(name) || (isOfOtherVersions && asked.tensorflow);
  };
  // An import before it may fail first.
  const missing = (block: Block) =>
    node.kind === 'import'
      ? MISSING.module
      : [...walk(block)].some(({ kind }) => kind === 'import')
        ? MISSING.any
        : MISSING.attribute;
  const guards = (block: Block): boolean =>
    block.keyword === 'try'
      ? handlersOf(block).some(({ value }) => value && missing(block).test(sourceOf(value)))
      : [block, ...choicesBefore(block)].some(
          ({ keyword, value }) => CHOICE.has(keyword) && value && asks(value),
        );
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === 'block' ? guards(at) : OPERATION.has(at.kind) && asks(at)) return true;
    if (isStatement(at) && exitsBefore(at).some(({ value }) => value && asks(value))) return true;
  }
  return false;
}

/** What the names in a condition were given: `HAS_EMBEDDING = hasattr(…)`. */
function valuesIn(tree: Tree, condition: Node): Node[] {
  return [...walk(condition)].flatMap((node) => {
    const value = node.kind === 'name' ? bindingOf(tree, node)?.value : undefined;
    return value ? [value] : [];
  });
}

/** Whether an expression asks TensorFlow what it has. */
function probesTensorFlow(tree: Tree, condition: Node): boolean {
  return [...walk(condition)].some((node) => {
    if (node.kind !== 'call' || node.callee.kind !== 'name' || !PROBES.has(node.callee.name)) return false;
    const [asked] = node.arguments;
    const name = asked && resolve(tree, asked.value);
    return name !== undefined && /^tensorflow\b/.test(name);
  });
}

const PROBES: ReadonlySet<string> = new Set(['hasattr', 'getattr', 'dir']);

/** What a condition asks for. */
interface Asked {
  readonly version: boolean;
  readonly names: ReadonlySet<string>;
  readonly tensorflow: boolean;
}

/** What a condition of a tree asks for, which depends on the whole of it. */
const askedIn = once((tree: Tree) =>
  once((condition: Node): Asked => {
    const conditions = [condition, ...valuesIn(tree, condition)];
    const source = conditions.map(({ start, end }) => tree.text.slice(start, end)).join(' ');
    return {
      version: source.includes('__version__'),
      names: new Set([...source.matchAll(ASKED)].map(([, of]) => of!)),
      tensorflow: conditions.some((one) => probesTensorFlow(tree, one)),
    };
  }),
);

/** Whether the text itself gives something an attribute of this name. */
export const isAdded = ({ tree }: PythonFile, name: string): boolean => attributesSetIn(tree).has(name);

const attributesSetIn = once(
  ({ text }: Tree): ReadonlySet<string> =>
    new Set([...text.matchAll(ADDED)].map(([, attribute]) => attribute!)),
);
const ADDED = /\.([\p{L}\p{N}_]+)\s*=(?!=)/gu;

/** Inside of `hasattr` and the like it may be missing. */
export const isProbed = (text: string, start: number) =>
  /(?:hasattr|getattr)\(\s*$/.test(text.slice(Math.max(0, start - 20), start));

const ASKED = /\bhasattr\([^()]*,\s*['"](\w+)['"]/g;

/** What using a name that is missing raises, and what these are; `Exception` says too little to go by. */
const MISSING = {
  module: /\b(?:ImportError|ModuleNotFoundError)\b/,
  attribute: /\bAttributeError\b/,
  any: /\b(?:AttributeError|ImportError|ModuleNotFoundError)\b/,
};

const CHOICE: ReadonlySet<string> = new Set(['if', 'elif']);
const OPERATION: ReadonlySet<string> = new Set(['conditional', 'boolean']);
