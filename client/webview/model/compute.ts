// Computes both runs in slices.

import { SpecError } from '../../../server/src/optimizers';
import type { HeatMap } from '../../../server/src/optimizers/scenarios';
import { t } from './l10n';
import { formatCount } from './numbers';
import { type Options, stepsOf } from './options';
import { PreviewError, type RunProblem } from './problem';
import type { RowsShown } from './rows';
import { type Choice, derailment, type Run, runOf } from './run';
import { type Work, work } from './work';

export type Side = 'a' | 'b';

export interface Results {
  runs: { a?: Run; b?: Run };
  /** The runs of the scenario `rows`. */
  rows?: { a?: RowsShown; b?: RowsShown };
  map?: HeatMap;
  /** Why a run failed, or where its values stop being finite. */
  problems: { a?: RunProblem; b?: RunProblem };
}

/** Steps done, and the total. */
export interface Progress {
  done: number;
  total: number;
  /** The part of the heat map that is computed already. */
  map?: HeatMap;
}

export interface Choices {
  a: Choice;
  b?: Choice;
  /** Compute a heat map of `a` instead, around the values of this choice. */
  mapAround?: Choice;
}

/** Computes the scenario `rows`. The page loads this code only if the worker cannot run. */
type OfRows = Pick<typeof import('./rows'), 'mapOf' | 'computeRows' | 'stepsOfMap'>;

export interface Hooks {
  progress(progress: Progress): void;
  done(outcome: Results): void;
}

export interface Computing extends Work {
  /** Stops the computation and reports the partial result; `cancel` stops without a report. */
  stop(): void;
}

/** Delay before the first progress report and between two. Reports cost time, and nobody reads faster. */
const REPORT_EVERY_MS = 100;

/** Computes the runs; short ones are done when this returns. */
export function compute(choices: Choices, options: Options, hooks: Hooks, ofRows?: OfRows): Computing {
  const outcome: Results = { runs: {}, problems: {} };
  const total = totalOf(choices, options, ofRows);
  let done = 0;
  let nextReport = performance.now() + REPORT_EVERY_MS;
  let ended = false;
  const { cancel } = work(both(choices, options, outcome, ofRows), {
    progress(steps) {
      done = steps;
      const now = performance.now();
      if (now < nextReport) return;
      nextReport = now + REPORT_EVERY_MS;
      hooks.progress({ done, total, ...(outcome.map && { map: outcome.map }) });
    },
    done: finish,
  });
  return {
    cancel() {
      ended = true;
      cancel();
    },
    stop() {
      if (ended) return;
      cancel();
      outcome.problems.a ??= {
        text: t('Stopped after {0} of {1} steps.', formatCount(done), formatCount(total)),
      };
      finish();
    },
  };

  function finish() {
    ended = true;
    const { runs, problems } = outcome;
    for (const side of ['a', 'b'] as const) {
      const derailed = runs[side] && derailment(runs[side]);
      if (derailed) problems[side] = { text: derailed };
    }
    hooks.done(outcome);
  }
}

function totalOf({ b, mapAround }: Choices, options: Options, ofRows: OfRows | undefined): number {
  if (!mapAround) return stepsOf(options) * (b ? 2 : 1);
  try {
    return ofRows!.stepsOfMap(mapAround, options);
  } catch {
    // The run itself reports why there is no map.
    return 0;
  }
}

/** Runs one after the other and yields the steps done. A failure in one does not stop the other. */
function* both(
  { a, b, mapAround }: Choices,
  options: Options,
  outcome: Results,
  ofRows: OfRows | undefined,
): Generator<number, void> {
  yield* one('a', a, 0);
  if (b && !mapAround) yield* one('b', b, stepsOf(options));

  function* one(side: Side, choice: Choice, before: number): Generator<number, void> {
    try {
      if (mapAround) {
        let steps = 0;
        for (const map of ofRows!.mapOf(choice, mapAround, options)) {
          outcome.map = map;
          yield ++steps;
        }
        return;
      }
      if (options.preset === 'rows') {
        const training = ofRows!.computeRows(choice, options);
        for (;;) {
          const { done, value } = training.next();
          if (done) {
            outcome.rows = { ...outcome.rows, [side]: value };
            return;
          }
          yield before + value;
        }
      }
      for (const run of runOf(choice, options)) {
        outcome.runs[side] = run;
        yield before + run.steps;
      }
    } catch (error) {
      outcome.problems[side] = problemOf(error);
    }
  }
}

/** Error messages of the numeric core are written for users, and name the path in the setup. */
function problemOf(error: unknown): RunProblem {
  if (error instanceof SpecError) return { text: error.message, at: error.path };
  if (error instanceof PreviewError) return { text: error.message, ...(error.at && { at: error.at }) };
  return { text: error instanceof Error ? error.message : String(error) };
}
