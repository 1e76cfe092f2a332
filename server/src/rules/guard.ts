/** What went wrong inside of us, not in the text, while it was analyzed. */
export interface Failure {
  readonly path: string;
  /** Code of the rule that threw; undefined for any other part of the analysis. */
  readonly rule: string | undefined;
  readonly error: unknown;
}

/** Runs parts of the analysis of one text, so that one that throws costs nothing but its own answer. */
export class Guard {
  constructor(
    private readonly path: string,
    private readonly tell: (failure: Failure) => void,
  ) {}

  /** Undefined where the step throws. */
  run<T>(rule: string | undefined, step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      this.tell({ path: this.path, rule, error });
      return undefined;
    }
  }

  /** Takes the step with each item, also after one with which it throws. */
  each<T>(rule: string, items: readonly T[], step: (item: T) => void): void {
    let next = 0;
    // One `try` for many steps: this runs for every rule and table whenever a key is pressed.
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
