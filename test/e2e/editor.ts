// Helpers of the scenarios: open documents, and wait for a result.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Api } from '../../client/src/start';
import { until } from '../../scripts/vscode-host/until.mjs';
import type { DocumentStatus } from '../../server/src/languages/protocol';
import { wrongMode } from './configurations';
import { page } from './page';

export { until };

/** Asks the extension for the message in a document. */
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

/** Opens an untitled document; `‸` marks the cursor. */
export async function openText(text: string, language = 'textproto'): Promise<vscode.TextEditor> {
  const offset = text.indexOf('‸');
  const content = text.replace('‸', '');
  // VS Code may reuse a document that was just closed, with its old text.
  const document = await until('the text is there', async () => {
    const document = await vscode.workspace.openTextDocument({ language, content });
    return document.getText() === content && document;
  });
  const cursor = document.positionAt(Math.max(offset, 0));
  const editor = await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(cursor, cursor),
  });
  // A slow window shows the text before it sets the cursor.
  await until('the cursor is where it belongs', () => editor.selection.active.isEqual(cursor));
  return editor;
}

/** Position of the first occurrence of a word. */
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

/** Asserts that a text is checked and has no problem: only a mistake that is appended to it is reported. */
export async function assertNoMistake(document: vscode.TextDocument): Promise<void> {
  const end = document.positionAt(document.getText().length);
  const mistake =
    document.languageId === 'python' ? '\ntf.raw_ops.NoSuchTPUEmbedding()\n' : '\nno_such_field: 1\n';
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, end, mistake);
  assert(await vscode.workspace.applyEdit(edit));
  // Problems of an earlier text may still stand before it.
  await until('the mistake is reported', () =>
    diagnosticsOf(document).some(({ range }) => !range.start.isBefore(end)),
  );
  const reported = diagnosticsOf(document).filter(({ range }) => range.start.isBefore(end));
  assert.deepEqual(reported.map(codeOf), []);
}

/** Asserts that a text has no problem, by waiting for the problem of a text that was opened later. */
export async function assertSilent(document: vscode.TextDocument): Promise<void> {
  const { document: later } = await openText(wrongMode);
  await diagnosticWithCode(later, 'unknown-enum-value');
  assert.deepEqual(diagnosticsOf(document), []);
  await vscode.window.showTextDocument(document);
}

export async function closeAll(): Promise<void> {
  // Revert closes untitled documents without a dialog.
  while (vscode.window.activeTextEditor)
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  // Panels that are not editors.
  await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
}

/** The text of the comparison in the active tab. */
export const comparisonShown = (): vscode.TextDocument | undefined => {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputCustom) || input.uri.scheme !== 'tpu-embedding-comparison') return;
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === input.uri.toString());
};

/** The lenses of a document, worked out as the editor does. */
export const lensesOf = async ({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> =>
  (await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 20)) ?? [];

/** Runs the command of a lens, as a click does. */
export const clickLens = ({ command }: vscode.CodeLens): Thenable<unknown> =>
  vscode.commands.executeCommand(command!.command, ...command!.arguments!);

const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
};

export const useTheme = (kind: keyof typeof themes): Thenable<void> => useThemeNamed(themes[kind]);

export const useThemeNamed = (name: string): Thenable<void> =>
  vscode.workspace
    .getConfiguration('workbench')
    .update('colorTheme', name, vscode.ConfigurationTarget.Global);

/** Renames as a person does, where the host has a page. `beforeEnter` sees the box with the new name. */
export async function rename(
  document: vscode.TextDocument,
  at: vscode.Position,
  name: string,
  beforeEnter?: () => Promise<void>,
): Promise<void> {
  if (!page) {
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      at,
      name,
    );
    assert(await vscode.workspace.applyEdit(edit));
    return;
  }
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
  // It resolves when the name is entered.
  void vscode.commands.executeCommand('editor.action.rename');
  await until(
    'the box for the new name takes keys',
    async () => (await page!.count('.rename-box input:focus')) > 0,
  );
  await page.type(name);
  await beforeEnter?.();
  await page.press('Enter');
}
