/**
 * Serves a folder on 127.0.0.1, on a free port unless one is named; the address ends with a slash. Each file is told of once it
 * is asked for.
 */
export function servePlayground(
  folder: string,
  port?: number,
  asked?: (file: string) => void,
): Promise<{ address: string; close(): void }>;
