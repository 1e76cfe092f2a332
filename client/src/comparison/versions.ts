import * as vscode from 'vscode';
import { encodeBase64 } from '../../../server/src/basics/base64';
import type { EarlierVersion } from '../../../server/src/languages/protocol';

/** A text to compare with. */
export interface Version {
  /** The file name decides how the text is read. */
  readonly uri: vscode.Uri;
  /** Read the version on disk, not the one in an editor. */
  readonly isSaved?: true;
  /** Title to show when both files have the same name. */
  readonly title?: string;
}

/** The used part of the API of VS Code's git extension, which does not exist on the web. */
interface GitExtension {
  getAPI(version: 1): {
    toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
    getRepository(uri: vscode.Uri): { show(ref: string, path: string): Promise<string> } | null;
  };
}

/** The last committed version of a file; undefined if there is none, or no git extension. */
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

/** The content sent to the server: the editor's text, or the bytes of a binary file. */
export async function contentOf({ uri, isSaved }: Version): Promise<EarlierVersion> {
  const name = uri.toString();
  if (!isSaved) {
    const document = await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
    if (document) return { uri: name, text: document.getText() };
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { uri: name, base64: encodeBase64(bytes) };
}

/** The document that represents a file on the server: for a notebook, its first code cell. */
export async function documentOf(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  if (!/\.ipynb$/i.test(uri.path) || uri.scheme === 'vscode-notebook-cell')
    return vscode.workspace.openTextDocument(uri);
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  return notebook.getCells().find(({ document }) => document.languageId === 'python')?.document;
}
