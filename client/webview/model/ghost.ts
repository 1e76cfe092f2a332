// The run with the document's values, drawn faintly to show what a change does.
import { type Computing, compute } from './compute';
import type { Options } from './options';
import type { Choice, Run } from './run';

export class Ghost {
  private readonly done: () => void;
  private asked: Choice | undefined;
  private options: Options | undefined;
  private run: Run | undefined;
  private work: Computing | undefined;

  /** `done` is called when a long run is computed. */
  constructor(done: () => void) {
    this.done = done;
  }

  /** Reuses a run that was computed with the document's values before they were changed. */
  take(run: Run): void {
    if (this.run === run || run.steps < run.options.steps) return;
    this.work?.cancel();
    [this.asked, this.options, this.run] = [run.choice, run.options, run];
  }

  /** The run, once it is computed. It is computed only once while a slider moves. */
  of(choice: Choice, options: Options): Run | undefined {
    if (this.asked?.setup === choice.setup && this.options === options) return this.run;
    this.work?.cancel();
    this.asked = choice;
    this.options = options;
    this.run = undefined;
    let later = false;
    this.work = compute({ a: choice }, options, {
      progress() {},
      done: ({ runs }) => {
        this.run = runs.a;
        if (later) this.done();
      },
    });
    later = true;
    return this.run;
  }
}
