/**
 * Serves a folder on 127.0.0.1, on a free port unless one is named; the address ends with a slash. `onSent` hears of each
 * file that is sent.
 */
export function servePlayground(
  folder: string,
  port?: number,
  onSent?: (file: string) => void,
): Promise<{ address: string; close(): void }>;
