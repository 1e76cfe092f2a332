import type { Parameters } from 'fast-check';

const { FC_SEED, FC_RUNS } = process.env;

/**
 * The number of runs of a property. The seed is fixed, so that failures are reproducible. `FC_SEED` sets another seed
 * and `FC_RUNS` another number of runs.
 */
export function runs<T>(numRuns: number): Parameters<T> {
  return {
    numRuns: FC_RUNS ? Number(FC_RUNS) : numRuns,
    seed: FC_SEED ? Number(FC_SEED) : 20_240_229,
    includeErrorInReport: true,
  };
}
