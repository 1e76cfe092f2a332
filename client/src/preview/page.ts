import * as vscode from 'vscode';
import { pageDocument } from './document';

const folder = (extension: vscode.Uri) => vscode.Uri.joinPath(extension, 'dist', 'webview');

/** The page may only load its own script and style. */
export const pageOptions = (extension: vscode.Uri): vscode.WebviewOptions => ({
  enableScripts: true,
  localResourceRoots: [folder(extension)],
});

/** The URI of a file of the pages. */
export const uriOf = (name: string, webview: vscode.Webview, extension: vscode.Uri): string =>
  webview.asWebviewUri(vscode.Uri.joinPath(folder(extension), name)).toString();

export function pageHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const { bundle: translations } = vscode.l10n;
  return pageDocument(
    {
      cspSource: webview.cspSource,
      nonce: crypto.randomUUID(),
      script: uriOf('preview.js', webview, extension),
      style: uriOf('preview.css', webview, extension),
    },
    { language: translations ? vscode.env.language : 'en', translations },
  );
}
