/** How one library's names are written with another one: the data that migrations and docs/migrating.md are made from. */
export interface Rows {
  /** The library that programs are migrated from, as people write it. */
  readonly from: string;
  /** The library that programs are migrated to, as people write it. */
  readonly to: string;
  /** Classes by the last part of their name. */
  readonly classes: Readonly<Record<string, ClassRow>>;
  /** Optimizers that are given by their name in quotes, and the class that it stands for. */
  readonly strings?: Readonly<Record<string, string>>;
  /** Initializers: the new name by the last part of the old one, and arguments that have another name. */
  readonly initializers: Readonly<Record<string, string>>;
  /** Methods and properties of the embedding object that the other library lacks: a sentence. */
  readonly members: Readonly<Record<string, string>>;
  /** What changes without any argument: sentences for the page. */
  readonly notes: readonly string[];
}

export interface ClassRow {
  /** The dotted name that it becomes. */
  readonly to: string;
  /** What differs wherever it is used: a sentence. */
  readonly differs?: string;
  readonly arguments: Readonly<Record<string, ArgumentRow>>;
}

export type ArgumentRow =
  /**
   * It becomes this argument; without one, `otherwise` is written, as the other library has another default.
   * `ofFunction` says what differs for a function.
   */
  | { readonly to: string; readonly otherwise?: string; readonly ofFunction?: string }
  /** Why it does not carry over: a sentence. Nothing is lost by its default, or by the values in `harmless` instead. */
  | { readonly lost: string; readonly harmless?: readonly string[] }
  /** It is said elsewhere in the new program: where, for the page. */
  | { readonly moved: string };

/** Arguments that keep their names. */
export const kept = (...names: readonly string[]): Record<string, ArgumentRow> =>
  Object.fromEntries(names.map((name) => [name, { to: name }]));
