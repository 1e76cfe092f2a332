import { isPackable } from '../optimizers';
import { deviceBytes, hostBytes } from '../sizing/memory';
import { rowsPerHost } from '../sizing/sharding';
import { padded } from '../sizing/sparsecore/padding';
import type { BoundField, BoundMessage } from './bind';
import type { Configuration, Feature, Optimization, Table } from './configuration';
import { childMessage, children, fieldOf, isMessage, numberOf } from './configuration';

/** What can be derived from a configuration without running it. -1 is an unknown dimension. */
export interface Derived {
  /** `feature` if feature_descriptor determines the outputs, `table` if the tables do. */
  readonly style: 'table' | 'feature';
  readonly batchSizePerTensorCore: number | undefined;
  readonly tables: readonly DerivedTable[];
  readonly outputs: readonly Output[];
  /** Tags of run-time scalars in use, sorted: the positions in SendTPUEmbeddingGradients.learning_rates. */
  readonly learningRateTags: readonly number[];
}

/** One output of RecvTPUEmbeddingActivations, and one input of SendTPUEmbeddingGradients. */
export interface Output {
  readonly name: string;
  readonly shape: readonly number[];
}

export interface DerivedTable {
  readonly table: Table;
  /** Feature slots per sample, as written or as TensorFlow computes it. */
  readonly numFeatures: number | undefined;
  readonly slotVariables: readonly string[];
  /** Floats that a row takes on the device: fewer than 8 where rows are packed. */
  readonly paddedDimension: number;
  readonly rowsPerHost: readonly number[];
  /** Memory of the table and its slots on the devices of all hosts. */
  readonly deviceBytes: number;
  /** A checkpoint's copy in the hosts' memory. */
  readonly hostBytes: number;
}

export function derive(configuration: Configuration): Derived {
  const { tables, features } = configuration;
  const style = features.length > 0 ? 'feature' : 'table';
  const batchSize = style === 'table' ? configuration.batchSizePerTensorCore : commonBatchSize(features);
  const counts = style === 'feature' ? countsByTable(features, batchSize) : undefined;
  return {
    style,
    batchSizePerTensorCore: batchSize,
    tables: tables.map((table) => deriveTable(table, configuration, counts)),
    outputs:
      style === 'table'
        ? tables.map((table) => tableOutput(table, configuration))
        : features.map((feature) => featureOutput(feature, configuration)),
    learningRateTags: [...new Set(tables.flatMap((table) => dynamicTags(table).map(({ tag }) => tag)))].sort(
      (a, b) => a - b,
    ),
  };
}

function tableOutput(table: Table, { batchSizePerTensorCore, coresPerReplica }: Configuration): Output {
  const rows = multiply(coresPerReplica, batchSizePerTensorCore, table.numFeatures);
  return { name: table.name ?? '', shape: [rows, table.dimension ?? -1] };
}

function featureOutput(feature: Feature, { tables, coresPerReplica }: Configuration): Output {
  const table = feature.tableId === undefined ? undefined : tables[feature.tableId];
  const [first, ...rest] = [...feature.inputShape, table?.dimension];
  const leading = first === -1 ? -1 : multiply(coresPerReplica, first);
  return { name: feature.name ?? '', shape: [leading, ...rest.map((size) => size ?? -1)] };
}

function multiply(...factors: (number | undefined)[]): number {
  let product = 1;
  for (const factor of factors) {
    if (factor === undefined) return -1;
    product *= factor;
  }
  return product;
}

/** The product of a feature's input shape; undefined if the shape is empty, unreadable or not positive. */
export function featureBatchSize(feature: Feature): number | undefined {
  if (feature.inputShape.length === 0) return undefined;
  let product = 1;
  for (const size of feature.inputShape) {
    if (size === undefined || size <= 0) return undefined;
    product *= size;
  }
  return product;
}

function commonBatchSize(features: readonly Feature[]): number | undefined {
  let common = 0;
  for (const feature of features) {
    const size = featureBatchSize(feature);
    if (size === undefined) return undefined;
    common = greatestCommonDivisor(common, size);
  }
  return common;
}

export function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

