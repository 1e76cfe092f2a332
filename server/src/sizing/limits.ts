// What ids do to the limits of stacks on SparseCores, and which limits to give.
import { listed } from '../basics/listed';
import { stacksOn } from './library-stacks';
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

/** The law while nobody says one: it spreads ids most evenly. */
export const USUAL_EXPONENT = 0;

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
      unknown.push(`The limits of "${stack.name}" are not known.`);
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
          ...reportOf(stack, maxIds, maxUniqueIds, traffic, chips),
          ...(requiredBuffer !== undefined && { requiredBuffer }),
        },
      ];
    unknown.push(`No ids of "${stack.name}" are known.`);
    return [];
  });
  return { stacks, assumed: assumptionsOf(found.stacks, { chips, batch, source }, idsPerSample), unknown };
}

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
): StackReport {
  const idsPerPartition = limitReport(maxIds, traffic.ids);
  return {
    name,
    tables: tables.map((table) => table.name),
    idsPerPartition,
    uniqueIdsPerPartition: limitReport(maxUniqueIds, traffic.uniqueIds),
    droppedIds: traffic.dropped === undefined ? null : negligible(traffic.dropped),
    bufferBytes:
      BYTES_OF_ID *
      (suggestedBufferSize === undefined
        ? idsOfLimit(maxIds.inForce, chips)
        : roundUp(suggestedBufferSize, UNIT * chips.sparseCoresPerPartition)),
    proposedBufferBytes: BYTES_OF_ID * idsOfLimit(idsPerPartition.proposed, chips),
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
export const drops = ({ idsPerPartition, uniqueIdsPerPartition }: StackReport): boolean =>
  [idsPerPartition, uniqueIdsPerPartition].some(({ quantile, inForce }) => quantile > inForce);

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
