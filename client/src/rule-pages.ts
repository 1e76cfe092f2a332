import * as vscode from 'vscode';
import { installedUri } from './installed-files';

/** Opens the page of a rule beside the text, or the list of all rules. */
export async function showRule(code: unknown): Promise<void> {
  const name = typeof code === 'string' && /^[a-z\d-]+$/.test(code) ? code : 'README';
  const page = installedUri('rules', `${name}.md`);
  // The Markdown preview is an extension, which a user can disable.
  await vscode.commands
    .executeCommand('markdown.showPreviewToSide', page)
    .then(undefined, () => vscode.window.showTextDocument(page, { viewColumn: vscode.ViewColumn.Beside }));
}
