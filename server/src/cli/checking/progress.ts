/** Milliseconds after which a run counts as long, and between two updates. */
const LONG = 1000;
const PAUSE = 100;

/** The output stream, a terminal or not. */
interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows the progress of a long run in a terminal, on a line that is erased before any other output. */
export class Progress {
  private readonly start: number;
  private last: number;
  private count = 0;
  private isShown = false;

  constructor(
    private readonly stream: Stream,
    private readonly now: () => number = Date.now,
  ) {
    this.start = now();
    this.last = this.start;
  }

  /** Counts one more checked file. */
  step(): void {
    this.count++;
    if (!this.stream.isTTY) return;
    const now = this.now();
    if (now - this.start < LONG || now - this.last < PAUSE) return;
    this.last = now;
    this.isShown = true;
    this.stream.write(`\r${this.count.toLocaleString('en')} files checked…${CLEAR_REST}`);
  }

  clear(): void {
    if (this.isShown) this.stream.write(`\r${CLEAR_REST}`);
    this.isShown = false;
  }
}

/** Clears the rest of the line, in every terminal since the VT100. */
const CLEAR_REST = '\u001b[K';
