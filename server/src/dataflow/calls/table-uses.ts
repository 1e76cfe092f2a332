import type * as python from '../../python/tree';
import { graphAround } from './graphs';
import { numberOf } from './known-values';
import { type ApiCall, argumentOf, type PythonFile } from './python-file';
import { configurationArgument, configurationOf, type ReachingConfiguration } from './reaching-configuration';

/** An op that refers to tables by name or id, and the configuration with these tables. */
interface TableUse {
  readonly call: ApiCall;
  readonly reaching: ReachingConfiguration | undefined;
}

/** Ops without a configuration of their own use that of the other ops in the same graph. */
export function* tableUses(file: PythonFile): Generator<TableUse> {
  let byGraph: ReturnType<typeof configurationsByGraph> | undefined;
  for (const call of file.calls) {
    const { op, parameters } = call.entry;
    if (!op || !parameters.some(({ name }) => TABLES.has(name))) continue;
    if (op.algorithm === undefined) byGraph ??= configurationsByGraph(file);
    const reaching =
      op.algorithm === undefined ? byGraph?.get(graphAround(file.tree, call.node)) : configurationOf(call);
    yield { call, reaching };
  }
}

const TABLES: ReadonlySet<string> = new Set(['table_id', 'table_ids', 'table_name']);

/** The one configuration of all ops in a graph; undefined if there are several, or one is unknown. */
function configurationsByGraph(file: PythonFile): Map<unknown, ReachingConfiguration | undefined> {
  const found = new Map<unknown, ReachingConfiguration | undefined>();
  for (const call of file.calls) {
    if (!configurationArgument(call)) continue;
    const graph = graphAround(file.tree, call.node);
    const reaching = configurationOf(call);
    const before = found.get(graph);
    const isSame = reaching && before && reaching.equals(before);
    found.set(graph, graph && (!found.has(graph) || isSame) ? reaching : undefined);
  }
  return found;
}

/** The table ids that an op gets, as far as they are known. */
export function tableIds(call: ApiCall): { readonly node: python.Expression; readonly id: number }[] {
  const list = argumentOf(call, 'table_ids');
  const type = list && call.typeOf(list);
  const elements = type?.kind === 'list' || type?.kind === 'tuple' ? (type.elements ?? []) : [];
  const single = argumentOf(call, 'table_id');
  return (single ? [single] : elements).flatMap((node) => {
    const id = numberOf(call.typeOf(node));
    return id === undefined ? [] : [{ node, id }];
  });
}
