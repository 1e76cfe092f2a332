// Names and optimizers of the tables of an embedding object, which gives them to those that have none.
import { excerpt } from '../../basics/excerpt';
import { type Entry, type InstanceType, isFor, isInstance } from '../../catalogue';
import type { Evaluator, Value } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import { refusedValue } from '../../evaluator/refusals';
import { str, unknown, valuesOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { type Inferred, instanceOf } from '../calls/types';
import { lastingType } from '../calls/types-of-values';
import type { AssignedAttributes } from './assigned-attributes';
import { argumentOfMaker } from './constructor-arguments';
import { tablesOf } from './nested-results';

/** TensorFlow's name for a table without one, from its index. */
export const defaultName = (index: number): string => `table_${index}`;

/** An embedding object is made: its tables without name or optimizer get these. Notes names that several of them have then. */
export function completeTables(
  object: Value,
  attributes: AssignedAttributes,
  node: Node,
  ev: Evaluator,
): void {
  const made = object.kind === 'made' ? instanceOf(object) : undefined;
  if (object.kind !== 'made' || made?.entry.role !== 'embedding') return;
  const complete = (table: Value, key: string, value: Value) => {
    const own = attributes.get(table, key, node) ?? argumentOfMaker(table, key);
    if (!own || own.kind === 'none') attributes.set(table, key, value, true);
  };
  const own = made.entry.library === 'tensorflow' ? tablesOf(object) : undefined;
  const given = own && argumentOfMaker(object, 'optimizer');
  // A wrong one is told where the object gets it.
  const optimizer = given && whyNoOptimizer(given, made.entry) === undefined ? given : undefined;
  for (const table of own ?? []) checkOptimizer(table, made.entry, attributes, node, ev);
  const { certain, perhaps } = own
    ? { certain: own, perhaps: [] }
    : attributes.partsIn(valuesOf(object.given), 'table');
  const tables = [...certain, ...perhaps];
  for (const table of tables) complete(table, 'optimizer', optimizer ?? unknown(node, 'call'));
  if (own) nameTables(object, own, attributes, node, ev);
  else for (const table of tables) complete(table, 'name', unknown(node, 'call'));
}

/** Notes an optimizer that a table got after its construction and that trains no table. */
function checkOptimizer(
  table: Value,
  entry: Entry,
  attributes: AssignedAttributes,
  node: Node,
  ev: Evaluator,
): void {
  const assigned = attributes.get(table, 'optimizer', node);
  const reason = assigned && whyNoOptimizer(assigned, entry);
  if (reason !== undefined && isJudged(ev, table, assigned!)) fails(ev, node, refusedValue(reason));
}

/** Why a value is no optimizer that an embedding object takes. */
function whyNoOptimizer(value: Value, { parameters }: Entry): string | undefined {
  const type = parameters.find((parameter) => isFor(parameter, 'optimization_parameters'))?.type;
  const is = lastingType(value, value.node);
  if (value.kind === 'none' || type?.of !== 'instance' || !isCertainlyOther(is, type)) return undefined;
  return is.kind === 'class' && isInstance(type, is.entry)
    ? `The \`optimizer\` of a table is the class \`${is.entry.name}\`. Assign an object: \`${is.entry.name}(…)\``
    : 'The `optimizer` of a table is none of `tf.tpu.experimental.embedding`. Assign an object such as `Adagrad(0.1)`';
}

/** Whether a value is certainly no object that a type takes. */
const isCertainlyOther = (value: Inferred, type: InstanceType): boolean =>
  value.kind === 'instance'
    ? !value.isDeclared && !value.entry.removed && !isInstance(type, value.entry)
    : !UNSURE.has(value.kind);

/** Kinds of values that may be of any class. */
const UNSURE: ReadonlySet<Inferred['kind']> = new Set(['unknown', 'object']);

/** Notes names that several tables have, if not all come from their own calls. */
function nameTables(
  object: Value,
  tables: readonly Value[],
  attributes: AssignedAttributes,
  node: Node,
  ev: Evaluator,
): void {
  const seen = new Map<string, boolean>();
  for (const [i, table] of tables.entries()) {
    const given = nameOf(table, attributes, node);
    if (given === undefined) return;
    if (given === 'none') attributes.set(table, 'name', str(node, defaultName(i)), true);
    const { name, isArgument } = given === 'none' ? { name: defaultName(i), isArgument: false } : given;
    const earlier = seen.get(name);
    if (earlier !== undefined && !(earlier && isArgument) && isJudged(ev, object))
      fails(ev, node, refusedValue(sameName(name)));
    seen.set(name, isArgument);
  }
}

const sameName = (name: string): string =>
  `Two tables here have the name \`${excerpt(name)}\`: a table without a name gets one by its place, and keeps it. Give each its own \`name\``;

/** The name that a table has so far; undefined if that is unknown. */
function nameOf(
  table: Value,
  attributes: AssignedAttributes,
  node: Node,
): { readonly name: string; readonly isArgument: boolean } | 'none' | undefined {
  const assigned = attributes.get(table, 'name', node);
  const value = assigned ?? argumentOfMaker(table, 'name');
  if (table.kind !== 'made' || !instanceOf(table)?.call || table.given.hasUnknownArguments) return undefined;
  if (!value || value.kind === 'none') return 'none';
  return value.kind === 'str' && value.value !== undefined
    ? { name: value.value, isArgument: !assigned }
    : undefined;
}
