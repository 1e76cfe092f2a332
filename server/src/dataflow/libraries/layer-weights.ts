// Values for the variables of layers and tables that do not have their shapes.
import { excerpt } from '../../basics/excerpt';
import { findEntry } from '../../catalogue';
import { inStacking } from '../../catalogue/jax-tpu-embedding/words';
import type { Evaluator, Failure, OfCall, OfMethod, Value } from '../../evaluator';
import { tupleOf } from '../../evaluator/containers';
import { refusedValue } from '../../evaluator/refusals';
import {
  argumentAt,
  type DictValue,
  entriesOf,
  entryNamed,
  int,
  itemsOf,
  kinds,
  NO_ARGUMENTS,
  numberOf,
} from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';
import { type Inferred, instanceOf, type Shape } from '../calls/types';
import { argumentHeld, settingIn } from './constructor-arguments';
import { likeArgument, tablesByName } from './nested-results';
import { areAlike, shapeOf, shapeText } from './tensor-shapes';

const VARIABLE = 'keras.Variable';

/** The table of an `EmbedReduce`, of which it is known which shape it has. */
export function variableOf(object: Value, name: string, node: Node, ev: Evaluator): Value | undefined {
  const shape = name === 'embeddings' ? shapeOfReduce(object, node, ev) : undefined;
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
function shapeOfReduce(object: Value, node: Node, ev: Evaluator): Shape | undefined {
  const made = instanceOf(object);
  if (made?.entry.id !== 'keras_rs.layers.EmbedReduce' || object.kind !== 'made' || !made.call)
    return undefined;
  const setting = (name: string) => argumentHeld(object, name, node, ev);
  const isPlain = !object.given.hasUnknownArguments && !OTHER_FORMS.some(setting);
  return isPlain ? ['input_dim', 'output_dim'].map((name) => numberOf(setting(name))) : undefined;
}

/** Arguments that give an `EmbedReduce` other variables. */
const OTHER_FORMS = ['lora_rank', 'quantization_config', 'dtype'];

/** Methods that give an `EmbedReduce` further variables. */
const OTHER_VARIABLES = /\benable_lora\b|\bquantize\b/;

/** A method that gives variables values of another shape. */
export const weightsFailure: OfMethod<Failure> = (object, name, given, node, ev) => {
  if (object.kind !== 'made' || given.hasUnknownArguments) return undefined;
  if (object.callee === VARIABLE)
    return name === 'assign'
      ? compared(shapeOf(given.positional[0]), sizesOf(object.given.keywords.get('shape')))
      : undefined;
  const entry = instanceOf(object)?.entry;
  if (entry?.library !== 'keras-rs') return undefined;
  if (name === 'set_embedding_tables') {
    const tables = tablesOfLayer(object, name, given, node, ev);
    return tables && comparedByName(argumentAt(given, 0, 'tables'), tables, NO_ARRAY, node, ev);
  }
  if (name !== 'set_weights') return undefined;
  const weights = itemsOf(argumentAt(given, 0, 'weights'));
  const shape = shapeOfReduce(object, node, ev);
  if (shape && weights?.length === 1) return compared(shapeOf(weights[0]), shape);
  // A layer that nothing has built has no variables yet.
  if (shape && weights && weights.length > 0 && !textMatches(ev.tree, OTHER_VARIABLES))
    return refusedValue(`The layer has 1 variable, but gets ${weights.length} values`);
  const tables = tablesOfLayer(object, name, given, node, ev);
  // The order and number of variables depend on the hardware, but none is as wide as no table.
  const wanted = tables && entriesOf(tables)!.map(({ value }) => sizesOfTable(value, node, ev));
  const wrong = weights
    ?.map(shapeOf)
    .find((each) => each?.length === 2 && wanted?.every((table) => table && !mayBeWide(table[1], each[1])));
  return wrong && refusedValue(`No table of the layer is ${wrong[1]} wide`);
};

/** The tables of a layer for embeddings by their names, as a method of it finds them. */
const tablesOfLayer: OfMethod<DictValue> = (object, name, given, node, ev) => {
  const entry = instanceOf(object)?.entry;
  if (entry?.role !== 'embedding' || node.kind !== 'call') return undefined;
  const method = findEntry(`${entry.id}.${name}`);
  const features = method && likeArgument('feature_configs', method, given, node, object);
  const tables = features && tablesByName(features, node, ev);
  return tables?.kind === 'dict' ? tables : undefined;
};

/** Whether a table of a width may be kept in a variable of another, which on SparseCores is the next multiple of 8. */
const mayBeWide = (dimension: number | undefined, width: number | undefined): boolean =>
  dimension === undefined || width === undefined || [dimension, Math.ceil(dimension / 8) * 8].includes(width);

const STACKING = inStacking('stack_and_shard_tables');

/** Tables that do not have the widths that their specifications say. */
export const stackingFailure: OfCall<Failure> = (name, given, node, ev) =>
  name === STACKING && !given.hasUnknownArguments
    ? comparedByName(argumentAt(given, 1, 'tables'), argumentAt(given, 0, 'table_specs'), NO_TREE, node, ev)
    : undefined;

const NO_ARRAY = kinds('bool', 'int', 'float', 'str', 'dict', 'set', 'function');
/** Of a table and its slots, jax-tpu-embedding takes a dict as well. */
const NO_TREE = kinds('bool', 'int', 'float', 'str', 'set', 'function');

/** Compares values of tables with the tables themselves, both in dicts by their names. */
function comparedByName(
  values: Value | undefined,
  tables: Value | undefined,
  refusedKinds: ReadonlySet<Value['kind']>,
  node: Node,
  ev: Evaluator,
): Failure | undefined {
  if (values?.kind !== 'dict' || tables?.kind !== 'dict') return undefined;
  for (const { key, value } of entriesOf(values) ?? []) {
    const name = key.kind === 'str' ? key.value : undefined;
    const table = name === undefined ? undefined : entryNamed(tables, name);
    const sizes = table && sizesOfTable(table, node, ev);
    if (sizes && refusedKinds.has(value.kind))
      return refusedValue(
        `The values of the table \`${excerpt(name!)}\` must be an array of ${shapeText(sizes)}`,
      );
    const shape = sizes && shapeOf(value);
    if (shape && isRefused(shape, sizes, isOnDevice(table, node, ev)))
      return refusedValue(
        `The table \`${excerpt(name!)}\` has the shape ${shapeText(sizes)}, but gets values of ${shapeText(shape)}`,
      );
  }
  return undefined;
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

const compared = (shape: Shape | undefined, wanted: Shape | undefined): Failure | undefined =>
  shape && wanted && !areAlike(shape, wanted)
    ? refusedValue(`The variable has the shape ${shapeText(wanted)}, but gets a value of ${shapeText(shape)}`)
    : undefined;
