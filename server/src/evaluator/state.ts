import { addTo } from '../basics/groups';

/** Something mutable: a variable, or the contents of an object. */
export interface Cell<T> {
  content: T;
  readonly kind: CellKind<T>;
  /** The time at which it was made, by the state's clock. */
  readonly born: number;
  /** The path on which it was made. */
  readonly path: Path;
  exposure: Exposure;
}

/** One path through a part of a program, nested in the path that leads there. */
export interface Path {
  readonly outer: Path | undefined;
  /** From this time on, objects made on this path may also exist on the surrounding one. */
  joined: number | undefined;
}

/** Whether every run that reaches the later path went through the earlier one. */
export function leadsTo(path: Path, later: Path | undefined): boolean {
  for (let at = later; at; at = at.outer) if (at === path) return true;
  return false;
}

/** The contents of cells at one moment on a path. */
class Snapshot extends Map<Cell<unknown>, unknown> {
  constructor(
    readonly path: Path,
    readonly clock: number,
  ) {
    super();
  }

  /** Whether a cell may exist at that moment. */
  knows({ born, path }: Cell<unknown>): boolean {
    if (born > this.clock) return false;
    for (let at: Path | undefined = path; at; at = at.outer) {
      if (this.isWithin(at)) return true;
      if (at.joined === undefined || at.joined > this.clock) return false;
    }
    return false;
  }

  private isWithin(path: Path): boolean {
    for (let at: Path | undefined = this.path; at; at = at.outer) if (at === path) return true;
    return false;
  }
}

/** The contents of each cell on the paths that change it. */
function contentsOf(outcomes: readonly Contents[]): ReadonlyMap<Cell<unknown>, unknown[]> {
  const found = new Map<Cell<unknown>, unknown[]>();
  for (const outcome of outcomes) for (const [cell, content] of outcome) addTo(found, cell, content);
  return found;
}

/** The access of unseen code to a cell, from some time on. */
export enum Exposure {
  None,
  /** A function that such code may call reads it, so that a change may affect what the function does. */
  Read,
  /** Like `Read`, and the objects in the cell may be changed. */
  Held,
  /** The cell itself may be changed at any time. */
  Changed,
}

/** How the contents of a cell are merged. */
export interface CellKind<T> {
  /** Where two paths meet. */
  join(a: T, b: T, state: State): T;
  /** After any number of iterations of a loop that turns `before` into `after`. */
  widen(before: T, after: T, state: State): T;
  /** The content of a cell that unseen code may change. */
  readonly nothing: T;
  /** Lets the content escape. */
  letEscape(content: T, state: State): void;
}

/** A cell that has had more contents than this may have any. */
const MAX_CONTENTS = 8;

interface Change {
  readonly cell: Cell<unknown>;
  readonly before: unknown;
}

/** The contents at the end of one path through a part of a program. */
export type Contents = ReadonlyMap<Cell<unknown>, unknown>;

/** The effects of one path through a part of a program; undefined if the path does not reach the end of that part. */
export type Effects = Contents | undefined;

/**
 * The state of a program during its evaluation. The changes on one path can be rolled back, to take another path from the
 * same place.
 */
export class State {
  private readonly journal: Change[] = [];
  private clock = 0;
  /** Whether some path has ended before it met the others, so that it is not certain that the program comes further. */
  private hasDepartures = false;
  /** The number of paths in functions that still run which have not reached their end. */
  departures = 0;
  /** The path that a text takes only where it is run as a program. */
  programPath: Path | undefined;
  /** The path that is being evaluated. */
  path: Path = { outer: undefined, joined: undefined };
  /** The number of parts that can be rolled back and have not ended. */
  marks = 0;
  /** The contents of cells in parts that may end at any point, the innermost part last. */
  private readonly watched: Map<Cell<unknown>, Set<unknown>>[] = [];
  /** Exposures of cells older than this time are counted. */
  private now = 0;
  /** Counts accesses that unseen code got to an older cell, and changes of older cells that it can read. */
  exposures = 0;
  /** Counts the times that an exception leaves a part which has changed something. */
  losses = 0;
  /** Counts changes of cells that had a content. */
  rewrites = 0;
  /** Functions that have escaped and whose effects are not yet evaluated. */
  readonly escaping: object[] = [];
  /** The member cells of classes that have escaped. */
  readonly escapedClasses = new Set<object>();
  /** The objects that have escaped, by their fields or the arguments that made them: an unknown value may be any of them. */
  readonly escapedObjects = new Set<object>();
  /** Whether an escaped function may behave differently now than when it was evaluated. */
  mayBehaveDifferently = false;
  /** The contents in turn of each cell that has changed since an escaped function could read it. */
  readonly rewritten = new Map<Cell<unknown>, Set<unknown>>();
  /** Whether the current place is reachable. */
  isReachable = true;
  /** Whether the paths that meet were chosen by a condition. */
  isChoice = false;

