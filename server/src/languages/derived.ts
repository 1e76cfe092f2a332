import type { JsonMessage } from '../config/to-json';
import type { Line } from '../derivation/text';

/** What lies behind a part of the configuration, in offsets. */
interface Place {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** The configuration that TensorFlow builds of an embedding object in a program. */
export interface DerivedConfiguration {
  /** The call that makes the object. */
  readonly start: number;
  readonly end: number;
  /** What is known of it, unless TensorFlow refuses it. */
  readonly message: JsonMessage | undefined;
  /** The same in text format. */
  readonly lines: readonly Line[];
  readonly unknown: readonly (Partial<Place> & { readonly path: string; readonly reason: string })[];
  readonly origins: readonly Place[];
  readonly refused: { readonly reason: string; readonly start: number; readonly end: number } | undefined;
}
