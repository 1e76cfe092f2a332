// Which stack a table belongs to: calls that stack tables write it into them.
import { type Entry, parameterFor, type Setting } from '../../catalogue';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { itemsOf, str, unknown } from '../../evaluator/value';
import { functionOf } from '../../python/surroundings';
import { allOfKind, type Block, type Call, type Node, treeAround, walk } from '../../python/tree';
import { stackName } from '../../sizing/sparsecore/names';
import { valueOfParameter } from '../calls/arguments';
import { instanceOf } from '../calls/types';
import type { AssignedAttributes } from './assigned-attributes';

/**
 * The attribute of a table that holds the name of its stack. No program can write it. A table that lacks it is not stacked, and
 * a string without a known value is the name of some stack.
 */
export const STACK = '(stack)';

/** Writes into tables what a call does that stacks them. */
export function stackTables(
  { entry, given, node }: { readonly entry: Entry; readonly given: Arguments; readonly node: Call },
  reached: { readonly certain: readonly Value[]; readonly perhaps: readonly Value[] },
  attributes: AssignedAttributes,
  automatic: () => ReadonlyMap<string, string>,
): void {
  const argument = (setting: Setting) => {
    const parameter = parameterFor(entry, setting);
    return parameter && valueOfParameter(entry, parameter.name, given, node);
  };
  const stackOf = STACKS[entry.stacking!]!({ argument, node, entry, automatic });
  for (const table of reached.certain) {
    const stack = stackOf(attributes.get(table, STACK, node), nameOf(table, attributes));
    if (stack) attributes.set(table, STACK, stack);
  }
  for (const table of reached.perhaps) attributes.set(table, STACK, unknown(node, 'branch'));
}

/**
 * The stack that a table certainly is in, as the same function says above, or the module: that one before it calls a function,
 * wherever this stands. Methods may each have objects of their own, such as those of a test case.
 */
export function stackAbove(
  stack: Value | undefined,
  node: Node,
): Extract<Value, { kind: 'str' }> | undefined {
  if (stack?.kind !== 'str') return undefined;
  const place = functionOf(stack.node);
  const isCalledLater = !place && functionOf(node) !== undefined && loopsAround(stack.node).length === 0;
  if (stack.node.start >= node.start && !isCalledLater && !isPassedAgain(stack.node, node)) return undefined;
  return !place || place === functionOf(node) ? stack : undefined;
}

/** Whether a loop that nothing leaves early gets to a call again, so that an earlier pass has stacked the table. */
function isPassedAgain(earlier: Node, node: Node): boolean {
  const loops = loopsAround(node);
  return earlier === node && loops.length > 0 && loops.every(isWhole) && isReachedOnce(functionOf(node));
}

const loopsAround = (node: Node): readonly Block[] => {
  const blocks: Block[] = [];
  for (let at = node.parent; at && at.kind !== 'function'; at = at.parent)
    if (at.kind === 'block' && LOOP.test(at.keyword)) blocks.push(at);
  return blocks;
};

const LOOP = /^(?:for|while)$/;

const isWhole = (loop: Block): boolean =>
  loop.keyword === 'for' &&
  ![...walk(loop)].some((each) => each.kind === 'simple' && ENDS.test(each.keyword));

const ENDS = /^(?:break|return|raise)$/;

/** Whether the program calls a function, and those that call it, at one place that no loop is around. */
function isReachedOnce(definition: ReturnType<typeof functionOf>, depth = 0): boolean {
  if (!definition) return true;
  if (definition.kind === 'lambda' || depth > MAX_CALLERS) return false;
  const { name } = definition;
  const [use, ...more] = allOfKind(treeAround(definition), 'name').filter((each) => each.name === name);
  const isOnce = use && more.length === 0 && use.parent?.kind === 'call' && loopsAround(use).length === 0;
  return isOnce === true && isReachedOnce(functionOf(use), depth + 1);
}

const MAX_CALLERS = 8;

/** The stacks that tables certainly are in, each once; undefined if one is not known. */
export function stacksOf(tables: readonly Value[], node: Node, ev: Evaluator): readonly string[] | undefined {
  const names = tables.map((table) => stackAbove(ev.attribute(table, STACK, node), node)?.value);
  return names.includes(undefined) ? undefined : [...new Set(names as string[])];
}

/** Whether an attribute of a table, or a property that sets this, holds its stack. */
export function holdsStack(table: Value, name: string): boolean {
  const entry = instanceOf(table)?.entry;
  const holder = entry && parameterFor(entry, 'stack')?.name;
  return holder !== undefined && [name, `_${name}`].includes(holder);
}

/** Why a table takes no other value for an attribute: it certainly is in a stack. */
export function refusalOfStacked(
  table: Value,
  name: string,
  node: Node,
  attributes: AssignedAttributes,
): string | undefined {
  const entry = instanceOf(table)?.entry;
  if (entry?.onceStacked === undefined || !stackAbove(attributes.get(table, STACK, node), node))
    return undefined;
  return !name.startsWith('_') && entry.parameters.some((parameter) => parameter.name === name)
    ? `cannot be set any more: the table is in a stack (\`AttributeError\`). ${entry.onceStacked}`
    : undefined;
}

interface Stacking {
  readonly argument: (setting: Setting) => Value | undefined;
  readonly node: Node;
  readonly entry: Entry;
  /** The names of the stacks that the call finds itself, by the names of their tables, if they are certain. */
  readonly automatic: () => ReadonlyMap<string, string>;
}

/** What becomes of the stack of a table, by the one that it has and its name; undefined if nothing does. */
type StackOf = (stack: Value | undefined, name: Value | undefined) => Value | undefined;

const STACKS: Readonly<Record<NonNullable<Entry['stacking']>, (stacking: Stacking) => StackOf>> = {
  needed: () => () => undefined,
  alone:
    ({ node }) =>
    (stack, name) =>
      stack?.kind === 'str' ? undefined : str(node, stack ? undefined : textOf(name)),
  alike: ({ node, automatic }) => {
    const names = automatic();
    return (stack, name) => str(node, stack ? undefined : names.get(textOf(name) ?? ''));
  },
  named: ({ argument, node }) => {
    const names = textsOf(argument('table_stacking'));
    const stack = nameOfStack(argument('stack_name'), names, node);
    return (_stack, name) => {
      const own = textOf(name);
      if (!names || own === undefined) return unknown(node, 'changed');
      return names.includes(own) ? stack : undefined;
    };
  },
};

function nameOfStack(given: Value | undefined, names: readonly string[] | undefined, node: Node): Value {
  if (given?.kind === 'str' && given.value !== '') return str(node, given.value);
  const isJoined = !given || given.kind === 'none' || given.kind === 'str';
  return str(node, isJoined && names ? stackName(names) : undefined);
}

function nameOf(table: Value, attributes: AssignedAttributes): Value | undefined {
  const entry = instanceOf(table)?.entry;
  const name = entry && parameterFor(entry, 'name')?.name;
  if (name === undefined || table.kind !== 'made') return undefined;
  return attributes.get(table, name, table.node) ?? table.given.keywords.get(name);
}

const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'str' ? value.value : undefined;

function textsOf(value: Value | undefined): readonly string[] | undefined {
  const texts = itemsOf(value)?.map(textOf);
  return texts?.includes(undefined) ? undefined : (texts as string[] | undefined);
}
