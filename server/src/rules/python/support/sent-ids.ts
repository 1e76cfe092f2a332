// What ids whose numbers are known bring to the limits of their table, counted as the library's preprocessing does.
import { isWithin } from '../../../basics/range';
import type { Setting } from '../../../catalogue';
import { numberFor, settingOf } from '../../../dataflow/calls/argument-values';
import { numberOf, truth } from '../../../dataflow/calls/known-values';
import type { ApiCall, PythonFile } from '../../../dataflow/calls/python-file';
import type { EmbeddingPart } from '../../../dataflow/derivation/parts';
import { proposedFor } from '../../../sizing/limits';
import { ObservedTraffic, type SampleIds } from '../../../sizing/sparsecore/observed';
import type { TextFix } from '../call-rule';
import { giveNumbers } from './give-numbers';
import { arraysIn, type Held } from './held-arrays';
import { featuresByStack, tableAlone } from './stacks';

export interface KnownIds extends SampleIds {
  readonly samples: number;
}

/** More ids are not counted. */
const MAX_COUNTED = 100_000;
/** Nor are ids from this one on: counting takes a bit for each row up to them. */
const MAX_ID = 2 ** 28;

/** The ids of an array, if all are known. */
export function knownIds(held: Held | undefined): KnownIds | undefined {
  const [samples = 0, each = 1, ...more] = held?.array?.shape ?? [];
  const count = samples * each;
  if (!held || more.length > 0 || !(count > 0 && count <= MAX_COUNTED)) return undefined;
  const at = held.numbers;
  const ids = at && Array.from({ length: count }, (_, i) => at(i));
  return ids?.every((id) => id >= 0 && id < MAX_ID)
    ? {
        samples,
        ids: Int32Array.from(ids),
        ends: Int32Array.from({ length: samples }, (_, i) => (i + 1) * each),
      }
    : undefined;
}

/** What the fullest pair of SparseCores gets in a step. */
export interface Sent {
  readonly ids: number;
  readonly uniqueIds: number;
}

/** Of features of one table, whose samples are split over `senders`, of the `shards` SparseCores in the job. */
export function sentOf(features: readonly KnownIds[], senders: number, shards: number): Sent {
  const largest = features.flatMap(({ ids }) => [...ids]).reduce((most, id) => Math.max(most, id), 0);
  const traffic = new ObservedTraffic(shards, undefined, largest + shards);
  for (let sender = 0; sender < senders; sender++) {
    for (const ids of features) {
      const share = Math.floor(ids.samples / senders);
      traffic.add(ids, sender * share, (sender + 1) * share, { rowOffset: 0, rotation: 0 });
    }
    traffic.endSender();
  }
  traffic.endBatch();
  const { ids, uniqueIds } = traffic.traffic()!;
  return { ids: ids.quantile, uniqueIds: uniqueIds.quantile };
}

const LIMITS = [
  ['ids', 'max_ids_per_partition', ''],
  ['uniqueIds', 'max_unique_ids_per_partition', 'different '],
] as const satisfies readonly (readonly [keyof Sent, Setting, string])[];

/** Limits that ids exceed. */
export interface Beyond {
  /** The beginning of a sentence. */
  readonly what: string;
  readonly fixes: () => readonly TextFix[];
}

/** Undefined if no limit is certainly exceeded. */
export function beyondLimits(
  { call, attribute }: EmbeddingPart,
  sent: Sent,
  { text, calls }: PythonFile,
): Beyond | undefined {
  const exceeded = LIMITS.flatMap(([key, setting, different]) => {
    const { parameter, type, node } = attribute(setting);
    const limit = numberOf(type);
    // Another rule tells that there must be room for ids at all.
    const isJudged = limit !== undefined && (limit > 0 || key === 'uniqueIds');
    return parameter && isJudged && sent[key] > limit
      ? [
          {
            setting,
            name: parameter.name,
            node,
            limit,
            value: proposedFor(sent[key]),
            found: `${sent[key]} ${different}ids`,
          },
        ]
      : [];
  });
  const [first] = exceeded;
  if (!first) return undefined;
  const isOwn =
    calls.some(({ node }) => node === call.node) &&
    !call.binding.open &&
    call.node.complete &&
    exceeded.every(({ node }) => isWithin(node, call.node));
  return {
    what: `${first.found} of a step go from one SparseCore to another, but \`${first.name}\` is ${first.limit}`,
    fixes: () =>
      isOwn
        ? [
            {
              title: `Set ${exceeded.map(({ name, value }) => `${name}=${value}`).join(', ')}`,
              changes: giveNumbers(
                text,
                call,
                exceeded.map(({ setting, value }) => [setting, value]),
              ),
              preferred: true,
            },
          ]
        : [],
  };
}

/** Whether preprocessing drops ids beyond limits rather than ending the process; undefined if that is not known, or batches are split. */
export function mayDropIds(call: ApiCall): boolean | undefined {
  const isSplit = truth(settingOf(call, 'enable_minibatching')) !== false;
  return isSplit ? undefined : truth(settingOf(call, 'allow_id_dropping'));
}

/** The limits that ids of a call which preprocesses them certainly exceed. */
export function beyondInPreprocessing(call: ApiCall, file: PythonFile): Beyond | undefined {
  const [local, chips, cores] = (
    ['local_device_count', 'global_device_count', 'num_sc_per_device'] as const
  ).map((setting) => numberFor(call, setting));
  if (!local || !chips || !cores || !isPowerOfTwo(chips * cores)) return undefined;
  const arrays = arraysIn(call, 'ids');
  for (const [stack, features] of featuresByStack(call) ?? []) {
    const ids = features.map(({ leaf }) => knownIds(arrays.get(leaf.path)));
    const table = tableAlone(stack, features);
    // Other features only add to what is known of some.
    const known = ids.filter((each) => each !== undefined);
    const beyond =
      table && known.length > 0 && beyondLimits(table, sentOf(known, local * cores, chips * cores), file);
    if (beyond) return beyond;
  }
  return undefined;
}

const isPowerOfTwo = (number: number): boolean => Number.isInteger(Math.log2(number));
