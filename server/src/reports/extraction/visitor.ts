import type { Field, Shape } from './shapes';

/** Receives the values that a scanner finds, in the order of the file. */
export interface Visitor {
  enter(shape: Shape): void;
  leave(shape: Shape): void;
  /** Whether to read a string or bytes; in text, `length` grows with each literal. */
  wants(shape: Shape, field: Field, length: number): boolean;
  value(shape: Shape, field: Field, bytes: Uint8Array): void;
  /** Receives a mistake of the file itself at an offset, as the rest of a sentence. */
  broken(offset: number, what: string): void;
}
