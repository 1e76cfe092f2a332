import type { Range } from '../../basics/range';

/** What a text says about tables and features: small enough to keep of every file of a workspace. */
export interface FileNames {
  readonly things: readonly NamedThing[];
  /** The configurations that the file is, holds or makes. */
  readonly configurations: number;
  /** The files in text format that strings of a program name. */
  readonly files: readonly NamedFile[];
  /** The dotted names that a program imports, relative ones with their dots. */
  readonly imports: readonly string[];
  /** Whether the text could not be read, so that it may name anything. */
  readonly isUnread?: true;
}

/** A table or a feature, and all places of the text that mean it. */
export interface NamedThing {
  readonly kind: 'table' | 'feature';
  /** Undefined where it has none, or only a number is said. */
  readonly name: string | undefined;
  /** The dotted name of what another module gives it as its name. */
  readonly from?: string;
  /** The string of a module that `from` leads to: what has it has the same name. */
  readonly source?: string;
  /** Whether the file only spells the name there, for others that have it from there. */
  readonly isSpelling?: true;
  /** The number of a table in its configuration, where that is known. */
  readonly id: number | undefined;
  /** Whether a configuration of the file has it; else only the place that uses it is here. */
  readonly isOwn: boolean;
  /** For a person: the table of a feature. */
  readonly container: string | undefined;
  /** Those that declare it come first. */
  readonly places: readonly Place[];
}

/** In absolute offsets, a string with its quotes. */
export interface Place extends Range {
  readonly as: PlaceKind;
  readonly declares: boolean;
}

/**
 * A `name` is spelled there. A `computed` one the program puts together there, or TensorFlow does. A `number` means the
 * table by its id, or stands for one without a name, and an `expression` is an object of the program, or a variable that
 * holds the name.
 */
export type PlaceKind = 'name' | 'computed' | 'number' | 'expression';

/** A string that ends like the path of a file in text format. */
export interface NamedFile extends Range {
  readonly path: string;
  /** Whether the program says where it is itself, so that its paths may count from its own folder alone. */
  readonly isBeside?: true;
}

export const NO_NAMES: FileNames = { things: [], configurations: 0, files: [], imports: [] };

export const UNREAD_NAMES: FileNames = { ...NO_NAMES, isUnread: true };

/** The tables or features that a literal at an offset means; several where a loop goes through their names. */
export const thingsAt = ({ things }: FileNames, offset: number): readonly NamedThing[] =>
  things.filter(({ places }) => placeAt(places, offset) !== undefined);

export const placeAt = (places: readonly Place[], offset: number): Place | undefined =>
  places.find(({ start, end, as }) => as !== 'expression' && start <= offset && offset <= end);

export const fileAt = ({ files }: FileNames, offset: number): NamedFile | undefined =>
  files.find(({ start, end }) => start <= offset && offset <= end);
