export interface Step {
  readonly name: string;
  /** The name of an earlier step. */
  readonly needs?: string;
}

/** Names in the order in which the steps ended. */
export interface Results {
  passed: string[];
  failed: string[];
  leftOut: Step[];
}

/**
 * Runs steps in sequence, all but those that need a failed one, and takes them off their list: its own, and then those
 * that another sequence has not begun, from the last one on.
 */
export function runSteps<S extends Step>(
  own: S[],
  isGreen: (step: S) => Promise<boolean>,
  results: Results,
  others?: S[],
): Promise<void>;

/** The lines of the summary; the last one is the verdict. */
export function summaryOf(results: Results): string[];
