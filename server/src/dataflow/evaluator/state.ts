/** Something that can change while a program runs: a variable, or what an object holds. */
export interface Cell<T> {
  content: T;
  readonly kind: CellKind<T>;
  /** When it was made, in steps of the state. */
  readonly born: number;
  /** On which way it was made. */
  readonly way: Way;
  exposure: Exposure;
}

/** One way through a part of a program, within the one that leads there. */
interface Way {
  readonly around: Way | undefined;
  /** Since when what was made on it may be there on the way around, too. */
  joined: number | undefined;
}

/** What cells hold at one moment on a way. */
class Snapshot extends Map<Cell<unknown>, unknown> {
  constructor(
    readonly way: Way,
    readonly clock: number,
  ) {
    super();
  }

  /** Whether a cell may be there at that moment. */
  knows({ born, way }: Cell<unknown>): boolean {
    if (born > this.clock) return false;
    for (let at: Way | undefined = way; at; at = at.around) {
      if (this.isWithin(at)) return true;
      if (at.joined === undefined || at.joined > this.clock) return false;
    }
    return false;
  }

  private isWithin(way: Way): boolean {
    for (let at: Way | undefined = this.way; at; at = at.around) if (at === way) return true;
    return false;
  }
}

/** What each cell holds on the ways that change it. */
function contentsOf(outcomes: readonly Contents[]): ReadonlyMap<Cell<unknown>, unknown[]> {
  const found = new Map<Cell<unknown>, unknown[]>();
  for (const outcome of outcomes)
    for (const [cell, content] of outcome) {
      const others = found.get(cell);
      if (others) others.push(content);
      else found.set(cell, [content]);
    }
  return found;
}

/** What code that is not seen can do with a cell, from some time on. */
export enum Exposure {
  None,
  /** A function that such code may call reads it, and may do otherwise once it has changed. */
  Read,
  /** The same, and what it holds may be changed. */
  Held,
  /** It may be changed at any time. */
  Changed,
}

/** What is known of a cell that can hold one content or another. */
export interface CellKind<T> {
  /** Where two ways through the program meet. */
  join(a: T, b: T, state: State): T;
  /** After any number of rounds of a loop that makes `after` of `before`. */
  widen(before: T, after: T, state: State): T;
  /** What is known of it once anybody may change it. */
  readonly nothing: T;
  /** Gives away what it holds. */
  give(content: T, state: State): void;
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
  private way: Way = { around: undefined, joined: undefined };
  /** How many parts have begun that can be taken back. */
  marks = 0;
  /** What cells held in parts that may end anywhere, the innermost part last. */
  private readonly watched: Map<Cell<unknown>, Set<unknown>>[] = [];
  /** What was there before this time is watched for what code that is not seen can do with it. */
  private now = 0;
  /** How often such code got a way to something that was there before, or what it can read there has changed. */
  exposures = 0;
  /** How often something has been changed that was there before. */
  rewrites = 0;
  /** Functions that code which is not seen has got, and that have not been gone through for that. */
  readonly escaping: object[] = [];
  /** What holds the methods of classes that such code has got. */
  readonly given = new Set<object>();
  /** Whether such a function may do otherwise now than when it was gone through. */
  isDisturbed = false;
  /** Cells that have changed since such a function could read them. */
  readonly rewritten = new Set<Cell<unknown>>();
  /** Whether the place that is gone through can be reached. */
  isReachable = true;

  cell<T>(content: T, kind: CellKind<T>, born = this.tick()): Cell<T> {
    return { content, kind, born, way: this.way, exposure: Exposure.None };
  }

  /** A time for what is made now. */
  tick(): number {
    return ++this.clock;
  }

  write<T>(cell: Cell<T>, content: T): void {
    this.put(cell, cell.exposure === Exposure.None ? content : this.exposed(cell, content));
  }

  private put<T>(cell: Cell<T>, content: T): void {
    const before = cell.content;
    if (before === content) return;
    if (before !== undefined) this.rewrites++;
    if (this.marks > 0) this.journal.push({ cell: cell as Cell<unknown>, before });
    const watched = this.watched.at(-1);
    if (watched) {
      const seen = watched.get(cell as Cell<unknown>);
      if (seen) seen.add(content);
      else watched.set(cell as Cell<unknown>, new Set<unknown>([before, content]));
    }
    cell.content = content;
  }

  private exposed<T>(cell: Cell<T>, content: T): T {
    if (cell.exposure !== Exposure.Read) cell.kind.give(content, this);
    if (cell.exposure === Exposure.Changed) return cell.kind.nothing;
    if (content !== cell.content) {
      // What it held may have been called.
      cell.kind.give(cell.content, this);
      this.isDisturbed = true;
      this.note(cell);
      this.rewritten.add(cell as Cell<unknown>);
    }
    return content;
  }

  /** From now on it counts when code that is not seen gets a way to what is there already. */
  watchExposures(): void {
    this.now = this.clock;
  }

