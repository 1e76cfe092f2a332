// Values for the variables of layers and tables that do not have their shapes.
import { excerpt } from '../../basics/excerpt';
import { findEntry } from '../../catalogue';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { tupleOf } from '../../evaluator/containers';
import { fails, isJudged } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { entriesOf, int, itemsOf, NO_ARGUMENTS, numberOf } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Call, Node } from '../../python/tree';
import { type Inferred, instanceOf, type Shape } from '../calls/types';
import { argumentOfMaker, settingIn } from './constructor-arguments';
import { likeArgument, tablesByName } from './nested-results';
import { areAlike, shapeOf, shapeText } from './tensor-shapes';

const VARIABLE = 'keras.Variable';

/** The table of an `EmbedReduce`, of which it is known which shape it has. */
export function variableOf(object: Value, name: string, node: Node): Value | undefined {
  const shape = name === 'embeddings' ? shapeOfReduce(object) : undefined;
  if (!shape || shape.includes(undefined)) return undefined;
  const sizes = tupleOf(
    shape.map((size) => int(node, BigInt(size!))),
    node,
  );
  const given = { ...NO_ARGUMENTS, keywords: new Map([['shape', sizes]]) };
  const facts: Inferred = { kind: 'object', name: 'Variable' };
  return { kind: 'made', callee: VARIABLE, given, facts, node };
}

/** Rows and width of the only variable of an `EmbedReduce`. */
function shapeOfReduce(object: Value): Shape | undefined {
  const made = instanceOf(object);
  if (made?.entry.id !== 'keras_rs.layers.EmbedReduce' || object.kind !== 'made' || !made.call)
    return undefined;
  const setting = (name: string) => argumentOfMaker(object, name);
  const isPlain = !object.given.hasUnknownArguments && !OTHER_FORMS.some(setting);
  return isPlain ? ['input_dim', 'output_dim'].map((name) => numberOf(setting(name))) : undefined;
}

/** Arguments that give an `EmbedReduce` other variables. */
const OTHER_FORMS = ['lora_rank', 'quantization_config', 'dtype'];

/** Methods that give an `EmbedReduce` further variables. */
const OTHER_VARIABLES = /\benable_lora\b|\bquantize\b/;

/** Notices a method that gives variables values of another shape. */
export function checkWeights(object: Value, name: string, given: Arguments, node: Node, ev: Evaluator): void {
  if (object.kind !== 'made' || given.hasUnknownArguments || !isJudged(ev)) return;
  if (object.callee === VARIABLE) {
    if (name === 'assign')
      compare(shapeOf(given.positional[0]), sizesOf(object.given.keywords.get('shape')), node, ev);
    return;
  }
  const entry = instanceOf(object)?.entry;
  if (entry?.library !== 'keras-rs' || (name !== 'set_weights' && name !== 'set_embedding_tables')) return;
  if (name === 'set_weights') {
    const items = itemsOf(given.positional[0] ?? given.keywords.get('weights'));
    const shape = shapeOfReduce(object);
    if (shape && items?.length === 1) compare(shapeOf(items[0]), shape, node, ev);
    else if (shape && items && !textMatches(ev.tree, OTHER_VARIABLES))
      refuse(`The layer has 1 variable, but gets ${items.length} values`, node, ev);
  }
  const method =
    entry.role === 'embedding' && node.kind === 'call' ? findEntry(`${entry.id}.${name}`) : undefined;
  const features = method && likeArgument('feature_configs', method, given, node as Call, object);
  const tables = features && tablesByName(features, node as Call, ev);
  if (!method || tables?.kind !== 'dict') return;
  if (name === 'set_embedding_tables') {
    compareTables(given.positional[0] ?? given.keywords.get('tables'), tables, node, ev);
    return;
  }
  // The order and number of variables depend on the hardware, but none is as wide as no table.
  const wanted = entriesOf(tables)!.map(({ value }) => sizesOfTable(value, node, ev));
  const wrong = itemsOf(given.positional[0] ?? given.keywords.get('weights'))
    ?.map(shapeOf)
    .find((shape) => shape?.length === 2 && wanted.every((table) => table && !mayBeWide(table[1], shape[1])));
  if (wrong) refuse(`No table of the layer is ${wrong[1]} wide`, node, ev);
}

/** Whether a table of a width may be kept in a variable of another, which on SparseCores is the next multiple of 8. */
const mayBeWide = (dimension: number | undefined, width: number | undefined): boolean =>
  dimension === undefined || width === undefined || [dimension, Math.ceil(dimension / 8) * 8].includes(width);

const STACKING = /^jax_tpu_embedding\..*\.table_stacking\.stack_and_shard_tables$/;

/** Notices tables that do not have the widths that their specifications say. */
export function checkStacked(name: string, given: Arguments, node: Call, ev: Evaluator): void {
  if (!STACKING.test(name) || given.hasUnknownArguments || !isJudged(ev)) return;
  const argument = (position: number, key: string) => given.positional[position] ?? given.keywords.get(key);
  compareTables(argument(1, 'tables'), argument(0, 'table_specs'), node, ev);
}

/** Compares values of tables with the tables themselves, both in dicts by their names. */
function compareTables(
  values: Value | undefined,
  tables: Value | undefined,
  node: Node,
  ev: Evaluator,
): void {
  if (values?.kind !== 'dict' || tables?.kind !== 'dict') return;
  for (const { key, value } of entriesOf(values) ?? []) {
    const name = key.kind === 'str' ? key.value : undefined;
    const table = entriesOf(tables)?.find(
      (each) => each.key.kind === 'str' && each.key.value === name,
    )?.value;
    const sizes = name === undefined ? undefined : table && sizesOfTable(table, node, ev);
    const shape = sizes && shapeOf(value);
    if (shape && isRefused(shape, sizes, isOnDevice(table!, node, ev))) {
      refuse(
        `The table \`${excerpt(name!)}\` has the shape ${shapeText(sizes)}, but gets values of ${shapeText(shape)}`,
        node,
        ev,
      );
      return;
    }
  }
}

/** SparseCores notice a wrong width, and of rows only some numbers. */
function isRefused(shape: Shape, [rows, width]: Shape, isExact: boolean): boolean {
  if (shape.length !== 2) return true;
  if (isExact) return !areAlike(shape, [rows, width]);
  const [, given] = shape;
  return given !== undefined && width !== undefined && given !== width && given * 8 > width;
}

function isOnDevice(table: Value, node: Node, ev: Evaluator): boolean {
  const place = settingIn(table, 'placement', node, ev);
  return place?.kind === 'str' && place.value === 'default_device';
}

const sizesOfTable = (table: Value, node: Node, ev: Evaluator): Shape | undefined =>
  instanceOf(table)?.entry.role === 'table'
    ? [settingIn(table, 'vocabulary_size', node, ev), settingIn(table, 'dimension', node, ev)].map(numberOf)
    : undefined;

const sizesOf = (value: Value | undefined): Shape | undefined => itemsOf(value)?.map(numberOf);

function compare(shape: Shape | undefined, wanted: Shape | undefined, node: Node, ev: Evaluator): void {
  if (shape && wanted && !areAlike(shape, wanted))
    refuse(
      `The variable has the shape ${shapeText(wanted)}, but gets a value of ${shapeText(shape)}`,
      node,
      ev,
    );
}

const refuse = (reason: string, node: Node, ev: Evaluator): void =>
  fails(ev, node, refused(reason, 'ValueError'));
