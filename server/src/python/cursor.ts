import { oncePerWord } from '../basics/once';
import { Kind } from './lexer';
import type { Lines } from './logical-lines';
import type { Missing } from './tree';

const wordOf = oncePerWord((word) => word);

/** Moves over tokens, never beyond the current bracket or logical line. */
export class Cursor {
  protected index = 0;
  /** The token at which the innermost bracket or the logical line ends. */
  protected limit = 0;
  protected readonly kinds: readonly number[];
  protected readonly starts: readonly number[];
  protected readonly ends: readonly number[];

  constructor(
    protected readonly text: string,
    protected readonly lines: Lines,
  ) {
    this.kinds = lines.kinds;
    this.starts = lines.starts;
    this.ends = lines.ends;
  }

  protected kind(): Kind {
    return this.index < this.limit ? this.kinds[this.index]! : Kind.End;
  }

  protected kindAfter(count: number): Kind {
    return this.index + count < this.limit ? this.kinds[this.index + count]! : Kind.End;
  }

  /** Start of the next token, in whatever line it is; at the end of the tokens, the end of the last one. */
  protected position(): number {
    return this.index < this.limit ? this.starts[this.index]! : this.lastEnd();
  }

  protected lastEnd(): number {
    return this.index > 0 ? this.ends[this.index - 1]! : this.lines.start;
  }

  /** The text of a token. Equal words are one string, which makes them fast to look up and to compare. */
  protected slice(i: number): string {
    return wordOf(this.text.slice(this.starts[i], this.ends[i]));
  }

  protected word(): string {
    return this.slice(this.index++);
  }

  protected take(kind: Kind): boolean {
    if (this.kind() !== kind) return false;
    this.index++;
    return true;
  }

  /** Skips a token and, if it opens a bracket, the contents of the bracket. */
  protected skip(): void {
    const stop = this.lines.stops[this.index]!;
    if (stop < 0) this.index++;
    else this.index = Math.min(stop + (this.lines.closed[this.index] ? 1 : 0), this.limit);
  }

  /** Reads the contents of a bracket. Returns the offset of its closing bracket, or -1. */
  protected within(read: () => void): number {
    const opener = this.index++;
    const { limit } = this;
    const stop = this.lines.stops[opener]!;
    this.limit = stop;
    read();
    this.limit = limit;
    this.index = stop;
    if (!this.lines.closed[opener]) return -1;
    this.index++;
    return this.starts[stop]!;
  }

  /** Reads comma-separated parts until the limit or a stop; skips tokens that are no part. */
  protected list(read: () => void, stop: Kind = Kind.End): void {
    while (this.index < this.limit && this.kind() !== stop) {
      const before = this.index;
      read();
      if (this.kind() === Kind.Comma) this.index++;
      else if (this.index === before) this.skip();
    }
  }

  protected missing(start = this.lastEnd(), end = start): Missing {
    return { kind: 'missing', start, end, parent: undefined };
  }
}
