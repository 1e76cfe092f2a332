import * as vscode from 'vscode';

/** The open document with a URI, if any. */
export const openOne = (uri: vscode.Uri) =>
  vscode.workspace.textDocuments.find((document) => sameUri(document.uri, uri));

export const sameUri = (a: vscode.Uri, b: vscode.Uri) => a.toString() === b.toString();
