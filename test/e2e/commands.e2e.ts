import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { wrongMode } from './configurations';
import { assertNoMistake, diagnosticWithCode, openText, statusOf, until } from './editor';
import { scenario } from './runner';

scenario('the server restarts on command and goes on', async () => {
  const { document } = await openText(wrongMode);
  await diagnosticWithCode(document, 'unknown-enum-value');
  await vscode.commands.executeCommand('tpuEmbedding.restartServer');
  await diagnosticWithCode(document, 'unknown-enum-value');
  assert.equal((await statusOf(document)).reason, 'content');
});

scenario('a new configuration is valid as it comes', async () => {
  await vscode.commands.executeCommand('tpuEmbedding.newConfiguration');
  const editor = await until('the document opens', () => vscode.window.activeTextEditor);
  const { document } = editor;
  assert.equal(document.languageId, 'textproto');
  assert.match(document.getText(), /table_descriptor \{/);
  assert.equal(editor.options.tabSize, 2, 'Enter indents as the template does');
  assert.equal((await statusOf(document)).reason, 'header');
  await assertNoMistake(document);
});

scenario('the command Show Log opens the output panel', async () => {
  await vscode.commands.executeCommand('tpuEmbedding.showLog');
  await until('the output panel shows it', () =>
    vscode.workspace.textDocuments.find(
      ({ uri }) => uri.scheme === 'output' && /TPU Embedding/.test(uri.path),
    ),
  );
  await vscode.commands.executeCommand('workbench.action.closePanel');
});
