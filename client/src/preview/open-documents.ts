import * as vscode from 'vscode';

/** The document at an address, if it is open. */
export const openOne = (uri: vscode.Uri) =>
  vscode.workspace.textDocuments.find((document) => sameUri(document.uri, uri));

export const sameUri = (a: vscode.Uri, b: vscode.Uri) => a.toString() === b.toString();
