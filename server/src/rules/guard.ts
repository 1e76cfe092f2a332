/** An internal error of the analysis, as opposed to a mistake in the text. */
export interface Failure {
  readonly path: string;
  /** Code of the rule that threw; undefined for any other part of the analysis. */
  readonly rule: string | undefined;
  readonly error: unknown;
}

/** Runs the parts of the analysis of one text. If a part throws, only its own result is lost. */
export class Guard {
  constructor(
    private readonly path: string,
    private readonly tell: (failure: Failure) => void,
  ) {}

  /** Undefined if the step throws. */
  run<T>(rule: string | undefined, step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      this.tell({ path: this.path, rule, error });
      return undefined;
    }
  }

  /** Runs the step for each item, and goes on after an item for which it throws. */
  each<T>(rule: string, items: readonly T[], step: (item: T) => void): void {
    let next = 0;
    // One `try` for many steps, for speed: this runs for every rule and table on every key press.
    const go = () => {
      while (next < items.length) step(items[next++]!);
    };
    while (next < items.length) this.run(rule, go);
  }
}

/** For callers that want to know of every failure at once. */
export function rethrow({ error }: Failure): never {
  throw error;
}

/** Such as `internal error in rule "unknown-field" on a.textproto`. */
export const failureTitle = ({ path, rule }: Failure): string =>
  `internal error${rule === undefined ? '' : ` in rule "${rule}"`} on ${path}`;
