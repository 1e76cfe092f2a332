import * as vscode from 'vscode';
import { decodeBase64 } from '../../../server/src/basics/base64';
import type { Format } from '../../messages/messages';

const TITLES: Record<Format, string> = {
  csv: 'CSV',
  json: 'JSON',
  png: vscode.l10n.t('PNG image'),
  svg: vscode.l10n.t('SVG image'),
  textproto: vscode.l10n.t('Run of the preview'),
};

/** Asks where to save a file that the page made, and saves it; `content` is base64 for a PNG. */
export async function save(format: Format, content: string, title: string, near: vscode.Uri): Promise<void> {
  const name = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${format}`;
  const folder =
    vscode.workspace.getWorkspaceFolder(near)?.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [TITLES[format]]: [format] },
  });
  if (target) await vscode.workspace.fs.writeFile(target, bytesOf(format, content));
}

const bytesOf = (format: Format, content: string): Uint8Array =>
  format === 'png' ? decodeBase64(content)! : new TextEncoder().encode(content);
