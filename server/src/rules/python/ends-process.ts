import { excerpt } from '../../basics/excerpt';
import { counted } from '../../configuration/quantities';
import { numberFor, settingOf } from '../../dataflow/calls/argument-values';
import { numberOf, truth } from '../../dataflow/calls/known-values';
import { methodCalls } from '../../dataflow/calls/methods';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import type { InferredArray } from '../../dataflow/calls/types';
import type { Feature } from '../../dataflow/derivation/features';
import type { CallProblem, CallRule } from './call-rule';
import { shapeText } from './mismatches/tensors';
import { calleeRange } from './support/binding';
import { prepared } from './support/examples';
import { arraysIn, differInRows, type Held, nameOf, placeIn, weightsDiffer } from './support/held-arrays';
import { beyondInPreprocessing, mayDropIds } from './support/sent-ids';
import { featuresByStack, tableAlone } from './support/stacks';
import { mayRunOnJax } from './support/table-of-feature';

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
    'SparseCores, at least one for each feature; `suggested_coo_buffer_size_per_device` is not above what the limit of ids can need, and ids do not exceed the limits of their table.',
  messages: {
    'Observed max ids per partition: {n} for table: {name} is greater than the set max ids per partition: {limit}':
      'A batch has {n} ids of table {name} for one SparseCore, and `max_ids_per_partition` allows {limit}. Raise the limit, or allow ids to be dropped.',
    'Observed max unique ids per partition: {n} for table: {name} is greater than the set':
      'A batch has {n} distinct ids of table {name} for one SparseCore, which is more than `max_unique_ids_per_partition` allows. Raise the limit, or allow ids to be dropped.',
    "batch_size_for_device ({n}) for stacked table '{name}' must be divisible by num_sc_per_device ({m})":
      "The batch of a chip has {n} samples for stack '{name}', which its {m} SparseCores cannot share evenly.",
    'Check failed: batch_size_for_device':
      'The batch of a chip cannot be shared evenly by its SparseCores, or is smaller than the number of its features.',
    'Batch size must be greater or equal to the number of features stacked together':
      'The batch of a chip has fewer samples than features are stacked together.',
    'Suggested Coo Buffer Size is larger than the theoretical max for table {name}: {n:int} vs {m:int}':
      '`suggested_coo_buffer_size_per_device` of {name} is {n}, which is larger than the limits of ids can ever fill: {m}.',
    'Dimension mismatch for features and weights':
      'Weights of a feature have another number of axes than its ids.',
    'Batch size mismatch for features and weights':
      'Weights of a feature are for another number of samples than its ids.',
    'Only 1D and 2D numpy arrays supported as inputs':
      'The ids of a feature have more than two axes, or none.',
    'out of the valid range (0, INT_MAX)':
      'The buffer for the ids of a stack is larger than 2³¹ - 1 entries, or empty. Lower its limits or the batch.',
    'Check failed: features.size() == feature_weights->size()': 'There are not as many weights as features.',
    'Check failed: input_batches.size() == feature_specs.size()': 'There are not as many inputs as features.',
  },
  bad: preprocess(18),
  good: preprocess(16),
  checkFile(file, report) {
    for (const call of file.calls) {
      if (call.entry.stacking !== 'needed' || call.entry.parameters.every(({ holds }) => holds !== 'ids'))
        continue;
      const problem = problemOf(call, file);
      if (problem) report(problem);
    }
    for (const call of methodCalls(file))
      for (const [path, { value, array }] of call.entry.library === 'keras-rs' ? arraysIn(call, 'ids') : []) {
        const { shape } = array ?? {};
        if (!shape || shape.length < 3 || !mayRunOnJax(path, file, call)) continue;
        const message = `The ids${nameOf(path)} have the shape ${shapeText(shape)}, which ends the process on SparseCores with JAX: give them two axes, samples and ids.`;
        report({ ...placeIn(call, 'ids', value), severity: 'warning', message });
      }
  },
};

type Problem = Pick<CallProblem, 'start' | 'end' | 'message' | 'fixes'>;

function problemOf(call: ApiCall, file: PythonFile): Problem | undefined {
  // Sparse ids, which take no weights, have other shapes.
  const isDense = call.entry.parameters.some(({ holds }) => holds === 'weights');
  const ids: ReadonlyMap<string, Held> = isDense ? arraysIn(call, 'ids') : new Map();
  for (const [path, { value, array }] of ids) {
    const message = axesMismatch(nameOf(path), array);
    if (message) return { ...placeIn(call, 'ids', value), message };
  }
  for (const [path, { value, array }] of arraysIn(call, 'weights')) {
    const wanted = ids.get(path)?.array?.shape;
    if (array?.shape && wanted && (differInRows(array.shape, wanted) || array.shape.length !== wanted.length))
      return {
        ...placeIn(call, 'weights', value),
        message: `${weightsDiffer(path, array.shape, wanted)}, so the process ends. Give both one shape.`,
      };
  }
  for (const [stack, features] of featuresByStack(call) ?? []) {
    const message = batchMismatch(call, stack, features, ids) ?? bufferTooLarge(call, stack, features);
    if (message) return { ...calleeRange(call), message };
  }
  const beyond = mayDropIds(call) === false ? beyondInPreprocessing(call, file) : undefined;
  return (
    beyond && {
      ...calleeRange(call),
      message: `${beyond.what}, which ends the process. Raise it, or pass \`allow_id_dropping=True\`.`,
      fixes: beyond.fixes,
    }
  );
}

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
  const gets = `A chip gets ${counted(samples, 'sample')} for the stack '${excerpt(stack)}'`;
  if (samples % cores !== 0)
    return `${gets}, which its ${cores} SparseCores cannot share, so the process ends. Give it a multiple of ${cores}.`;
  return samples < cores * features.length
    ? `${gets}, too few for ${cores} SparseCores and ${features.length} features, so the process ends. Give it at least ${cores * features.length}.`
    : undefined;
}

/** Batches are split into up to so many parts. */
const MINIBATCHES = 64;

function bufferTooLarge(call: ApiCall, stack: string, features: readonly Feature[]): string | undefined {
  const table = tableAlone(stack, features);
  if (!table) return undefined;
  const buffer = table.attribute('suggested_coo_buffer_size');
  const [suggested, limit] = [buffer.type, table.attribute('max_ids_per_partition').type].map(numberOf);
  const [chips, cores] = [numberFor(call, 'global_device_count'), numberFor(call, 'num_sc_per_device')];
  const split = truth(settingOf(call, 'enable_minibatching'));
  if (!suggested || !limit || !chips || !cores || split === undefined) return undefined;
  const most = roundUp(limit, 8) * cores * chips * cores * (split ? MINIBATCHES : 1);
  return roundUp(suggested, 8 * cores) > most
    ? `\`${buffer.parameter!.name}\` of the table '${excerpt(stack)}' is ${suggested}, but its limit of ids needs at most ${most}, so the process ends. Give it no more.`
    : undefined;
}

const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit;
