/** What is wrong in a file of ids: where, and how much of it was read before. */
export class IdsProblem extends Error {
  constructor(
    message: string,
    /** Rows counted from 1, as people count samples. */
    readonly at: { readonly row?: number; readonly column?: string; readonly file?: string } = {},
  ) {
    super(message);
  }
}
