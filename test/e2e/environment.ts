import * as vscode from 'vscode';

/** Whether the extension runs in a browser, where it cannot start processes. */
export const IN_BROWSER = typeof process === 'undefined';

/** Variables from the starting process; a browser has no environment, so there they are in a setting. */
export const environment: Readonly<Record<string, string | undefined>> = IN_BROWSER
  ? vscode.workspace.getConfiguration().get('tpuEmbeddingTests', {})
  : process.env;
