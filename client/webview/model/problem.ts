// Why a run could not be made.

/** A message for the user. */
export interface RunProblem {
  text: string;
  /** Path of the control that caused it: a hyperparameter, or `options.` and the name of an option. */
  at?: string;
}

/** The preview cannot be computed. */
export class PreviewError extends Error {
  readonly at: string | undefined;

  constructor({ text, at }: RunProblem) {
    super(text);
    this.at = at;
  }
}
