// What the scenarios share: documents to open, and waiting as a person would.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Api } from '../../client/src/extension';
import type { DocumentStatus } from '../../server/src/protocol';

const patienceMs = 15_000;

/** Asks again and again until the answer is worth something; a person would give up in the end. */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await probe();
    if (answer) return answer as NonNullable<Exclude<T, false>>;
    if (Date.now() > deadline) throw new Error(`Waited ${patienceMs} ms in vain until ${what}`);
    await pause(50);
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks the extension which message a document holds. */
export async function statusOf(document: vscode.TextDocument): Promise<DocumentStatus> {
  const extension = vscode.extensions.getExtension<Api>('tpu-embedding-tools.tpu-embedding-tools');
  assert(extension, 'the extension is installed');
  const { documentStatus } = await extension.activate();
  return until('the server says what the document holds', () => documentStatus(document));
}

const workspaceUri = (name: string) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name);

/** Opens a file of the workspace; `text` first writes it. */
export async function openFile(name: string, text?: string): Promise<vscode.TextEditor> {
  const uri = workspaceUri(name);
  if (text !== undefined) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

/** Opens an untitled document; a `‸` in the text marks where the cursor goes. */
export async function openText(text: string, language = 'textproto'): Promise<vscode.TextEditor> {
  const offset = text.indexOf('‸');
  const content = text.replace('‸', '');
  const document = await vscode.workspace.openTextDocument({ language, content });
  const cursor = document.positionAt(Math.max(offset, 0));
  return vscode.window.showTextDocument(document, { selection: new vscode.Range(cursor, cursor) });
}

/** Where a word first stands. */
export function positionOf(document: vscode.TextDocument, word: string): vscode.Position {
  const offset = document.getText().indexOf(word);
  assert(offset >= 0, `"${word}" is in the document`);
  return document.positionAt(offset);
}

/** Our own diagnostics of a document. */
export const diagnosticsOf = ({ uri }: vscode.TextDocument) =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'tpu-embedding');

/** A diagnostic's code without the link to its page. */
export const codeOf = ({ code }: vscode.Diagnostic) => (typeof code === 'object' ? code.value : code);

export const diagnosticWithCode = (document: vscode.TextDocument, code: string) =>
  until(`${code} is reported`, () =>
    diagnosticsOf(document).find((diagnostic) => codeOf(diagnostic) === code),
  );

export async function closeAll(): Promise<void> {
  // Reverting closes untitled documents without asking.
  while (vscode.window.activeTextEditor)
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  // Panels that are no editors.
  await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
}
