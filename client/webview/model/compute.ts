// Both runs, computed in slices.

import { SpecError } from '../../../server/src/optimizers';
import { t } from './l10n';
import { formatCount } from './numbers';
import type { Options } from './options';
import { PreviewError, type Problem } from './problem';
import { type Choice, derailment, type Run, runOf } from './run';
import { type Work, work } from './work';

export type Side = 'a' | 'b';

export interface Outcome {
  runs: { a?: Run; b?: Run };
  /** Why a run could not be made, or where it leaves the numbers. */
  problems: { a?: Problem; b?: Problem };
}

/** Steps done, and to do in all. */
export interface Progress {
  done: number;
  total: number;
}

export interface Choices {
  a: Choice;
  b?: Choice;
}

export interface Hooks {
  progress(progress: Progress): void;
  done(outcome: Outcome): void;
}

export interface Computing extends Work {
  /** Ends it and reports what there is; `cancel` ends it without a report. */
  stop(): void;
}

/** Before the first report of progress and between two: reporting takes time too, and nobody reads faster. */
const REPORT_EVERY_MS = 100;

/** Computes the runs; short ones are done when this returns. */
export function compute(choices: Choices, options: Options, hooks: Hooks): Computing {
  const outcome: Outcome = { runs: {}, problems: {} };
  const total = options.steps * (choices.b ? 2 : 1);
  let done = 0;
  let nextReport = performance.now() + REPORT_EVERY_MS;
  let ended = false;
  const { cancel } = work(both(choices, options, outcome), {
    progress(steps) {
      done = steps;
      const now = performance.now();
      if (now < nextReport) return;
      nextReport = now + REPORT_EVERY_MS;
      hooks.progress({ done, total });
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

/** One run after the other, yielding the steps done; what goes wrong in one leaves the other alone. */
function* both({ a, b }: Choices, options: Options, outcome: Outcome): Generator<number, void> {
  yield* one('a', a, 0);
  if (b) yield* one('b', b, options.steps);

  function* one(side: Side, choice: Choice, before: number): Generator<number, void> {
    try {
      for (const run of runOf(choice, options)) {
        outcome.runs[side] = run;
        yield before + run.steps;
      }
    } catch (error) {
      outcome.problems[side] = problemOf(error);
    }
  }
}

/** Errors of the numeric core are written for people, and name the place in the setup. */
function problemOf(error: unknown): Problem {
  if (error instanceof SpecError) return { text: error.message, at: error.path };
  if (error instanceof PreviewError) return { text: error.message, ...(error.at && { at: error.at }) };
  return { text: error instanceof Error ? error.message : String(error) };
}
