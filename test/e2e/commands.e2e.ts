import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { wrongMode } from './configurations';
import { assertNoMistake, diagnosticWithCode, openText, statusOf, until } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

scenario('the server works again after the restart command', async () => {
  const { document } = await openText(wrongMode);
  await diagnosticWithCode(document, 'unknown-enum-value');
  await vscode.commands.executeCommand('tpuEmbedding.restartServer');
  await diagnosticWithCode(document, 'unknown-enum-value');
  assert.equal((await statusOf(document)).reason, 'content');
});

scenario('New File opens a wizard that creates a valid configuration', async () => {
  if (!page) return;
  const next = async (step: number) => {
    await page!.press('Enter');
    await shows(`(${step}/4)`);
  };
  const shows = (words: string) =>
    until(`the question ${words} shows`, async () =>
      (await page!.texts('.quick-input-widget')).some((text) => text.includes(words)),
    );
  // It resolves when something is chosen.
  void vscode.commands.executeCommand('welcome.showNewFileEntries');
  await shows('TPU Embedding Configuration');
  await page.click('.quick-input-list .monaco-list-row:has-text("TPU Embedding Configuration")');
  await shows('(1/4)');
  await next(2);
  await page.press('Control+A');
  await page.type('items 0 64');
  await page.press('Enter');
  await shows('between 1 and');
  await page.press('Control+A');
  await page.type('items 100000 64, users 5000 x 32');
  await next(3);
  await page.click('.quick-input-titlebar .action-label[aria-label*="Back"]');
  await shows('(2/4)');
  assert.equal(await page.value('.quick-input-widget input[type=text]'), 'items 100000 64, users 5000 32');
  await screenshot('new-configuration');
  await next(3);
  await page.type('Adam');
  await next(4);
  await page.press('Enter');
  const editor = await until('the document opens', () => vscode.window.activeTextEditor);
  const { document } = editor;
  assert.equal(document.languageId, 'textproto');
  await until('it is filled in', () => document.getText().includes('num_hosts: 1'));
  assert.match(
    document.getText(),
    /name: "users"\n {2}vocabulary_size: 5000\n {2}dimension: 32\n[\s\S]*adam \{/,
  );
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
