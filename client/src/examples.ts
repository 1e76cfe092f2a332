import * as vscode from 'vscode';
import { installedUri } from './installed-files';
import { done } from './progress';

/**
 * Opens a copy of an example as an untitled document beside the active editor. Without a name, the user chooses one.
 */
export async function openExample(name: unknown): Promise<void> {
  const chosen = typeof name === 'string' ? name : await choose();
  if (chosen === undefined) return;
  const document = await vscode.workspace.openTextDocument(
    vscode.Uri.from({ scheme: 'untitled', path: chosen }),
  );
  if (document.getText() === '') {
    const bytes = await vscode.workspace.fs.readFile(installedUri('examples', chosen));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), new TextDecoder().decode(bytes));
    await vscode.workspace.applyEdit(edit);
  }
  // Keep the walkthrough visible when it opened the example.
  const viewColumn = vscode.window.activeTextEditor ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(document, { viewColumn });
  if (chosen.includes('mistakes')) done('mistakes');
}

async function choose(): Promise<string | undefined> {
  // The extension's folders cannot be listed when it is loaded from a web server.
  return vscode.window.showQuickPick([...EXAMPLES], { title: vscode.l10n.t('Open an example') });
}
