// The calls that take limits of ids, and edits that write limits into those that make tables.
import { excerpt } from '../../basics/excerpt';
import { groupBy } from '../../basics/groups';
import { rangeOf, type TextEdit } from '../../basics/range';
import { parameterFor, type Setting } from '../../catalogue';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { type Derivation, derivationsOfParts } from '../../dataflow/derivation/derivation';
import { sourceOf } from '../../dataflow/derivation/made-stacking';
import type { Call } from '../../python/tree';
import { giveNumbers } from '../../rules/python/support/give-numbers';
import type { SizedTable } from '../../sizing/tables';
import type { LimitsCallAt } from '../answers';
import { nameOf, type TableInStack } from './stacks';

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
  return stack.tables.length > 1 && !isOfTables ? TAKES_FUNCTIONS : obstacleIn(call);
}

const TAKES_FUNCTIONS =
  'A stack of several tables ignores their limits: the call that stacks them takes functions for limits.';

const obstacleIn = ({ binding, node }: ApiCall): string | undefined =>
  binding.open || !node.complete ? 'The arguments of the call are not all written there.' : undefined;

/** The calls that take limits of ids of a configuration: those that make tables, and those that stack them. */
export function limitsCalls(derivation: Derivation, file: PythonFile): LimitsCallAt[] {
  const tables = tableCalls(derivation, file);
  const { stacking } = madeBy(derivation) ?? {};
  // keras-rs gives a stack the largest limits of its tables.
  if (!stacking || stacking.hasLargestLimits) return tables.map(({ call: _, ...rest }) => rest);
  const all = tables.flatMap((each) => each.tables);
  const stackings = stacking.calls.flatMap((each): LimitsCallAt[] => {
    const node = sourceOf(each);
    if (!node) return [];
    return [
      {
        ...rangeOf(node),
        tables: each.kind === 'tables' ? each.tables : all,
        callee: calleeText(node, file),
        arguments: {
          maxIds: 'stack_to_max_ids_per_partition',
          maxUniqueIds: 'stack_to_max_unique_ids_per_partition',
        },
        takesFunctions: true,
        obstacle: TAKES_FUNCTIONS,
      },
    ];
  });
  return [...tables.map(({ call: _, ...rest }) => rest), ...stackings];
}

/** The calls that make the tables of a configuration whose stacks are known. */
export function tableCalls(
  derivation: Derivation,
  file: PythonFile,
): readonly (LimitsCallAt & { readonly call: ApiCall })[] {
  const named = (madeBy(derivation)?.parts ?? []).flatMap((part) => {
    const name = nameOf(part);
    return name === undefined ? [] : [{ name, call: part.call }];
  });
  return [...groupBy(named, ({ call }) => call.node)].map(([node, made]) => {
    const { call } = made[0]!;
    const obstacle =
      obstacleIn(call) ?? (made.length > 1 || isShared(node, file) ? MAKES_SEVERAL : undefined);
    const argument = (setting: Setting) => parameterFor(call.entry, setting)?.name ?? setting;
    return {
      ...rangeOf(node),
      call,
      tables: made.map(({ name }) => name),
      callee: calleeText(node, file),
      arguments: { maxIds: argument(SETTINGS.maxIds), maxUniqueIds: argument(SETTINGS.maxUniqueIds) },
      ...(obstacle !== undefined && { obstacle }),
    };
  });
}

const MAKES_SEVERAL = 'The call makes several tables, or one of several configurations.';

const calleeText = ({ callee }: Call, { text }: PythonFile) => excerpt(text.slice(callee.start, callee.end));

function madeBy({ refused, stacking: made }: Derivation) {
  const { stacking, parts } = (!refused && made?.()) || {};
  return stacking && parts && !('unknown' in stacking) ? { stacking, parts } : undefined;
}

/** Whether several configurations have what the call makes. */
const isShared = (node: Call, file: PythonFile): boolean =>
  derivationsOfParts(file).filter((each) => madeBy(each)?.parts.some(({ call }) => call.node === node))
    .length > 1;

export const writeLimits = (text: string, call: ApiCall, limits: LimitNumbers): TextEdit[] =>
  giveNumbers(
    text,
    call,
    LIMIT_NAMES.flatMap((name) => {
      const value = limits[name];
      return value === undefined ? [] : [[SETTINGS[name], value] as const];
    }),
  );
