// Writes limits of ids into the calls that make tables.
import type { TextEdit } from '../../basics/range';
import type { Setting } from '../../catalogue';
import { giveNumbers } from '../../rules/python/support/give-numbers';
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

export const writeLimits = (
  text: string,
  { part: { call } }: TableInStack,
  limits: LimitNumbers,
): TextEdit[] =>
  giveNumbers(
    text,
    call,
    LIMIT_NAMES.flatMap((name) => {
      const value = limits[name];
      return value === undefined ? [] : [[SETTINGS[name], value] as const];
    }),
  );
