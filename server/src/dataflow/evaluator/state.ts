/** Something that can change while a program runs: a variable, or what an object holds. */
export interface Cell<T> {
  content: T;
  readonly kind: CellKind<T>;
  /** When it was made, in steps of the state. */
  readonly born: number;
}

/** What is known of a cell that can hold one content or another. */
export interface CellKind<T> {
  /** Where two ways through the program meet. */
  join(a: T, b: T, state: State): T;
  /** After any number of rounds of a loop that makes `after` of `before`. */
  widen(before: T, after: T, state: State): T;
}

interface Change {
  readonly cell: Cell<unknown>;
  readonly before: unknown;
}

/** Contents at the end of one way through a part of a program. */
export type Contents = ReadonlyMap<Cell<unknown>, unknown>;

/** One way through a part of a program: what it leaves behind; undefined if it does not come to the end of that part. */
export type Outcome = Contents | undefined;

/**
 * All that a program holds while it is gone through. What one way through it changes can be taken back, to go another way
 * from the same place.
 */
export class State {
  private readonly journal: Change[] = [];
  private clock = 0;
  /** How many parts have begun that can be taken back. */
  marks = 0;
  /** Whether the place that is gone through can be reached. */
  isReachable = true;

  cell<T>(content: T, kind: CellKind<T>): Cell<T> {
    return { content, kind, born: ++this.clock };
  }

  write<T>(cell: Cell<T>, content: T): void {
    if (cell.content === content) return;
    if (this.marks > 0) this.journal.push({ cell: cell as Cell<unknown>, before: cell.content });
    cell.content = content;
  }

  /** Begins a part whose changes can be taken back. */
  mark(): Mark {
    this.marks++;
    return { length: this.journal.length, clock: this.clock };
  }

  /** What has changed since a mark. */
  since({ length }: Mark): Contents {
    const contents = new Map<Cell<unknown>, unknown>();
    for (let i = length; i < this.journal.length; i++) {
      const { cell } = this.journal[i]!;
      contents.set(cell, cell.content);
    }
    return contents;
  }

  /** Every content that cells had since a mark. */
  allSince({ length }: Mark): Map<Cell<unknown>, unknown[]> {
    const contents = new Map<Cell<unknown>, unknown[]>();
    for (let i = length; i < this.journal.length; i++) {
      const { cell, before } = this.journal[i]!;
      const list = contents.get(cell);
      if (list) list.push(before);
      else contents.set(cell, [cell.content, before]);
    }
    return contents;
  }

  /** How many changes could be taken back. */
  get length(): number {
    return this.journal.length;
  }

  /** Takes back what has changed since a mark, which stays. */
  rollback({ length }: Mark): void {
    while (this.journal.length > length) {
      const { cell, before } = this.journal.pop()!;
      cell.content = before;
    }
  }

  /** Takes back a part that was left in the middle. */
  unwind(mark: Mark, marks: number): void {
    this.rollback(mark);
    this.marks = marks;
    this.isReachable = true;
  }

  /** The changes since a mark can no longer be taken back by themselves. */
  release(): void {
    if (--this.marks === 0) this.journal.length = 0;
  }

  /** Goes several ways from here, one of which is taken; unreachable from here on if none comes to its end. */
  branch(ways: readonly (() => void)[]): void {
    const mark = this.mark();
    const outcomes = ways.map((way) => this.outcome(mark, way));
    this.meet(mark, outcomes);
    this.release();
  }

  /** What a way leaves behind, which is taken back. */
  outcome(mark: Mark, way: () => void): Outcome {
    this.isReachable = true;
    way();
    const outcome = this.isReachable ? this.since(mark) : undefined;
    this.rollback(mark);
    this.isReachable = true;
    return outcome;
  }

  /** Goes on with what all ways from a mark have in common; their changes have been taken back. */
  meet(mark: Mark, outcomes: readonly Outcome[]): void {
    const reached = outcomes.filter((outcome) => outcome !== undefined);
    this.isReachable = reached.length > 0;
    const cells = new Set(reached.flatMap((outcome) => [...outcome.keys()]));
    for (const cell of cells) {
      // What was made on one way is not there on the others.
      const isNew = cell.born > mark.clock;
      let content: unknown;
      let isFirst = true;
      for (const outcome of reached) {
        if (isNew && !outcome.has(cell)) continue;
        const here = outcome.has(cell) ? outcome.get(cell) : cell.content;
        content = isFirst ? here : cell.kind.join(content, here, this);
        isFirst = false;
      }
      this.write(cell, content);
    }
  }
}

export interface Mark {
  readonly length: number;
  readonly clock: number;
}
