import * as vscode from 'vscode';

/** Whether the extension runs in a browser, where it can start no processes. */
export const IN_BROWSER = typeof process === 'undefined';

/** What the starting process says; in a browser, which has no environment, by way of a setting. */
export const environment: Readonly<Record<string, string | undefined>> = IN_BROWSER
  ? vscode.workspace.getConfiguration().get('tpuEmbeddingTests', {})
  : process.env;
