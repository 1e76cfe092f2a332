import * as vscode from 'vscode';
import { pageDocument } from './document';

const folder = (extension: vscode.Uri) => vscode.Uri.joinPath(extension, 'dist', 'webview');

/** The page may only load its own script and style. */
export const pageOptions = (extension: vscode.Uri): vscode.WebviewOptions => ({
  enableScripts: true,
  localResourceRoots: [folder(extension)],
});

export function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const file = (name: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder(extension), name)).toString();
  const { bundle: translations } = vscode.l10n;
  return pageDocument(
    {
      cspSource: webview.cspSource,
      nonce: crypto.randomUUID(),
      script: file('preview.js'),
      style: file('preview.css'),
    },
    { language: translations ? vscode.env.language : 'en', translations },
  );
}
