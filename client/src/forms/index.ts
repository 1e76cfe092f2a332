import * as vscode from 'vscode';
import { errorMessage } from '../../../server/src/basics/error-message';
import type { Server } from '../server';
import { fileName } from '../words';
import { convertEditor } from './convert';
import { ConfigurationEditor, VIEW_TYPE } from './editor';
import { openAsText } from './open';
import { TextViews, VIEW_SCHEME } from './text-view';

/** Registers other forms than text format: opening them as text, and writing them. */
export function registerForms(server: Server): vscode.Disposable {
  const views = new TextViews(server);
  return vscode.Disposable.from(
    views,
    vscode.workspace.registerFileSystemProvider(VIEW_SCHEME, views, { isCaseSensitive: true }),
    vscode.window.registerCustomEditorProvider(VIEW_TYPE, new ConfigurationEditor(server)),
    vscode.commands.registerCommand('tpuEmbedding.openAsConfiguration', async (file?: vscode.Uri) => {
      const chosen = file ?? (await chooseFile());
      if (!chosen) return;
      try {
        await openAsText(server, chosen);
      } catch (error) {
        const reason = errorMessage(error);
        const message = vscode.l10n.t(
          '{0} holds no TPU embedding configuration: {1}',
          fileName(chosen),
          reason,
        );
        void vscode.window.showErrorMessage(message);
      }
    }),
    vscode.commands.registerCommand('tpuEmbedding.convert', async (file?: vscode.Uri) => {
      if (file) await vscode.window.showTextDocument(file, { preview: true });
      await convertEditor(server);
    }),
  );
}

/** The file of the active tab, unless it is text format already; otherwise the user chooses. */
async function chooseFile(): Promise<vscode.Uri | undefined> {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  const hasFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  if (
    hasFile &&
    input.uri.scheme !== VIEW_SCHEME &&
    vscode.window.activeTextEditor?.document.languageId !== 'textproto'
  )
    return input.uri;
  const title = vscode.l10n.t('Open as TPU Embedding Configuration');
  const [chosen] = (await vscode.window.showOpenDialog({ title })) ?? [];
  return chosen;
}
