import type { Mutable } from '../basics/mutable';
import { type Optimizer, optimizers } from '../optimizers';
import { type BoundField, type BoundMessage, type BoundTree, type BoundValue, isConfiguration } from './bind';

/**
 * A TPUEmbeddingConfiguration as TensorFlow reads it. A number is `undefined` if it is written but unreadable, so that
 * nothing is concluded from it. Fields that are not written have their defaults.
 */
export interface Configuration {
  readonly bound: BoundTree;
  readonly message: BoundMessage;
  readonly tables: readonly Table[];
  readonly features: readonly Feature[];
  readonly mode: number | undefined;
  readonly batchSizePerTensorCore: number | undefined;
  readonly numHosts: number | undefined;
  readonly numTensorCores: number | undefined;
  /** Factor of the first dimension of every output; 1 without automatic SPMD partitioning. */
  readonly coresPerReplica: number | undefined;
}

export interface Table {
  /** Position among the tables: the table's id. */
  readonly id: number;
  readonly field: BoundField;
  readonly message: BoundMessage;
  readonly name: string | undefined;
  readonly vocabularySize: bigint | undefined;
  readonly dimension: number | undefined;
  readonly numFeatures: number | undefined;
  readonly optimization: Optimization | undefined;
}

export interface Feature {
  readonly index: number;
  readonly field: BoundField;
  readonly message: BoundMessage;
  readonly name: string | undefined;
  readonly tableId: number | undefined;
  /** A size is undefined if it is unreadable. */
  readonly inputShape: readonly (number | undefined)[];
}

export interface Optimization {
  readonly field: BoundField;
  readonly message: BoundMessage;
  /** The chosen member of the `parameters` oneof. */
  readonly choice: { readonly field: BoundField; readonly message: BoundMessage | undefined } | undefined;
  readonly algorithm: Optimizer | undefined;
  readonly gradientAccumulation: boolean | undefined;
}

/** The configuration in a bound tree; undefined if the tree is of another message. */
export function readConfiguration(bound: BoundTree): Configuration | undefined {
  if (!isConfiguration(bound)) return undefined;
  const message = bound.root;
  const spmd = childMessage(message, 'spmd_sharding');
  const spmdOn = spmd && booleanOf(spmd, 'enabled') && booleanOf(spmd, 'use_manual_partitioning') === false;
  return {
    bound,
    message,
    tables: children(message, 'table_descriptor', readTable),
    features: children(message, 'feature_descriptor', readFeature),
    mode: numberOf(message, 'mode'),
    batchSizePerTensorCore: numberOf(message, 'batch_size_per_tensor_core'),
    numHosts: numberOf(message, 'num_hosts'),
    numTensorCores: numberOf(message, 'num_tensor_cores'),
    coresPerReplica: spmdOn ? numberOf(spmd, 'num_cores_per_replica') : 1,
  };
}

function readTable(field: BoundField, message: BoundMessage, id: number): Table {
  const table: Mutable<Table> = {
    id,
    field,
    message,
    name: '',
    vocabularySize: 0n,
    dimension: 0,
    numFeatures: 0,
    optimization: undefined,
  };
  // A single pass, as this runs for every table at each keystroke.
  for (const child of message.fields) {
    const value = child.value;
    switch (child.type.name) {
      case 'name':
        table.name = typeof value === 'string' ? value : undefined;
        break;
      case 'vocabulary_size':
        table.vocabularySize = typeof value === 'bigint' ? value : undefined;
        break;
      case 'dimension':
        table.dimension = typeof value === 'number' ? value : undefined;
        break;
      case 'num_features':
        table.numFeatures = typeof value === 'number' ? value : undefined;
        break;
      case 'optimization_parameters':
        table.optimization = isMessage(value) ? readOptimization(child, value) : undefined;
    }
  }
  return table;
}

function readFeature(field: BoundField, message: BoundMessage, index: number): Feature {
  let inputShape: (number | undefined)[] | undefined;
  for (const child of message.fields) {
    if (child.type.name !== 'input_shape') continue;
    // Most have only one list; an array that grows would reserve memory for many.
    const sizes = child.values.map(sizeOf);
    if (inputShape) for (const size of sizes) inputShape.push(size);
    else inputShape = sizes;
  }
  const name = stringOf(message, 'name');
  return {
    index,
    field,
    message,
    name,
    tableId: numberOf(message, 'table_id'),
    inputShape: inputShape ?? [],
  };
}

const sizeOf = ({ value }: BoundValue) => (typeof value === 'number' ? value : undefined);

function readOptimization(field: BoundField, message: BoundMessage): Optimization {
  let choice: BoundField | undefined;
  let status: unknown = 0;
  for (const child of message.fields) {
    if (child.type.oneof === 'parameters') choice = child;
    else if (child.type.name === 'gradient_accumulation_status') status = child.value;
  }
  const chosen = choice?.value;
  return {
    field,
    message,
    choice: choice && { field: choice, message: isMessage(chosen) ? chosen : undefined },
    algorithm: choice && optimizers.get(choice.type.name),
    gradientAccumulation: status === 0 || status === 1 ? true : status === 2 ? false : undefined,
  };
}

// Reading bound messages

export function isMessage(value: unknown): value is BoundMessage {
  return typeof value === 'object' && value !== null;
}

/** The last occurrence of a field, which is the one that counts. */
export function fieldOf(message: BoundMessage, name: string): BoundField | undefined {
  const { fields, latest, type } = message;
  if (latest) {
    const wanted = type.fieldsByName.get(name);
    if (wanted && !wanted.repeated && wanted.oneof === undefined) return latest.get(wanted);
  }
  for (let i = fields.length - 1; i >= 0; i--) if (fields[i]!.type.name === name) return fields[i];
  return undefined;
}

/** Reads each message of a field; `field` is where it is written, which several messages share in a list. */
export function children<T>(
  message: BoundMessage,
  name: string,
  read: (field: BoundField, child: BoundMessage, index: number) => T,
): T[] {
  const found: T[] = [];
  for (const field of message.fields) {
    if (field.type.name !== name) continue;
    if (field.node.value?.kind === 'list') {
      for (const { value } of field.values)
        if (isMessage(value)) found.push(read(field, value, found.length));
    } else if (isMessage(field.value)) found.push(read(field, field.value, found.length));
  }
  return found;
}

export function childMessage(message: BoundMessage, name: string): BoundMessage | undefined {
  const value = fieldOf(message, name)?.value;
  return isMessage(value) ? value : undefined;
}

/** Reads a scalar field, which has a default if it is not written; undefined if it has another type. */
const scalarOf =
  <T extends number | boolean | string>(byDefault: T) =>
  (message: BoundMessage, name: string): T | undefined => {
    const field = fieldOf(message, name);
    const value = field ? field.value : byDefault;
    return typeof value === typeof byDefault ? (value as T) : undefined;
  };

export const numberOf = scalarOf<number>(0);
export const booleanOf = scalarOf<boolean>(false);
export const stringOf = scalarOf<string>('');
