/** A cause that no rule can see in a program: the machine, the job, the data, or what only a run shows. */
export interface Cause {
  /** Messages as in `RuleInfo.messages`. */
  readonly says: readonly string[];
  /** In plain words, with the words of placeholders that all messages have. */
  readonly cause: string;
  /** What to do. */
  readonly advice: string;
}
