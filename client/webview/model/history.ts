// Undo history of the changes made in the preview.

/** Changes of the same thing in quicker succession are one step, for example while a slider is dragged. */
const PAUSE_MS = 800;

/** Steps kept; the oldest are dropped. */
const MAX_STEPS = 100;

/** A change that can be undone or redone. */
export interface Step<State> {
  /** What was changed, such as the path of a value. */
  what: string;
  /** The state to restore. */
  state: State;
  /** Whether the change wrote to the document, too. */
  written: boolean;
}

export class History<State> {
  private past: Step<State>[] = [];
  private future: Step<State>[] = [];
  /** Time of the last change to the newest step. */
  private time = 0;

  /** Stores `state`, which a change is about to replace. */
  note(what: string, state: State, now: number, written = false): void {
    const last = this.past.at(-1);
    const goesOn = last?.what === what && !written && this.future.length === 0 && now - this.time < PAUSE_MS;
    this.time = now;
    this.future = [];
    if (!goesOn) this.past = [...this.past, { what, state, written }].slice(-MAX_STEPS);
  }

  /** Undoes the last step; `state` is the current state, kept for redo. Undefined if there is no step. */
  back(state: State): Step<State> | undefined {
    return move(this.past, this.future, state);
  }

  /** Redoes the step that was undone last. */
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
