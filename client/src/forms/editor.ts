import * as vscode from 'vscode';
import { errorMessage } from '../../../server/src/basics/error-message';
import { escaped, webPage } from '../html';
import type { Server } from '../server';
import { openAsText } from './open';

export const VIEW_TYPE = 'tpuEmbedding.configuration';

/** Opens the text view of a binary file in VS Code's text editor. A custom editor would have no language features. */
export class ConfigurationEditor implements vscode.CustomReadonlyEditorProvider {
  constructor(private readonly server: Server) {}

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose() {} };
  }

  async resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    try {
      await openAsText(this.server, uri, panel.viewColumn);
      panel.dispose();
    } catch (error) {
      panel.webview.html = page(errorMessage(error));
    }
  }
}

const page = (reason: string): string =>
  webPage({
    language: vscode.env.language,
    policy: [],
    title: 'TPU Embedding',
    styles: [],
    body: `<h1>${escaped(vscode.l10n.t('This file holds no TPU embedding configuration'))}</h1>
<p>${escaped(reason)}</p>`,
  });
