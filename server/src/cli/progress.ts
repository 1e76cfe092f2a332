/** Milliseconds after which a run counts as long, and between two looks at it. */
const LONG = 1000;
const PAUSE = 100;

/** What it writes to, a terminal or not. */
interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Says at a terminal how far a long run is, on a line of its own that is gone before anything else is written. */
export class Progress {
  private readonly start: number;
  private last: number;
  private count = 0;
  private isShown = false;

  constructor(
    private readonly stream: Stream,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.start = now();
    this.last = this.start;
  }

  /** One more file is checked. */
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

/** Of the line, as terminals since the VT100 do it. */
const CLEAR_REST = '\u001b[K';
