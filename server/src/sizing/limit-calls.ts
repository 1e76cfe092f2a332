// The calls of a program that take the limits of ids of its tables, and what to type there.
import { groupBy } from '../basics/groups';
import type { LimitReport, StackReport } from './limits';

export interface LimitsCall {
  /** The tables whose limits it takes. */
  readonly tables: readonly string[];
  /** What is called, as the program writes it, such as `keras_rs.layers.TableConfig`. */
  readonly callee: string;
  /** The arguments for both limits. */
  readonly arguments: { readonly maxIds: string; readonly maxUniqueIds: string };
  /** Whether the arguments are functions of a stack's name and its samples, for stacks of several tables. */
  readonly takesFunctions?: boolean;
  /** Why no edit can write them, in a sentence for people. */
  readonly obstacle?: string;
}

type Proposal = Pick<StackReport, 'name' | 'tables' | 'idsPerPartition' | 'uniqueIdsPerPartition'>;

/** The calls that take the limits of a stack. */
export function callsFor<Call extends LimitsCall>(
  { tables }: Proposal,
  calls: readonly Call[] = [],
): readonly Call[] {
  const stacking = calls.filter(
    (call) =>
      call.takesFunctions && tables.length > 1 && tables.every((table) => call.tables.includes(table)),
  );
  if (stacking.length > 0) return stacking;
  return calls.filter((call) => !call.takesFunctions && call.tables.some((table) => tables.includes(table)));
}

/** What to type for the proposed limits of one of the stacks, and the calls in which to type it. */
export function limitsCode<Call extends LimitsCall>(
  stack: Proposal,
  stacks: readonly Proposal[],
  calls: readonly Call[] | undefined,
): ReadonlyMap<string, readonly Call[]> {
  const hasOthers = stacks.some((other) => other !== stack && other.tables.length > 1);
  return groupBy(callsFor(stack, calls), (call) => codeIn(call, stack, hasOthers));
}

/** Limits as arguments. A function tells stacks apart by their names. */
function codeIn(
  { callee, arguments: { maxIds, maxUniqueIds }, takesFunctions }: LimitsCall,
  { name, idsPerPartition, uniqueIdsPerPartition }: Proposal,
  hasOthers: boolean,
): string {
  const given = ({ proposed }: LimitReport) =>
    !takesFunctions
      ? proposed
      : `lambda stack, samples: ${hasOthers ? `{${JSON.stringify(name)}: ${proposed}, …}[stack]` : proposed}`;
  return `${callee}(…, ${maxIds}=${given(idsPerPartition)}, ${maxUniqueIds}=${given(uniqueIdsPerPartition)})`;
}