function deriveTable(
  table: Table,
  { features, numHosts }: Configuration,
  counts: ReadonlyMap<number, number> | undefined,
): DerivedTable {
  const rows = Math.max(Number(table.vocabularySize ?? 0n), 0);
  const dimension = Math.max(table.dimension ?? 0, 0);
  const slotVariables = table.optimization ? slots(table.optimization) : [];
  const packed = isPacked(table);
  return {
    table,
    numFeatures: features.length > 0 ? counts && (counts.get(table.id) ?? 0) : table.numFeatures,
    slotVariables,
    paddedDimension: packed ? dimension : padded(dimension),
    rowsPerHost: rowsPerHost(rows, numHosts ?? 0),
    deviceBytes: deviceBytes(rows, dimension, packed) * deviceVariables(table),
    hostBytes: hostBytes(rows, dimension) * (1 + slotVariables.length),
  };
}

/** How many variables with the table's shape the device holds: parameters, slots and gradient accumulators. */
export function deviceVariables({ optimization }: Table): number {
  const accumulators = optimization?.gradientAccumulation === false ? 0 : 1;
  return 1 + (optimization ? slots(optimization).length : 0) + accumulators;
}

/** Feature slots per sample of each table that has any; undefined if the batch is unknown. */
function countsByTable(
  features: readonly Feature[],
  batchSize: number | undefined,
): ReadonlyMap<number, number> | undefined {
  if (!batchSize) return undefined;
  const counts = new Map<number, number>();
  for (const feature of features) {
    const { tableId } = feature;
    if (tableId === undefined) continue;
    counts.set(tableId, (counts.get(tableId) ?? 0) + (featureBatchSize(feature) ?? 0) / batchSize);
  }
  return counts;
}

/** Slot variables by name, without `parameters` and gradient accumulators. */
export function slots(optimization: Optimization): readonly string[] {
  const { algorithm, choice } = optimization;
  if (algorithm?.name !== 'user_defined_program') return (algorithm?.slots ?? []).map(({ name }) => name);
  const shape = choice?.message && programShape(choice.message);
  return Array.from({ length: Math.max((shape?.outputs ?? 1) - 1, 0) }, (_, i) => `Slot_${i}`);
}

/** How many inputs and outputs a user-defined program declares. */
export function programShape(program: BoundMessage): { inputs: number; outputs: number } | undefined {
  const module = childMessage(program, 'program');
  const shape = module && childMessage(module, 'host_program_shape');
  if (!shape) return undefined;
  const result = childMessage(shape, 'result');
  return {
    inputs: count(shape, 'parameters'),
    outputs: result ? count(result, 'tuple_shapes') : 0,
  };
}

const count = (message: BoundMessage, name: string) => children(message, name, () => undefined).length;

/** Whether low-dimensional packing is requested and can take effect; small tables may still not be packed. */
export function isPacked(table: Table): boolean {
  const { optimization } = table;
  return (
    optimization !== undefined &&
    numberOf(optimization.message, 'low_dimensional_packing_status') === 1 &&
    canBePacked(table)
  );
}

/** Whether rows are narrow enough for packing, and a gradient of 0 does not change them. */
export function canBePacked({ dimension, optimization }: Table): boolean {
  if (!optimization) return false;
  const decays = numberOf(optimization.message, 'weight_decay_factor') !== 0;
  return isPackable({ optimizer: optimization.algorithm, width: dimension, decays });
}

export interface DynamicTag {
  readonly tag: number;
  /** Where the tag is written, or the field that implies tag 0. */
  readonly field: BoundField;
  readonly source: 'learning_rate' | 'step_counter';
}

/** The run-time scalars that a table needs; unreadable tags are left out. */
export function dynamicTags(table: Table): DynamicTag[] {
  const { optimization } = table;
  if (!optimization) return [];
  const tags: DynamicTag[] = [];
  const learningRate = childMessage(optimization.message, 'learning_rate');
  const dynamic = learningRate && fieldOf(learningRate, 'dynamic');
  const input = dynamic?.value;
  if (dynamic && isMessage(input)) addTag(tags, dynamic, input, 'learning_rate');
  if (optimization.algorithm?.name === 'frequency_aware_adagrad' && optimization.choice?.message) {
    const counter = fieldOf(optimization.choice.message, 'step_counter');
    const counted = counter?.value;
    if (counter && isMessage(counted)) addTag(tags, counter, counted, 'step_counter');
    else if (!counter) tags.push({ tag: 0, field: optimization.choice.field, source: 'step_counter' });
  }
  return tags;
}

function addTag(
  tags: DynamicTag[],
  field: BoundField,
  input: BoundMessage,
  source: DynamicTag['source'],
): void {
  const tag = numberOf(input, 'tag');
  if (tag !== undefined) tags.push({ tag, field: fieldOf(input, 'tag') ?? field, source });
}
