import type { Field, Shape } from './shapes';

/** Receives the values that a scanner finds, in the order of the file. */
export interface Visitor {
  enter(shape: Shape): void;
  leave(shape: Shape): void;
  /** Whether a string or bytes are to be read, of which the length is known in binary alone. */
  wants(shape: Shape, field: Field, length: number): boolean;
  value(shape: Shape, field: Field, bytes: Uint8Array): void;
  /** Something is wrong with the file itself, at an offset; the rest of a sentence. */
  broken(offset: number, what: string): void;
}
