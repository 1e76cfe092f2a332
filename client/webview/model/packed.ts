// Packs a run for transfer between threads: transferring thousands of small arrays would take longer than a frame.

import type { Batch } from '../../../server/src/optimizers/scenarios/presets';
import type { Choices, Results } from './compute';
import type { Options } from './options';
import type { Run } from './run';

interface PackedBatches {
  /** Number of ids in each step. */
  counts: Int32Array;
  ids: Int32Array;
  gradients: Float32Array;
}

/** Without the request, which the page knows. */
type PackedRun = Omit<Run, 'batches' | 'choice' | 'options'> & { batches: PackedBatches };

export type PackedResults = Omit<Results, 'runs'> & { runs: { a?: PackedRun; b?: PackedRun } };

const mapped = <From, To>(
  { a, b }: { a?: From; b?: From },
  change: (run: From, side: 'a' | 'b') => To,
): { a?: To; b?: To } => ({
  ...(a && { a: change(a, 'a') }),
  ...(b && { b: change(b, 'b') }),
});

export const packed = (outcome: Results): PackedResults => ({
  ...outcome,
  runs: mapped(outcome.runs, ({ choice: _, options: __, ...run }) => ({
    ...run,
    batches: packBatches(run.batches),
  })),
});

export const unpacked = (outcome: PackedResults, choices: Choices, options: Options): Results => ({
  ...outcome,
  runs: mapped(outcome.runs, (run, side) => ({
    ...run,
    choice: choices[side]!,
    options,
    batches: unpackBatches(run.batches, run.columns),
  })),
});

/** Large buffers are transferred between threads instead of copied. */
export const buffersOf = ({ runs }: PackedResults): ArrayBuffer[] =>
  [runs.a, runs.b].flatMap((run) => {
    if (!run) return [];
    const { counts, ids, gradients } = run.batches;
    const losses = run.losses ? [run.losses] : [];
    const arrays = [run.gradients, ...losses, ...run.variables.values(), counts, ids, gradients];
    return arrays.map(({ buffer }) => buffer as ArrayBuffer);
  });

function packBatches(batches: readonly Batch[]): PackedBatches {
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  const gradients = new Float32Array(sum(batches.map((batch) => batch.gradients.length)));
  let at = 0;
  for (const batch of batches) {
    gradients.set(batch.gradients, at);
    at += batch.gradients.length;
  }
  return {
    counts: Int32Array.from(batches, ({ ids }) => ids.length),
    ids: Int32Array.from(batches.flatMap(({ ids }) => ids)),
    gradients,
  };
}

function unpackBatches({ counts, ids, gradients }: PackedBatches, columns: number): Batch[] {
  let at = 0;
  return Array.from(counts, (count) => {
    const [start, end] = [at, at + count];
    at = end;
    return {
      ids: Array.from(ids.subarray(start, end)),
      gradients: gradients.subarray(start * columns, end * columns),
    };
  });
}
