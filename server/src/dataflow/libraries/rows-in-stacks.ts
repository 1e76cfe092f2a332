// Rows of tables that a program looks for in stacks, which a message about the features describes.
import { excerpt } from '../../basics/excerpt';
import { DESCRIPTION } from '../../catalogue/jax-tpu-embedding/uses';
import { inStacking } from '../../catalogue/jax-tpu-embedding/words';
import type { Evaluator, Failure, OfCall, Value } from '../../evaluator';
import { iterate } from '../../evaluator/containers';
import { refused } from '../../evaluator/refusals';
import { argumentAt, entriesOf, numberOf, passing } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { assignsAttribute } from './constructor-arguments';
import { tablesByName } from './nested-results';

const OF_TABLES = inStacking('get_row_ids_in_stacked_tables');
const OF_TABLE = inStacking('get_row_ids_in_stacked_table');
const PART = 'EmbeddingSpecProto.(part)';

type Spec = Extract<Value, { kind: 'made' }>;

const isSpec = (value: Value | undefined): value is Spec =>
  value?.kind === 'made' && DESCRIPTION.includes(value.callee);

/** The message that a value is, or that it is a part of. */
function specOf(value: Value | undefined): Spec | undefined {
  const whole = value?.kind === 'made' && value.callee === PART ? value.given.positional[0] : value;
  return isSpec(whole) ? whole : undefined;
}

/** `message.stacked_table_specs[0].table_specs[0]`: of a part, it is only known which message it belongs to. */
export function partOfSpec(object: Value, name: string | undefined, node: Node): Value | undefined {
  const spec = name === undefined || NESTED.has(name) ? specOf(object) : undefined;
  const isElement = name === undefined && isSpec(object);
  return spec && !isElement ? { kind: 'made', callee: PART, given: passing(spec), node } : undefined;
}

const NESTED: ReadonlySet<string> = new Set(['stacked_table_specs', 'table_specs']);

/** Why rows are looked for in vain: the table is smaller. */
export const rowsFailure: OfCall<Failure> = (name, given, node, ev) => {
  switch (name) {
    case OF_TABLES: {
      const tables = tablesOf(argumentAt(given, 0, 'embedding_spec_proto'), node, ev);
      const rows = argumentAt(given, 1, 'row_ids');
      for (const { key, value } of (rows?.kind === 'dict' && entriesOf(rows)) || []) {
        if (key.kind !== 'str' || key.value === undefined) continue;
        const failure = rowBeyond(value, tables?.get(key.value), `The table '${excerpt(key.value)}'`, ev);
        if (failure) return failure;
      }
      return undefined;
    }
    case OF_TABLE: {
      const sizes = [...(tablesOf(argumentAt(given, 1, 'table_spec'), node, ev)?.values() ?? [])];
      const isKnown = sizes.length > 0 && sizes.every((size) => size !== undefined);
      const most = isKnown ? Math.max(...(sizes as number[])) : undefined;
      return rowBeyond(
        argumentAt(given, 2, 'row_ids'),
        most,
        sizes.length === 1 ? 'The table' : undefined,
        ev,
      );
    }
  }
  return undefined;
};

/** The numbers of rows of the tables that a message describes, by name. */
function tablesOf(
  value: Value | undefined,
  node: Parameters<OfCall<Failure>>[2],
  ev: Evaluator,
): ReadonlyMap<string, number | undefined> | undefined {
  const spec = specOf(value);
  const features = spec && argumentAt(spec.given, 0, 'feature_specs');
  const tables = features && tablesByName(features, node, ev);
  if (tables?.kind !== 'dict' || assignsAttribute(ev.tree, 'vocab_size')) return undefined;
  const sizes = new Map<string, number | undefined>();
  for (const { key, value: table } of entriesOf(tables) ?? [])
    if (key.kind === 'str' && key.value !== undefined)
      sizes.set(key.value, numberOf(ev.attribute(table, 'vocabulary_size', node)));
  return sizes;
}

/** A row that a table, or even the largest of those that are meant, does not have. */
function rowBeyond(
  rows: Value | undefined,
  size: number | undefined,
  table: string | undefined,
  ev: Evaluator,
): Failure | undefined {
  if (!rows || size === undefined) return undefined;
  const row = iterate(ev, rows)
    ?.map(numberOf)
    .find((each) => each !== undefined && each >= size);
  if (row === undefined) return undefined;
  const lack =
    table === undefined ? `No table of the message has a row ${row}` : `${table} has no row ${row}`;
  const reason = `${lack}: ${table === undefined ? 'the largest has' : 'it has'} the rows 0 to ${size - 1}`;
  return refused(reason, 'ValueError');
}
