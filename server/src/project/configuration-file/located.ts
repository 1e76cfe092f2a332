import type { Range } from '../../basics/range';

/** The path from a value to one of its parts. */
export type Path = readonly (string | number)[];

/** What a file says, and where. */
export interface Located {
  readonly value: unknown;
  /** Of the value at a path, or of the name before it; as near as can be told. */
  placeOf(path: Path, isName?: boolean): Range;
}

/** A file that cannot be read as what it should be. */
export class Unparsable extends Error {
  override readonly name = 'Unparsable';

  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}
