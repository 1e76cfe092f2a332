// What attributes of a library's objects hold beside the arguments that made them.
import { entryIn, type Role } from '../../catalogue';
import type { Evaluator, Value } from '../../evaluator';
import { dictBy } from '../../evaluator/containers';
import { fails, isJudged, isRunByModule } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import type { Node } from '../../python/tree';
import { runtimeOf } from '../calls/runtime';
import { instanceOf } from '../calls/types';
import type { AssignedAttributes } from './assigned-attributes';
import { valueOfResult } from './described-results';
import { tableOf } from './nested-results';
import { STACK } from './stacks';

export function heldAttribute(
  object: Value,
  name: string,
  node: Node,
  ev: Evaluator,
  attributes: AssignedAttributes,
): Value | undefined {
  const made = object.kind === 'made' ? instanceOf(object) : undefined;
  if (object.kind !== 'made' || !made) return undefined;
  const known = made.call ? undefined : object.given.keywords.get(name);
  const held = made.entry.holds?.[name];
  if (known || !held) return known;
  // What the program gives itself may be anything.
  if (made.call && made.entry.parameters.some((parameter) => parameter.name === name)) return undefined;
  const reason = `Nothing has prepared or stacked the table yet, so there is no \`${name}\``;
  if (held.onceStacked && isJudged(ev, object) && isUnstacked(object, node, ev, attributes))
    fails(ev, node, refused(reason, 'AssertionError'));
  return valueOfResult(held.of, node, ev);
}

/** What `vars` gives of a table or a feature, which holds its arguments and what the program has set. */
export function heldAsDict(
  object: Value,
  node: Node,
  ev: Evaluator,
  attributes: AssignedAttributes,
): Value | undefined {
  const made = object.kind === 'made' ? instanceOf(object) : undefined;
  if (!made?.call || made.entry.library !== 'tensorflow' || !HOLDING.has(made.entry.role)) return undefined;
  const { parameters } = entryIn(made.entry, runtimeOf(ev.tree).environment);
  const set = attributes.namesOn(object);
  const names = [...parameters.map(({ name }) => name), ...set.names];
  return dictBy(ev, names, (name) => ev.attribute(object, name, node), node, set.mayHaveMore);
}

const HOLDING: ReadonlySet<Role | undefined> = new Set<Role>(['table', 'feature']);

/** Whether the table that an object is, or belongs to, certainly is in no stack. */
function isUnstacked(object: Value, node: Node, ev: Evaluator, attributes: AssignedAttributes): boolean {
  const table = instanceOf(object)?.entry.role === 'table' ? object : tableOf(object);
  return (
    isRunByModule(ev.around) &&
    table?.kind === 'made' &&
    instanceOf(table)?.call !== undefined &&
    !table.given.hasUnknownArguments &&
    ![...table.given.keywords.keys()].some((name) => name.startsWith('_')) &&
    attributes.get(table, STACK, node) === undefined
  );
}
