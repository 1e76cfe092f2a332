/** Wrong usage or an unreadable file. The message is for the user, and the exit status is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    /** The usage of the command, where that helps. */
    readonly usage?: string,
  ) {
    super(message);
  }
}

/** Also recognizes an error from another bundle, which has a class of its own. */
export const isUsageError = (error: unknown): error is UsageError =>
  error instanceof Error && error.name === 'UsageError';
