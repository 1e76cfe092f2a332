/** Serves a folder on 127.0.0.1, on a free port unless one is named; the address ends with a slash. */
export function servePlayground(folder: string, port?: number): Promise<{ address: string; close(): void }>;
