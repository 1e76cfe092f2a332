import { excerpt } from '../../basics/excerpt';
import { isWithin, type Range, rangeOf } from '../../basics/range';
import { parameterFor } from '../../catalogue';
import { numberOf, settingOf, truth } from '../../dataflow/calls/argument-values';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import { leavesOf } from '../../dataflow/calls/structure';
import { type InferredArray, inferredOf } from '../../dataflow/calls/types';
import type { Feature } from '../../dataflow/derivation/features';
import type { Value } from '../../evaluator';
import type { CallRule } from './call-rule';
import { shapeText } from './mismatches/tensors';
import { calleeRange } from './support/binding';
import { prepared } from './support/examples';
import { featuresByStack } from './support/stacks';

const preprocess = (batch: number): string =>
  `import numpy as np
${prepared(`ids = np.zeros((${batch}, 4), np.int32)
embedding.preprocess_sparse_dense_matmul_input([ids, ids], None, specs, 1, 1, num_sc_per_device=4)`)}`;

export const endsProcess: CallRule = {
  code: 'ends-process',
  severity: 'error',
  summary: 'Preprocessing ends the process, without an exception that could be caught.',
  details:
    'The C++ code of JAX TPU Embedding checks ids where it sorts them, and ends the process: ids of a feature have one or two axes, ' +
    'those with one axis being arrays of arrays; weights have as many axes and samples as the ids; the samples that a chip gets for a stack are divisible by its ' +
    'SparseCores, at least one for each feature; `suggested_coo_buffer_size_per_device` is not above what the limit of ids can need.',
  messages: [
    'Check failed: batch_size_for_device',
    'Suggested Coo Buffer Size is larger than',
    'Dimension mismatch for features and weights',
  ],
  bad: preprocess(18),
  good: preprocess(16),
  checkFile({ calls }, report) {
    for (const call of calls) {
      if (call.entry.stacking !== 'needed' || call.entry.parameters.every(({ holds }) => holds !== 'ids'))
        continue;
      const problem = problemOf(call);
      if (problem) report(problem);
    }
  },
};

type Problem = Range & { readonly message: string };

function problemOf(call: ApiCall): Problem | undefined {
  const ids = arraysIn(call, 'ids');
  for (const [path, { value, array }] of ids) {
    const message = axesMismatch(nameOf(path), array);
    if (message) return { ...placeIn(call, 'ids', value), message };
  }
  for (const [path, { value, array }] of arraysIn(call, 'weights')) {
    const message = weightsMismatch(nameOf(path), array, ids.get(path)?.array);
    if (message) return { ...placeIn(call, 'weights', value), message };
  }
  for (const [stack, features] of featuresByStack(call) ?? []) {
    const message = batchMismatch(call, stack, features, ids) ?? bufferTooLarge(call, stack, features);
    if (message) return { ...calleeRange(call), message };
  }
  return undefined;
}

interface Held {
  readonly value: Value;
  readonly array: InferredArray | undefined;
}

/** The arrays that an argument of a call holds, by their paths. */
function arraysIn({ event }: ApiCall, what: 'ids' | 'weights'): Map<string, Held> {
  const held = event?.structures.find(({ parameter }) => parameter.holds === what);
  const leaves = held ? leavesOf(held.actual).leaves : [];
  return new Map(
    leaves.map(({ path, value }) => {
      const array = inferredOf(value);
      return [path, { value, array: array?.kind === 'array' ? array : undefined }];
    }),
  );
}

/** The array in an argument, or the argument if the array is made elsewhere. */
function placeIn(call: ApiCall, what: 'ids' | 'weights', { node }: Value): Range {
  const parameter = call.entry.parameters.find(({ holds }) => holds === what)!;
  const argument = argumentOf(call, parameter.name) ?? call.node.callee;
  return rangeOf(isWithin(node, argument) ? node : argument);
}

const nameOf = (path: string): string => (path === '' ? '' : ` of \`${excerpt(path)}\``);

const NUMBERS = /^(?:u?int|float|bool)/;

function axesMismatch(name: string, array: InferredArray | undefined): string | undefined {
  const { shape, dtype = '' } = array ?? {};
  if (!shape || shape.length === 2) return undefined;
  const is = `The ids${name} have the shape ${shapeText(shape)}, which ends the process`;
  if (shape.length !== 1) return `${is}: give them two axes, samples and ids.`;
  return NUMBERS.test(dtype)
    ? `${is}: give them a second axis, or an array of ids for each sample.`
    : undefined;
}

function weightsMismatch(
  name: string,
  weights: InferredArray | undefined,
  ids: InferredArray | undefined,
): string | undefined {
  if (!weights?.shape || !ids?.shape) return undefined;
  const [[samples], [wanted]] = [weights.shape, ids.shape];
  const isOther = samples !== undefined && wanted !== undefined && samples !== wanted;
  return isOther || weights.shape.length !== ids.shape.length
    ? `The weights${name} have the shape ${shapeText(weights.shape)}, but the ids ${shapeText(ids.shape)}: that ends the process.`
    : undefined;
}

/** Whether the samples that a chip gets for a stack cannot be shared out among its SparseCores. */
function batchMismatch(
  call: ApiCall,
  stack: string,
  features: readonly Feature[],
  ids: ReadonlyMap<string, Held>,
): string | undefined {
  const [chips, cores] = [numberFor(call, 'local_device_count'), numberFor(call, 'num_sc_per_device')];
  const sizes = features.map(({ leaf }) => ids.get(leaf.path)?.array?.shape?.[0]);
  if (!chips || !cores || sizes.includes(undefined)) return undefined;
  const samples = sizes.reduce<number>((sum, size) => sum + Math.floor(size! / chips), 0);
  const gets = `A chip gets ${samples} samples for the stack '${excerpt(stack)}'`;
  if (samples % cores !== 0)
    return `${gets}, which its ${cores} SparseCores cannot share: another number than a multiple of ${cores} ends the process.`;
  return samples < cores * features.length
    ? `${gets}, but each of its ${cores} SparseCores needs one for each of ${features.length} features: fewer end the process.`
    : undefined;
}

/** Batches are split into up to so many parts. */
const MINIBATCHES = 64;

function bufferTooLarge(call: ApiCall, stack: string, features: readonly Feature[]): string | undefined {
  const { table } = features[0]!;
  const name = table?.attribute('name').type;
  // A stack of several tables has a buffer of its own.
  if (!table || name?.kind !== 'str' || name.value !== stack) return undefined;
  const buffer = table.attribute('suggested_coo_buffer_size');
  const [suggested, limit] = [buffer.type, table.attribute('max_ids_per_partition').type].map(numberOf);
  const [chips, cores] = [numberFor(call, 'global_device_count'), numberFor(call, 'num_sc_per_device')];
  const split = truth(settingOf(call, 'enable_minibatching'));
  if (!suggested || !limit || !chips || !cores || split === undefined) return undefined;
  const most = roundUp(limit, 8) * cores * chips * cores * (split ? MINIBATCHES : 1);
  return roundUp(suggested, 8 * cores) > most
    ? `\`${buffer.parameter!.name}\` of the table '${excerpt(stack)}' is ${suggested}, but its limit of ids needs at most ${most}: more ends the process.`
    : undefined;
}

const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit;

const numberFor = (call: ApiCall, setting: Parameters<typeof settingOf>[1]): number | undefined =>
  parameterFor(call.entry, setting) && numberOf(settingOf(call, setting));
