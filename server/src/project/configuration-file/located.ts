import type { Range } from '../../basics/range';

/** The path from a value to one of its parts. */
export type Path = readonly (string | number)[];

/** The content of a file, with the places of its parts. */
export interface Located {
  readonly value: unknown;
  /** The place of the value at a path, or of its name. If that is unknown, a place around it. */
  placeOf(path: Path, isName?: boolean): Range;
}

/** A file that is not valid in its format. */
export class Unparsable extends Error {
  override readonly name = 'Unparsable';

  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}
