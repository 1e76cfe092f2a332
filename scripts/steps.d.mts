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

/** Runs steps in sequence, all but those that need a failed one. */
export function runSteps<S extends Step>(
  steps: readonly S[],
  isGreen: (step: S) => Promise<boolean>,
  results: Results,
): Promise<void>;

/** The lines of the summary; the last one is the verdict. */
export function summaryOf(results: Results): string[];
