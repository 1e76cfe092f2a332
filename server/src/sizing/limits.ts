// What ids do to the limits of stacks on SparseCores, and which limits to give.
import { listed } from '../basics/listed';
import { ROWS_DEFAULTS } from '../optimizers/scenarios/options';
import { overflowText, stacksOn } from './library-stacks';
import { BYTES_OF_ID, idsOfLimit } from './sparsecore/buffers';
import { expectedTraffic, type Traffic } from './sparsecore/expected';
import { counted, type Law, uniform, zipf } from './sparsecore/laws';
import { type Chips, roundUp, sparseCores } from './sparsecore/padding';
import type { Limit, Stack } from './sparsecore/stacks';
import type { LibraryStacking, SizedTables } from './tables';

/** How often each id occurs. */
export type IdSource =
  /** Zipf's law; the exponent 0 makes all ids of a table equally frequent. */
  | { readonly kind: 'zipf'; readonly exponent: number }
  /** By table: ids, ascending, and how often each occurs. */
  | { readonly kind: 'counts'; readonly counts: ReadonlyMap<string, readonly (readonly [number, number])[]> }
  /** By stack: what was counted. */
  | {
      readonly kind: 'observed';
      readonly traffic: ReadonlyMap<string, Traffic>;
      /** Ids that the buffers of a device had to hold. */
      readonly buffers?: ReadonlyMap<string, number>;
      readonly what: readonly string[];
    };

/** An exponent as that of ids in real data. */
export const LIKELY_EXPONENT = ROWS_DEFAULTS.exponent;

/** Which ids figures hold for, in words for people. */
export function idsOf(source: IdSource): string {
  switch (source.kind) {
    case 'zipf':
      return source.exponent === 0
        ? 'equally frequent ids'
        : `ids by Zipf's law with exponent ${source.exponent}`;
    case 'counts':
      return 'ids as frequent as they were counted';
    case 'observed':
      return 'the ids that were counted';
  }
}

export interface LimitReport {
  readonly given: number | null;
  readonly inForce: number;
  readonly expected: number;
  readonly quantile: number;
  readonly proposed: number;
}

export interface StackReport {
  readonly name: string;
  readonly tables: readonly string[];
  readonly idsPerPartition: LimitReport;
  readonly uniqueIdsPerPartition: LimitReport;
  /** Null where it is not known. */
  readonly droppedIds: number | null;
  /** Whether steps beyond the limits are split into minibatches, which have not. */
  readonly isSplit?: true;
  /** Memory of the ids of a step on each device: of the limits in force, and of those that are proposed. */
  readonly bufferBytes: number;
  readonly proposedBufferBytes: number;
  /** Ids that the buffers of a device had to hold in a run that was observed. */
  readonly requiredBuffer?: number;
}

export interface LimitsReport {
  readonly stacks: readonly StackReport[];
  readonly assumed: readonly string[];
  readonly unknown: readonly string[];
}

/** Limits come in units of ids that are read at once. */
const UNIT = 8;

export const proposedFor = (quantile: number): number => Math.max(roundUp(quantile, UNIT), UNIT);

export interface LimitsQuestion {
  readonly chips: Chips;
  /** Samples of each feature in a step; by default those of the program. */
  readonly batch?: number | undefined;
  readonly source: IdSource;
}

export function limitsReport(sizes: SizedTables, { chips, batch, source }: LimitsQuestion): LimitsReport {
  const found = stacksOn(sizes, chips);
  if (!found) return { stacks: [], assumed: [], unknown: [NO_STACKS] };
  if ('unknown' in found) return { stacks: [], assumed: [], unknown: [found.unknown] };
  const stacking = sizes.stacking as Exclude<LibraryStacking, { readonly unknown: string }>;
  const idsPerSample = new Map(stacking.features.map((feature) => [feature.name, feature.idsPerSample]));
  const unknown: string[] = [];
  const stacks = found.stacks.flatMap((stack) => {
    const { maxIds, maxUniqueIds } = stack;
    if (!maxIds || !maxUniqueIds) {
      unknown.push(
        `The limits of "${stack.name}" are not known: ${stack.tables.length > 1 && !stacking.hasLargestLimits ? OF_FUNCTION : OF_TABLE}.`,
      );
      return [];
    }
    const traffic =
      source.kind === 'observed'
        ? source.traffic.get(stack.name)
        : expectedIn(stack, maxIds, maxUniqueIds, chips, batch, source, idsPerSample);
    const requiredBuffer = source.kind === 'observed' ? source.buffers?.get(stack.name) : undefined;
    if (traffic)
      return [
        {
          ...reportOf(stack, maxIds, maxUniqueIds, traffic, chips, stacking.overflow.hasMinibatches),
          ...(requiredBuffer !== undefined && { requiredBuffer }),
        },
      ];
    unknown.push(`No ids of "${stack.name}" are known.`);
    return [];
  });
  const assumed = assumptionsOf(found.stacks, { chips, batch, source }, idsPerSample);
  return { stacks, assumed: [...assumed, ...overflowText(stacking)], unknown };
}

const OF_FUNCTION =
  'the function that gives them does more than arithmetic, conditions and look-ups in dicts that are only read';