  private note({ born }: { readonly born: number }): void {
    if (born <= this.now) this.exposures++;
  }

  /** From now on a cell may be changed at any time. */
  expose<T>(cell: Cell<T>): void {
    this.note(cell);
    cell.exposure = Exposure.Changed;
    this.write(cell, cell.content);
  }

  /** The same; what it held is taken care of. */
  forget<T>(cell: Cell<T>): void {
    this.note(cell);
    cell.exposure = Exposure.Changed;
    this.put(cell, cell.kind.nothing);
  }

  /** From now on what a cell holds may be changed at any time. */
  exposeHeld<T>(cell: Cell<T>): void {
    if (cell.exposure === Exposure.Changed) return;
    this.note(cell);
    cell.exposure = Exposure.Held;
    cell.kind.give(cell.content, this);
  }

  /** From now on a function may read a cell at any time. */
  exposeReading(cell: Cell<never>): void {
    if (cell.exposure !== Exposure.None) return;
    this.note(cell);
    cell.exposure = Exposure.Read;
  }

  /** Goes through a part, and tells every content that each cell which it changes has before, in and after it. */
  watch(part: () => void): ReadonlyMap<Cell<unknown>, ReadonlySet<unknown>> {
    const seen = new Map<Cell<unknown>, Set<unknown>>();
    this.watched.push(seen);
    try {
      part();
    } finally {
      this.watched.pop();
    }
    const around = this.watched.at(-1);
    if (around)
      for (const [cell, contents] of seen) {
        const all = around.get(cell);
        if (all) for (const content of contents) all.add(content);
        else around.set(cell, new Set(contents));
      }
    return seen;
  }

  /** What cells may hold at any time of a part in which they hold these contents in turn. */
  anyOf(seen: ReadonlyMap<Cell<unknown>, ReadonlySet<unknown>>): Contents {
    const joined = new Map<Cell<unknown>, unknown>();
    for (const [cell, [first, ...others]] of seen)
      joined.set(
        cell,
        others.reduce((a, b) => cell.kind.join(a, b, this), first),
      );
    return joined;
  }

  /** Where the program begins. */
  get start(): Mark {
    return { length: 0, clock: 0, way: this.way };
  }

  /** Begins a part whose changes can be taken back. */
  mark(): Mark {
    this.marks++;
    return { length: this.journal.length, clock: this.clock, way: this.way };
  }

  /** What has changed since a mark. */
  since({ length }: Mark): Contents {
    const contents = new Snapshot(this.way, this.clock);
    for (let i = length; i < this.journal.length; i++) {
      const { cell } = this.journal[i]!;
      contents.set(cell, cell.content);
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
      // Functions that read it may have been called before.
      if (cell.exposure !== Exposure.None && cell.content !== before) this.rewritten.add(cell);
      cell.content = before;
    }
  }

  /** Takes back a part that was left in the middle. */
  unwind(mark: Mark, marks: number): void {
    this.way = mark.way;
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
    const outcomes = ways.map((way) => this.apart(mark, way));
    this.meet(mark, outcomes);
    this.release();
  }

  /** What a way leaves behind, which is taken back; what is made on it may be used afterwards. */
  outcome(mark: Mark, part: () => void): Outcome {
    const way: Way = { around: this.way, joined: undefined };
    const outcome = this.follow(mark, way, part);
    way.joined = this.tick();
    return outcome;
  }

  /** What a way leaves behind, which is taken back and gone on from by `meet` alone. */
  apart(mark: Mark, part: () => void): Outcome {
    return this.follow(mark, { around: this.way, joined: undefined }, part);
  }

  private follow(mark: Mark, way: Way, part: () => void): Outcome {
    this.isReachable = true;
    this.way = way;
    part();
    const outcome = this.isReachable ? this.since(mark) : undefined;
    this.way = way.around!;
    this.rollback(mark);
    this.isReachable = true;
    return outcome;
  }

  /** Goes on with what all ways from a mark have in common; their changes have been taken back. */
  meet(mark: Mark, outcomes: readonly Outcome[]): void {
    const reached = outcomes.filter((outcome) => outcome !== undefined);
    this.isReachable = reached.length > 0;
    for (const [cell, contents] of contentsOf(reached)) {
      // What was made on one way is not there on the others.
      const isNew = cell.born > mark.clock;
      const isUnchanged = (outcome: Contents) =>
        !outcome.has(cell) && !(isNew && outcome instanceof Snapshot && !outcome.knows(cell));
      if (contents.length < reached.length && reached.some(isUnchanged)) contents.unshift(cell.content);
      this.write(
        cell,
        contents.reduce((a, b) => cell.kind.join(a, b, this)),
      );
    }
    const now = this.tick();
    for (const outcome of reached)
      if (outcome instanceof Snapshot)
        for (let at: Way | undefined = outcome.way; at && at !== this.way; at = at.around) at.joined ??= now;
  }
}

export interface Mark {
  readonly length: number;
  readonly clock: number;
  readonly way: Way;
}
