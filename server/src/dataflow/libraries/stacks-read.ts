import { STACK_READERS } from '../../catalogue/jax-tpu-embedding/uses';
import type { Arguments, Evaluator } from '../../evaluator';
import { argumentAt } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { leavesIn } from './nested-results';

/** Functions that read the stack of each table that they get: what that needs is told where the program reads it as well. */
export function noteStacksRead(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  const tables = STACK_READERS.includes(name) ? argumentAt(given, 0, 'table_specs') : undefined;
  for (const table of (tables && leavesIn(tables)) ?? []) ev.attribute(table, 'stacked_table_spec', node);
}
