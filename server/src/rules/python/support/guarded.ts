import { addTo } from '../../../basics/groups';
import { once } from '../../../basics/once';
import { findEntry } from '../../../catalogue';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import { choicesBefore, exitsBefore, handlersOf } from '../../../python/branches';
import { bindingOf, resolve } from '../../../python/names';
import { stringValue } from '../../../python/strings';
import {
  allOfKind,
  type Block,
  type Expression,
  isStatement,
  type Node,
  statementOf,
  type Tree,
  walk,
} from '../../../python/tree';

/**
 * Whether the code is prepared for a name to be missing: in a `try` that catches it, or where `hasattr` or the
 * version of TensorFlow decides. For names that other versions have, `hasattr` of anything in TensorFlow counts.
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
  // In the same block, an import may fail first and raise another exception.
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
          (choice) =>
            CHOICE.has(choice.keyword) &&
            choice.value &&
            asks(choice.value) &&
            !(choice === block && isThere(tree, choice.value)),
        );
  const isIn = (place: Node, depth: number): boolean => {
    for (let at = place.parent; at; at = at.parent) {
      if (at.kind === 'block' ? guards(at) : OPERATION.has(at.kind) && asks(at)) return true;
      if (isStatement(at) && exitsBefore(at).some(({ value }) => value && asks(value))) return true;
      if ((at.kind === 'function' || at.kind === 'class') && depth < MAX_CALLERS) {
        const { start, end } = at;
        const uses = (usesIn(tree).get(at.name) ?? []).filter((use) => use.start < start || use.start >= end);
        if (uses.length > 0 && uses.length <= MAX_USES && uses.every((use) => isIn(use, depth + 1)))
          return true;
      }
    }
    return false;
  };
  return isIn(node, 0);
}

/** Callers of a function or class are followed for so many steps, if it has no more than `MAX_USES` uses. */
const MAX_CALLERS = 2;
const MAX_USES = 8;

/** The places where a name is used, alone or after a dot. */
const usesIn = once((tree: Tree): ReadonlyMap<string, readonly Expression[]> => {
  const uses = new Map<string, Expression[]>();
  for (const node of [...allOfKind(tree, 'name'), ...allOfKind(tree, 'attribute')])
    addTo(uses, node.name, node);
  return uses;
});

/** Expressions that ask for TensorFlow's version. */
const VERSION = /__version__|\bVERSION\b|(?:tf|TF|tensorflow|TENSORFLOW)_?(?:version|VERSION)/;

/** The values assigned to the names in a condition, such as `HAS_EMBEDDING = hasattr(…)`, through further names. */
function valuesIn(tree: Tree, condition: Node, depth = 0): Node[] {
  return [...walk(condition)].flatMap((node) => {
    const values = node.kind === 'attribute' ? attributeValues(tree, node.name) : nameValue(tree, node);
    return depth < MAX_NAMES
      ? values.flatMap((value) => [value, ...valuesIn(tree, value, depth + 1)])
      : values;
  });
}

const MAX_NAMES = 2;

function nameValue(tree: Tree, node: Node): readonly Node[] {
  const binding = node.kind === 'name' ? bindingOf(tree, node) : undefined;
  if (binding?.kind === 'function')
    return binding.node.end - binding.node.start > MAX_LENGTH ? [] : [binding.node];
  const value = binding && (binding.value ?? assignedBy(binding.node));
  return value ? [value] : [];
}

/** Longer functions are not searched for such questions. */
const MAX_LENGTH = 1000;

/** `major, minor = …` */
const assignedBy = (node: Node): Expression | undefined => {
  const statement = statementOf(node);
  return statement?.kind === 'assignment' ? statement.value : undefined;
};

/** The values assigned to attributes of a name, in a class or after a dot. */
const attributeValues = (tree: Tree, name: string): readonly Expression[] =>
  (usesIn(tree).get(name) ?? [])
    .filter(({ parent }) => parent?.kind === 'assignment')
    .slice(0, MAX_USES)
    .flatMap((use) => assignedBy(use) ?? [])
    .filter(({ start, end }) => end - start <= MAX_LENGTH);

/** Whether a condition asks only for names that exist. */
function isThere(tree: Tree, condition: Node): boolean {
  if (condition.kind !== 'call' || condition.callee.kind !== 'name' || condition.callee.name !== 'hasattr')
    return false;
  const [object, name] = condition.arguments;
  const path = object && resolve(tree, object.value);
  const asked = name?.value.kind === 'string' ? stringValue(tree.text, name.value) : undefined;
  const entry = path === undefined || asked === undefined ? undefined : findEntry(`${path}.${asked}`);
  return entry !== undefined && !entry.removed;
}

/** Whether an expression asks whether TensorFlow has a name. */
function probesTensorFlow(tree: Tree, condition: Node): boolean {
  return [...walk(condition)].some((node) => {
    if (node.kind !== 'call' || node.callee.kind !== 'name' || !PROBES.has(node.callee.name)) return false;
    const [asked] = node.arguments;
    const name = asked && resolve(tree, asked.value);
    return name !== undefined && /^tensorflow\b/.test(name);
  });
}

const PROBES: ReadonlySet<string> = new Set(['hasattr', 'getattr', 'dir']);

/** The questions that a condition asks. */
interface Asked {
  readonly version: boolean;
  readonly names: ReadonlySet<string>;
  readonly tensorflow: boolean;
}

/** The questions of a condition. The answer depends on the whole tree, so it is cached by tree. */
const askedIn = once((tree: Tree) =>
  once((condition: Node): Asked => {
    const conditions = [condition, ...valuesIn(tree, condition)];
    const source = conditions.map(({ start, end }) => tree.text.slice(start, end)).join(' ');
    return {
      version: VERSION.test(source),
      names: new Set([...source.matchAll(ASKED)].map(([, of, listed]) => (of ?? listed)!)),
      tensorflow: conditions.some((one) => probesTensorFlow(tree, one)),
    };
  }),
);

/** Whether the text itself assigns an attribute of this name. */
export const isAdded = ({ tree }: PythonFile, name: string): boolean => attributesSetIn(tree).has(name);

const attributesSetIn = once(
  ({ text }: Tree): ReadonlySet<string> =>
    new Set([...text.matchAll(ADDED)].map(([, attribute]) => attribute!)),
);
const ADDED = /\.([\p{L}\p{N}_]+)\s*=(?!=)/gu;

/** Inside `hasattr` and similar calls, a name may be missing. */
export const isProbed = (text: string, start: number) =>
  /(?:hasattr|getattr)\(\s*$/.test(text.slice(Math.max(0, start - 20), start));

/** `hasattr(module, 'name')`, `has('name')`, `'name' in dir(module)` */
const ASKED = /\b_?(?:has|supports)[a-z_]*\((?:[^()]*,)?\s*['"](\w+)['"]|['"](\w+)['"]\s+in\s+dir\b/g;

/** The exceptions that a missing name raises, and their base classes. `Exception` is too general to count. */
const MISSING = {
  module: /\b(?:ImportError|ModuleNotFoundError)\b/,
  attribute: /\bAttributeError\b/,
  any: /\b(?:AttributeError|ImportError|ModuleNotFoundError)\b/,
};

const CHOICE: ReadonlySet<string> = new Set(['if', 'elif']);
const OPERATION: ReadonlySet<string> = new Set(['conditional', 'boolean']);
