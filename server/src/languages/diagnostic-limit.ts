import type { Severity } from '../rules/rule';

/** A longer list does not help. The rest is reported once these are fixed. */
export const MAX_DIAGNOSTICS = 1000;

/** How many problems of a text may still be reported. Errors have a separate limit, so hints never hide an error. */
export class DiagnosticLimit {
  private readonly remaining = { errors: MAX_DIAGNOSTICS, others: MAX_DIAGNOSTICS };

  /** Whether a problem would be reported. Rules that are off are never reported. */
  allows(severity: Severity | 'off'): severity is Severity {
    return severity !== 'off' && this.remaining[kindOf(severity)] > 0;
  }

  /** Whether a problem is reported; if so, counts it. */
  take(severity: Severity | 'off'): severity is Severity {
    if (!this.allows(severity)) return false;
    this.remaining[kindOf(severity)]--;
    return true;
  }

  /** Whether more problems of a kind may exist, because the search stopped at the limit. */
  get exhausted(): boolean {
    return this.remaining.errors === 0 || this.remaining.others === 0;
  }
}

const kindOf = (severity: Severity) => (severity === 'error' ? 'errors' : 'others');
