import * as vscode from 'vscode';
import type { Server } from '../server';
import { readView, viewOf } from './text-view';

/** Opens a file as editable text. Throws an error with a message for the user if it holds no configuration. */
export async function openAsText(
  server: Server,
  file: vscode.Uri,
  viewColumn?: vscode.ViewColumn,
): Promise<void> {
  const { from } = await readView(server, file);
  // Text files open as they are.
  const isText = from === 'textproto' || from === 'python';
  const document = await vscode.workspace.openTextDocument(isText ? file : viewOf(file));
  if (from === 'textproto') await vscode.languages.setTextDocumentLanguage(document, 'textproto');
  await vscode.window.showTextDocument(document, {
    preview: false,
    ...(viewColumn !== undefined && { viewColumn }),
  });
}
