import * as vscode from 'vscode';
import type { ExtractResult } from '../../../server/src/languages/protocol';
import type { Server } from '../server';
import { firstOf } from '../words';
import { choose } from './choose';

/** In workspaces that use TPU embedding, the explorer offers to show configurations of more kinds of files. */
export const offerMoreFiles = (server: Server): vscode.Disposable =>
  server.onDidChange(() => {
    void vscode.commands.executeCommand('setContext', 'tpuEmbedding.needed', !server.waiting);
  });

/** Opens configurations from a graph, saved model, checkpoint or log as untitled documents. */
export async function extractFrom(server: Server, uri: vscode.Uri): Promise<void> {
  const name = uri.path.replace(/\/$/, '').replace(/^.*\//, '');
  const title = vscode.l10n.t('Looking for TPU embedding configurations in {0}', name);
  const location = vscode.ProgressLocation.Notification;
  let isCancelled = false;
  const result = await vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
    token.onCancellationRequested(() => {
      isCancelled = true;
    });
    return server.extract(uri, token);
  });
  if (isCancelled) return;
  if (!result) {
    void vscode.window.showErrorMessage(vscode.l10n.t('The language server is not running.'));
    return;
  }
  tellProblems(result);
  const { configurations, files } = result;
  if (configurations.length === 0) return tellNothing(name, result);
  const chosen =
    configurations.length === 1
      ? configurations
      : await choose(configurations, vscode.l10n.t('Configurations in {0}', name), files > 1);
  for (const { text } of chosen) {
    const document = await vscode.workspace.openTextDocument({ language: 'textproto', content: text });
    await vscode.window.showTextDocument(document, { preview: false });
  }
}

function tellProblems({ configurations, problems }: ExtractResult): void {
  if (problems.length === 0) return;
  const show =
    configurations.length > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  void show(firstOf(problems));
}

function tellNothing(name: string, { files, problems }: ExtractResult): void {
  if (problems.length > 0) return;
  const nothing = vscode.l10n.t(
    'No TPU embedding configuration in {0}. Files that were searched: {1}.',
    name,
    files,
  );
  void vscode.window.showInformationMessage(nothing);
}
