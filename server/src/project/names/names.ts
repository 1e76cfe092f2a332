import type { Range } from '../../basics/range';

/** The names in a text: small enough to be cached for every file of a workspace. */
export interface FileNames {
  readonly symbols: readonly NamedSymbol[];
  /** The number of configurations that the file is, holds or makes. */
  readonly configurations: number;
  /** The files in text format that strings of a program name. */
  readonly files: readonly NamedFile[];
  /** The dotted names that a program imports. Relative ones begin with dots. */
  readonly imports: readonly string[];
  /** Whether the text could not be read, so that any name may be in it. */
  readonly isUnread?: true;
}

/** A table or a feature, and all places of the text that mean it. */
export interface NamedSymbol {
  readonly kind: 'table' | 'feature';
  /** Undefined if it has no name, or if the text only has its number. */
  readonly name: string | undefined;
  /** The dotted name of the constant of another module that is its name. */
  readonly from?: string;
  /** The constant that `from` leads to, with its module. Symbols with the same source have the same name. */
  readonly source?: string;
  /** Whether the file only spells the name, in a constant that other modules import. */
  readonly isSpelling?: true;
  /** The number of a table in its configuration. */
  readonly id: number | undefined;
  /** Whether it belongs to a configuration in the file. Otherwise, the file only uses it. */
  readonly isDeclared: boolean;
  /** The table of a feature, for users. */
  readonly container: string | undefined;
  /** Declarations come first. */
  readonly places: readonly NamePlace[];
}

/** A place that means a symbol. Its offsets are absolute; those of a string include the quotes. */
export interface NamePlace extends Range {
  readonly as: NamePlaceKind;
  readonly declares: boolean;
}

/**
 * - `name`: a string that spells the name
 * - `computed`: code in which the program or TensorFlow builds the name
 * - `number`: the id of a table, or the declaration of a symbol without a name
 * - `expression`: an object of the program, or a variable that holds the name
 */
export type NamePlaceKind = 'name' | 'computed' | 'number' | 'expression';

/** A string that ends like the path of a file in text format. */
export interface NamedFile extends Range {
  readonly path: string;
  /** Whether the program uses its own location, so that the path may be relative to its own folder only. */
  readonly isBeside?: true;
}

export const NO_NAMES: FileNames = { symbols: [], configurations: 0, files: [], imports: [] };

export const UNREAD_NAMES: FileNames = { ...NO_NAMES, isUnread: true };

/** The tables or features that a literal at an offset means. In a loop over names, it means several. */
export const symbolsAt = ({ symbols }: FileNames, offset: number): readonly NamedSymbol[] =>
  symbols.filter(({ places }) => placeAt(places, offset) !== undefined);

export const placeAt = (places: readonly NamePlace[], offset: number): NamePlace | undefined =>
  places.find(({ start, end, as }) => as !== 'expression' && start <= offset && offset <= end);

export const fileAt = ({ files }: FileNames, offset: number): NamedFile | undefined =>
  files.find(({ start, end }) => start <= offset && offset <= end);
