import * as vscode from 'vscode';
import type { EarlierVersion } from '../../../server/src/protocol';
import { encodeBase64 } from '../../../server/src/text/base64';

/** A text to compare with. */
export interface Version {
  /** Its name says how the text is read. */
  readonly uri: vscode.Uri;
  /** What it is on disk, and not what is in an editor. */
  readonly isSaved?: true;
  /** What people call it, where its file has the name of the other one. */
  readonly title?: string;
}

/** What is used of the extension that comes with VS Code; the web has none. */
interface GitExtension {
  getAPI(version: 1): {
    toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
    getRepository(uri: vscode.Uri): { show(ref: string, path: string): Promise<string> } | null;
  };
}

/** The last committed version of a file; undefined where there is none, or nobody to ask. */
export async function committed(uri: vscode.Uri): Promise<Version | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (uri.scheme !== 'file' || !extension) return undefined;
  try {
    const git = (extension.isActive ? extension.exports : await extension.activate()).getAPI(1);
    await git.getRepository(uri)!.show(HEAD, uri.fsPath);
    return { uri: git.toGitUri(uri, HEAD), title: HEAD };
  } catch {
    return undefined;
  }
}

const HEAD = 'HEAD';

/** What the server gets of it: a text as it stands in the editor, and bytes of what is none. */
export async function contentOf({ uri, isSaved }: Version): Promise<EarlierVersion> {
  const name = uri.toString();
  if (!isSaved) {
    const document = await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
    if (document) return { uri: name, text: document.getText() };
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { uri: name, base64: encodeBase64(bytes) };
}

/** The document that the server knows a file by: of a notebook, its first program. */
export async function documentOf(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  if (!/\.ipynb$/i.test(uri.path) || uri.scheme === 'vscode-notebook-cell')
    return vscode.workspace.openTextDocument(uri);
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  return notebook.getCells().find(({ document }) => document.languageId === 'python')?.document;
}
