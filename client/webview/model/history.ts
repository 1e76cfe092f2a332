// What a person changed in the preview, step by step, so that it can be taken back.

/** Changes of the same thing in quicker succession are one step, such as those of a slider that is dragged. */
const PAUSE_MS = 800;

/** Steps kept; the first are forgotten. */
const MAX_STEPS = 100;

/** A change that can be made the other way round. */
export interface Step<State> {
  /** What was changed, such as the path of a value. */
  what: string;
  /** What there was on the other side of the change. */
  state: State;
  /** Whether the change wrote to the document, too. */
  written: boolean;
}

export class History<State> {
  private past: Step<State>[] = [];
  private future: Step<State>[] = [];
  /** When the last step was added to. */
  private time = 0;

  /** Remembers `state`, which a change is about to replace. */
  note(what: string, state: State, now: number, written = false): void {
    const last = this.past.at(-1);
    const goesOn = last?.what === what && !written && this.future.length === 0 && now - this.time < PAUSE_MS;
    this.time = now;
    this.future = [];
    if (!goesOn) this.past = [...this.past, { what, state, written }].slice(-MAX_STEPS);
  }

  /** Takes the last step back, given the state that it led to; undefined where there is none. */
  back(state: State): Step<State> | undefined {
    return move(this.past, this.future, state);
  }

  /** Makes the step again that was taken back last. */
  forth(state: State): Step<State> | undefined {
    return move(this.future, this.past, state);
  }

  clear(): void {
    this.past = [];
    this.future = [];
  }
}

function move<State>(from: Step<State>[], to: Step<State>[], state: State): Step<State> | undefined {
  const step = from.pop();
  if (step) to.push({ ...step, state });
  return step;
}
