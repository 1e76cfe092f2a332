/** Timeout in milliseconds that even a busy machine does not reach. */
export const HANGS: number;

/** Polls until the probe's answer is truthy, and returns the answer. */
export function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  pause?: number,
): Promise<NonNullable<Exclude<T, false>>>;
