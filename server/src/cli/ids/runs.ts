// What runs of jax-tpu-embedding observed of the ids in their steps.

/** What was observed of a stack, step by step. */
export interface Run {
  /** The ids of the fullest partition. */
  readonly ids: number[];
  readonly uniqueIds: number[];
  /** The ids that the buffer of a device has to hold. */
  readonly buffer: number[];
  /** Ids that were dropped under the limits of the run. */
  readonly dropped: number[];
  /** Whether lines of a log say it, which are there for some steps only. */
  isLogged: boolean;
}

/** By stack. */
export type Runs = Map<string, Run>;

export function runFor(runs: Runs, stack: string): Run {
  const run = runs.get(stack) ?? { ids: [], uniqueIds: [], buffer: [], dropped: [], isLogged: false };
  runs.set(stack, run);
  return run;
}
