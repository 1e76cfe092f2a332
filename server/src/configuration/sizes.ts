import type { Mutable } from '../basics/mutable';
import type { MessageType } from '../schema/types';
import type { ShardingStrategy, SizedTable, SizedTables } from '../sizing/tables';
import { type Configuration, numberOf, type Optimization } from './configuration';
import { type Derived, type DerivedTable, slots } from './derive';
import { isImplicitDefault, type JsonMessage, jsonName, toJson } from './to-json';

/**
 * What determines the memory of a configuration's tables. `unknown` are the paths of fields whose values are not known,
 * such as `tableDescriptor[0].dimension`.
 */
export function sizesOf(
  { numHosts, numTensorCores, message }: Configuration,
  derived: Derived,
  unknown: readonly string[] = [],
): SizedTables {
  const batchIsOpen = unknown.some((path) => path.startsWith('featureDescriptor'));
  const tables = derived.tables.map((table, i): SizedTable => {
    const at = `tableDescriptor[${i}]`;
    if (unknown.includes(at)) return { name: '' };
    const open = unknown.filter((path) => path.startsWith(`${at}.`)).map((path) => path.slice(at.length + 1));
    return sizeOf(table, batchIsOpen ? undefined : derived.batchSizePerTensorCore, open);
  });
  // Which tables follow these is unknown.
  const more = unknown.some(
    (path) => /^tableDescriptor(\[\d+\])?$/.test(path) && !isListed(path, tables.length),
  );
  const isGiven = (path: string, count: number | undefined): count is number =>
    count !== undefined && count > 0 && !unknown.includes(path);
  return {
    tables: more ? [...tables, { name: '…' }] : tables,
    ...(isGiven('numHosts', numHosts) && { numHosts }),
    ...(isGiven('numTensorCores', numTensorCores) && { numTensorCores }),
    strategy: STRATEGIES[numberOf(message, 'sharding_strategy') ?? 0] ?? 'DIV_DEFAULT',
  };
}

const STRATEGIES: readonly ShardingStrategy[] = ['DIV_DEFAULT', 'MOD'];

const isListed = (path: string, count: number) => {
  const index = /\[(\d+)\]/.exec(path)?.[1];
  return index !== undefined && Number(index) < count;
};

function sizeOf(
  { table, numFeatures }: DerivedTable,
  batchSize: number | undefined,
  open: readonly string[],
): SizedTable {
  const { name = '', vocabularySize, dimension, optimization } = table;
  const size: Mutable<SizedTable> = { name };
  if (vocabularySize !== undefined && !open.includes('vocabularySize'))
    size.vocabularySize = Math.max(Number(vocabularySize), 0);
  if (dimension !== undefined && !open.includes('dimension')) size.dimension = Math.max(dimension, 0);
  if (numFeatures !== undefined && batchSize !== undefined && !open.includes('numFeatures'))
    size.lookups = numFeatures * batchSize;
  if (open.includes(OPTIMIZATION)) return size;
  const openSettings = open.flatMap((path) =>
    path.startsWith(`${OPTIMIZATION}.`) ? [path.slice(OPTIMIZATION.length + 1)] : [],
  );
  return { ...size, ...settingsOf(optimization, openSettings) };
}

const OPTIMIZATION = 'optimizationParameters';

/** The memory settings of a table's optimizer. */
function settingsOf(optimization: Optimization | undefined, open: readonly string[]): Partial<SizedTable> {
  if (!optimization) return NO_OPTIMIZER;
  const { message, choice, algorithm, gradientAccumulation } = optimization;
  const known: Mutable<Partial<SizedTable>> = {};
  const optimizer = choice?.field.type.name;
  if (optimizer === undefined || algorithm) {
    known.optimizer = optimizer ?? null;
    known.slots = slots(optimization);
  }
  const isUnknown = (field: string) => open.includes(field);
  if (gradientAccumulation !== undefined && !isUnknown('gradientAccumulationStatus'))
    known.accumulatesGradients = gradientAccumulation;
  const packing = numberOf(message, 'low_dimensional_packing_status');
  if (packing !== undefined && !isUnknown('lowDimensionalPackingStatus'))
    known.asksForPacking = packing === 1;
  const decay = numberOf(message, 'weight_decay_factor');
  if (decay !== undefined && !isUnknown('weightDecayFactor')) known.decaysWeights = decay !== 0;
  const { json, unreadable } = toJson(message);
  if (open.length === 0 && unreadable.length === 0) known.settings = canonical(json, message.type);
  return known;
}

/** The same as in `describe` for a table without an optimizer. */
const NO_OPTIMIZER: Partial<SizedTable> = {
  optimizer: null,
  slots: [],
  accumulatesGradients: true,
  asksForPacking: false,
  decaysWeights: false,
  settings: '{}',
};

/** The same text for equal messages, independent of the order and of written defaults. */
function canonical(json: JsonMessage, { fields }: MessageType): string {
  const parts = fields.flatMap((field) => {
    const value = json[jsonName(field)];
    if (value === undefined || isImplicitDefault(field, value)) return [];
    const isMessage = field.message && typeof value === 'object' && !Array.isArray(value);
    return [`${field.name}:${isMessage ? canonical(value, field.message) : JSON.stringify(value)}`];
  });
  return `{${parts.join()}}`;
}