  cell<T>(content: T, kind: CellKind<T>, born = this.tick()): Cell<T> {
    return { content, kind, born, path: this.path, exposure: Exposure.None };
  }

  /** A cell that is there from the beginning of the program, whenever it is asked for. */
  lasting<T>(content: T, kind: CellKind<T>): Cell<T> {
    let { path } = this;
    while (path.outer) path = path.outer;
    return { content, kind, born: 0, path, exposure: Exposure.None };
  }

  /** A timestamp for an object that is made now. */
  tick(): number {
    return ++this.clock;
  }

  write<T>(cell: Cell<T>, content: T): void {
    this.record(cell, cell.exposure === Exposure.None ? content : this.exposed(cell, content));
  }

  private record<T>(cell: Cell<T>, content: T): void {
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
    if (cell.exposure !== Exposure.Read) cell.kind.letEscape(content, this);
    if (cell.exposure === Exposure.Changed) return cell.kind.nothing;
    if (content !== cell.content) {
      // Its former content may have been called.
      cell.kind.letEscape(cell.content, this);
      this.mayBehaveDifferently = true;
      this.note(cell);
      this.noteRewritten(cell as Cell<unknown>, content);
    }
    return content;
  }

  /** From now on, exposures of existing cells are counted. */
  watchExposures(): void {
    this.now = this.clock;
  }

  private note({ born }: { readonly born: number }): void {
    if (born <= this.now) this.exposures++;
  }

  /** From now on, the cell may be changed at any time; its content escapes. */
  expose<T>(cell: Cell<T>): void {
    this.note(cell);
    cell.exposure = Exposure.Changed;
    this.write(cell, cell.content);
  }

  /** Like `expose`, but the caller lets the old content escape. */
  forget<T>(cell: Cell<T>): void {
    this.note(cell);
    cell.exposure = Exposure.Changed;
    this.record(cell, cell.kind.nothing);
  }

  /** From now on, the objects in a cell may be changed at any time. */
  exposeHeld<T>(cell: Cell<T>): void {
    if (cell.exposure === Exposure.Changed) return;
    this.note(cell);
    cell.exposure = Exposure.Held;
    cell.kind.letEscape(cell.content, this);
  }

  /** From now on, an escaped function may read the cell at any time. */
  exposeReading(cell: Cell<never>): void {
    if (cell.exposure !== Exposure.None) return;
    this.note(cell);
    cell.exposure = Exposure.Read;
  }

  /** A cell that an escaped function can read gets another content. */
  private noteRewritten(cell: Cell<unknown>, content: unknown): void {
    const seen = this.rewritten.get(cell) ?? new Set([cell.content]);
    if (seen.size <= MAX_CONTENTS) this.rewritten.set(cell, seen.add(cell.content).add(content));
  }

  /** From here on, a cell that has changed has any of the contents that an escaped function may have read. */
  doubtRewritten(cell: Cell<unknown>): void {
    const [first, ...others] = this.rewritten.get(cell) ?? [cell.content];
    if (others.length >= MAX_CONTENTS) return this.expose(cell);
    this.write(
      cell,
      others.reduce((a, b) => cell.kind.join(a, b, this), first),
    );
  }

  /**
   * Runs a part. Returns, for each cell that it changes, all contents before, during and after; not of a cell that is restored
   * however the part ends.
   */
  watch(part: () => void, restored?: Cell<unknown>): ReadonlyMap<Cell<unknown>, ReadonlySet<unknown>> {
    const seen = new Map<Cell<unknown>, Set<unknown>>();
    this.watched.push(seen);
    try {
      part();
    } finally {
      this.watched.pop();
    }
    const outer = this.watched.at(-1);
    if (restored) seen.delete(restored);
    if (outer)
      for (const [cell, contents] of seen) {
        const all = outer.get(cell);
        if (all) for (const content of contents) all.add(content);
        else outer.set(cell, new Set(contents));
      }
    return seen;
  }

  /** The possible contents of each cell at any point of a part in which it has these contents in turn. */
  anyOf(seen: ReadonlyMap<Cell<unknown>, ReadonlySet<unknown>>): Contents {
    const joined = new Map<Cell<unknown>, unknown>();
    for (const [cell, [first, ...others]] of seen)
      joined.set(
        cell,
        others.reduce((a, b) => cell.kind.join(a, b, this), first),
      );
    return joined;
  }

  /** The beginning of the program. */
  get start(): Mark {
    return { length: 0, clock: 0, path: this.path, departures: 0 };
  }

  /** Begins a part whose changes can be rolled back. */
  mark(): Mark {
    this.marks++;
    return { length: this.journal.length, clock: this.clock, path: this.path, departures: this.departures };
  }

  /** The changes since a mark. */
  since({ length }: Mark): Contents {
    const contents = new Snapshot(this.path, this.clock);
    for (let i = length; i < this.journal.length; i++) {
      const { cell } = this.journal[i]!;
      contents.set(cell, cell.content);
    }
    return contents;
  }

