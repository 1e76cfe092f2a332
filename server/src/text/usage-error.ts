/** Wrong usage or an unreadable file; its message is for the person, and the exit status is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    /** That of the command, where seeing it helps. */
    readonly usage?: string,
  ) {
    super(message);
  }
}

/** Also one of another bundle, where the class is another one. */
export const isUsageError = (error: unknown): error is UsageError =>
  error instanceof Error && error.name === 'UsageError';