const OF_TABLE = 'the program gives them by values that are known only when it runs';

const NO_STACKS =
  'Limits are computed for tables that keras-rs or jax-tpu-embedding keeps on SparseCores, and these are others.';

function expectedIn(
  { tables, features }: Stack,
  maxIds: Limit,
  maxUniqueIds: Limit,
  chips: Chips,
  batch: number | undefined,
  source: Exclude<IdSource, { readonly kind: 'observed' }>,
  idsPerSample: ReadonlyMap<string, number | undefined>,
): Traffic | undefined {
  const laws = tables.map(({ name, vocabularySize }) => lawOf(source, name, vocabularySize));
  if (laws.includes(undefined)) return undefined;
  const byName = new Map(tables.map((table, i) => [table.name, laws[i]!]));
  return expectedTraffic(
    tables,
    ({ name }) => ({
      law: byName.get(name)!,
      features: features
        .filter(({ table }) => table === name)
        .map((feature) => ({
          samples: batch ?? feature.samples,
          idsPerSample: idsPerSample.get(feature.name) ?? 1,
        })),
    }),
    sparseCores(chips),
    { ids: maxIds.inForce, uniqueIds: maxUniqueIds.inForce },
  );
}

function lawOf(
  source: Exclude<IdSource, { readonly kind: 'observed' }>,
  table: string,
  vocabularySize: number,
): Law | undefined {
  if (source.kind === 'zipf')
    return source.exponent === 0 ? uniform(vocabularySize) : zipf(source.exponent, vocabularySize);
  const counts = source.counts.get(table);
  return counts && counted(counts);
}

function reportOf(
  { name, tables, suggestedBufferSize }: Stack,
  maxIds: Limit,
  maxUniqueIds: Limit,
  traffic: Traffic,
  chips: Chips,
  hasMinibatches = false,
): StackReport {
  const idsPerPartition = limitReport(maxIds, traffic.ids);
  const uniqueIdsPerPartition = limitReport(maxUniqueIds, traffic.uniqueIds);
  const isSplit = hasMinibatches && exceeds(idsPerPartition, uniqueIdsPerPartition);
  const bufferOf = (limit: number) => BYTES_OF_ID * idsOfLimit(limit, chips, hasMinibatches);
  return {
    name,
    tables: tables.map((table) => table.name),
    idsPerPartition,
    uniqueIdsPerPartition,
    droppedIds: isSplit || traffic.dropped === undefined ? null : negligible(traffic.dropped),
    ...(isSplit && { isSplit }),
    bufferBytes:
      suggestedBufferSize === undefined
        ? bufferOf(maxIds.inForce)
        : BYTES_OF_ID * roundUp(suggestedBufferSize, UNIT * chips.sparseCoresPerPartition),
    proposedBufferBytes: bufferOf(idsPerPartition.proposed),
  };
}

const limitReport = ({ given, inForce }: Limit, { expected, quantile }: Traffic['ids']): LimitReport => ({
  given,
  inForce,
  expected,
  quantile,
  proposed: proposedFor(quantile),
});

/** Less than an id in a million steps is none. */
const negligible = (dropped: number): number => (dropped < 1e-6 ? 0 : dropped);

/** Whether more than one step of 1,000 drops ids, or one of the given batches does. */
export const drops = ({ idsPerPartition, uniqueIdsPerPartition, isSplit }: StackReport): boolean =>
  !isSplit && exceeds(idsPerPartition, uniqueIdsPerPartition);

const exceeds = (...limits: readonly LimitReport[]): boolean =>
  limits.some(({ quantile, inForce }) => quantile > inForce);

// ---------------------------------------------------------------- Assumptions

function assumptionsOf(
  stacks: readonly Stack[],
  { chips, batch, source }: LimitsQuestion,
  idsPerSample: ReadonlyMap<string, number | undefined>,
): string[] {
  const cores = sparseCores(chips);
  const where = `${chips.partitions} ${chips.partitions === 1 ? 'device' : 'devices'} of JAX with ${chips.sparseCoresPerPartition} SparseCores each, ${cores} × ${cores} partitions a step.`;
  if (source.kind === 'observed') return [where, ...source.what];
  const features = stacks.flatMap((stack) => stack.features);
  const unsaid = features.filter(({ name }) => idsPerSample.get(name) === undefined).map(({ name }) => name);
  return [
    where,
    lawText(source),
    ...(batch === undefined ? [] : [`Each feature has ${batch} samples in a step.`]),
    'Samples, and the ids of a sample, are independent of each other.',
    ...(unsaid.length === 0
      ? []
      : [
          `Samples of ${listed(unsaid.map(quoted))} have one id each: the input shape does not say how many.`,
        ]),
  ];
}

function lawText(source: Exclude<IdSource, { readonly kind: 'observed' }>): string {
  if (source.kind === 'counts') return 'Ids occur as often as they were counted.';
  const { exponent } = source;
  return exponent === 0
    ? "All ids of a table are equally frequent: the exponent 0 of Zipf's law. Real ids are often near 1."
    : `Ids follow Zipf's law with the exponent ${exponent}: the id i occurs 1 / (i + 1)^${exponent} as often as the id 0.`;
}

const quoted = (name: string) => `"${name}"`;
