import type { Arguments, Evaluator } from '../../evaluator';
import { argumentAt } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { leavesIn } from './nested-results';

const READERS =
  /^jax_tpu_embedding\..*\.table_stacking\.(?:get_table_stacks|stack_and_shard_tables|unshard_and_unstack_tables)$/;

/** Functions that read the stack of each table that they get: what that needs is told where the program reads it as well. */
export function noteStacksRead(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  const tables = READERS.test(name) ? argumentAt(given, 0, 'table_specs') : undefined;
  for (const table of (tables && leavesIn(tables)) ?? []) ev.attribute(table, 'stacked_table_spec', node);
}
