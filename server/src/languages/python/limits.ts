// Writes limits of ids into the calls that make tables.
import type { TextEdit } from '../../basics/range';
import { parameterFor, type Setting } from '../../catalogue';
import { argumentOf } from '../../dataflow/calls/python-file';
import { addArguments, replaceNode } from '../../rules/python/support/edits';
import type { SizedTable } from '../../sizing/tables';
import type { TableInStack } from './stacks';

type LimitName = keyof Pick<SizedTable, 'maxIds' | 'maxUniqueIds'>;

export type LimitNumbers = { readonly [name in LimitName]?: number };

const SETTINGS: Readonly<Record<LimitName, Setting>> = {
  maxIds: 'max_ids_per_partition',
  maxUniqueIds: 'max_unique_ids_per_partition',
};

export const LIMIT_NAMES = Object.keys(SETTINGS) as readonly LimitName[];

/** Why the limits of a table cannot be set in its call, in a sentence for people. */
export function obstacleTo({ part: { call }, stack, sizes }: TableInStack): string | undefined {
  const { stacking } = sizes;
  const isOfTables = stacking && 'hasLargestLimits' in stacking;
  if (stack.tables.length > 1 && !isOfTables)
    return 'A stack of several tables ignores their limits: the call that stacks them takes functions for limits.';
  return call.binding.open || !call.node.complete
    ? 'The arguments of the call are not all written there.'
    : undefined;
}

export function writeLimits(
  text: string,
  { part: { call } }: TableInStack,
  limits: LimitNumbers,
): TextEdit[] {
  const edits: TextEdit[] = [];
  const added: string[] = [];
  for (const name of LIMIT_NAMES) {
    const value = limits[name];
    const parameter = parameterFor(call.entry, SETTINGS[name]);
    if (value === undefined || !parameter) continue;
    const given = argumentOf(call, parameter.name);
    if (given) edits.push(replaceNode(given, String(value)));
    else added.push(`${parameter.name}=${value}`);
  }
  return added.length === 0 ? edits : [...edits, ...addArguments(text, call.node, added)];
}
