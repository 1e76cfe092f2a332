import type { Range } from '../../basics/range';
import type { Content } from './content';

/** Why a text or bytes cannot be read. Offsets count UTF-16 units. */
export interface ReadProblem extends Range {
  readonly message: string;
  /** The code of the rule that reports it. */
  readonly code?: string;
  /** Offsets count bytes of the message, whatever they were written in. */
  readonly isByte?: true;
}

/** A message that was read, or why it could not be. */
export type Read = ReadContent | { readonly problems: readonly ReadProblem[] };

interface ReadContent {
  readonly content: Content;
  /** Written text that is not part of the message: fields that were removed from it, which parsers skip. */
  readonly skipped?: readonly ReadProblem[];
}
