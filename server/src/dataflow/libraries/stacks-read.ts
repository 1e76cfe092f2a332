import type { Failure, OfCall } from '../../evaluator';
import { argumentAt } from '../../evaluator/value';
import { leavesIn } from './nested-results';

const READERS =
  /^jax_tpu_embedding\..*\.table_stacking\.(?:get_table_stacks|stack_and_shard_tables|unshard_and_unstack_tables)$/;

/** Functions that read the stack of each table that they get: what that needs is told where the program reads it as well. */
export const stacksRead: OfCall<Failure> = (name, given, node, ev) => {
  const tables = READERS.test(name) ? argumentAt(given, 0, 'table_specs') : undefined;
  for (const table of (tables && leavesIn(tables)) ?? []) ev.attribute(table, 'stacked_table_spec', node);
  return undefined;
};