  /** The cells that are older than a mark and have changed since. */
  changedSince({ length, clock }: Mark): ReadonlySet<Cell<unknown>> {
    let cells: Set<Cell<unknown>> | undefined;
    for (let i = length; i < this.journal.length; i++) {
      const { cell } = this.journal[i]!;
      if (cell.born > clock) continue;
      cells ??= new Set();
      cells.add(cell);
    }
    return cells ?? NO_CELLS;
  }

  /** Whether some cell that is older than a mark has changed since. */
  hasChangedSince({ length, clock }: Mark): boolean {
    for (let i = length; i < this.journal.length; i++) if (this.journal[i]!.cell.born <= clock) return true;
    return false;
  }

  /** The number of changes that could be rolled back. */
  get length(): number {
    return this.journal.length;
  }

  /** Rolls the changes since a mark back; the mark stays valid. */
  rollback({ length }: Mark): void {
    while (this.journal.length > length) {
      const { cell, before } = this.journal.pop()!;
      // Functions that read the cell may have been called before.
      if (cell.exposure !== Exposure.None && cell.content !== before) this.noteRewritten(cell, before);
      cell.content = before;
    }
  }

  /** Rolls back a part that was aborted. */
  unwind(mark: Mark, marks: number): void {
    this.path = mark.path;
    this.rollback(mark);
    this.marks = marks;
    this.isReachable = true;
  }

  /** Ends the innermost part that can be rolled back; its changes stay. */
  release(): void {
    if (--this.marks === 0) this.journal.length = 0;
  }

  /** Takes several paths from here and joins them. If none reaches its end, the code after them is unreachable. */
  branch(paths: readonly (() => void)[], isChoice = false): void {
    const mark = this.mark();
    const outcomes = paths.map((path) => this.effectsOfBranch(mark, path));
    this.choosing(isChoice, () => this.meet(mark, outcomes));
    this.release();
  }

  /** Joins what paths have that were chosen by a condition, or not. */
  choosing<T>(isChoice: boolean, join: () => T): T {
    this.isChoice = isChoice;
    const joined = join();
    this.isChoice = false;
    return joined;
  }

  /** Whether the program certainly gets here. */
  get isCertain(): boolean {
    const way = this.path === this.programPath ? this.path.outer! : this.path;
    return this.isReachable && !this.hasDepartures && !way.outer && this.attempts === 0;
  }

  /** Whether whatever comes from a mark, or from the program's beginning, gets here without a choice in a function that still runs. */
  isStraight(from?: Mark): boolean {
    if (!this.isReachable || this.attempts > 0) return false;
    if (from) return this.path === from.path && this.departures === from.departures;
    const way = this.path === this.programPath ? this.path.outer! : this.path;
    return !way.outer && this.departures === 0;
  }

  /** The number of parts around this place that may end at any point. */
  get attempts(): number {
    return this.watched.length;
  }

  /** The effects of a path, which is rolled back. Objects made on it may be used afterwards. */
  effectsOf(mark: Mark, part: () => void): Effects {
    return this.rolledBack(mark, part, () => this.since(mark));
  }

  /** Like `effectsOf`, but returns what `end` finds at the end of the path, if the path reaches it. */
  rolledBack<T>(mark: Mark, part: () => void, end: () => T): T | undefined {
    const path: Path = { outer: this.path, joined: undefined };
    const outcome = this.follow(mark, path, part, end);
    path.joined = this.tick();
    return outcome;
  }

  /** The effects of a path, which is rolled back. Only `meet` may continue from it. */
  effectsOfBranch(mark: Mark, part: () => void): Effects {
    return this.follow(mark, { outer: this.path, joined: undefined }, part, () => this.since(mark));
  }

  private follow<T>(mark: Mark, path: Path, part: () => void, end: () => T): T | undefined {
    this.isReachable = true;
    this.path = path;
    part();
    const outcome = this.isReachable ? end() : undefined;
    this.hasDepartures ||= !this.isReachable;
    if (!this.isReachable) this.departures++;
    this.path = path.outer!;
    this.rollback(mark);
    this.isReachable = true;
    return outcome;
  }

  /** Joins the effects of all paths from a mark, whose changes have been rolled back. */
  meet(mark: Mark, outcomes: readonly Effects[]): void {
    const reached = outcomes.filter((outcome) => outcome !== undefined);
    this.isReachable = reached.length > 0;
    for (const [cell, contents] of contentsOf(reached)) {
      // An object that was made on one path does not exist on the others.
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
        for (let at: Path | undefined = outcome.path; at && at !== this.path; at = at.outer)
          at.joined ??= now;
  }
}

export interface Mark {
  readonly length: number;
  readonly clock: number;
  readonly path: Path;
  readonly departures: number;
}

const NO_CELLS: ReadonlySet<Cell<unknown>> = new Set();
