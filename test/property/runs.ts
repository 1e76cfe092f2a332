import type { Parameters } from 'fast-check';

const { FC_SEED, FC_RUNS } = process.env;

/**
 * How often a property is tried, always with the same seed, so that a failure is nobody's bad luck.
 * `FC_SEED` tries other cases and `FC_RUNS` another number of them.
 */
export function runs<T>(numRuns: number): Parameters<T> {
  return {
    numRuns: FC_RUNS ? Number(FC_RUNS) : numRuns,
    seed: FC_SEED ? Number(FC_SEED) : 20_240_229,
    includeErrorInReport: true,
  };
}
