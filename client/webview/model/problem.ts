// Why a run could not be made.

/** In words for people. */
export interface Problem {
  text: string;
  /** The control that caused it: the path of a hyperparameter, or `options.` and the name of an option. */
  at?: string;
}

/** A preview that cannot be made. */
export class PreviewError extends Error {
  readonly at: string | undefined;

  constructor({ text, at }: Problem) {
    super(text);
    this.at = at;
  }
}
