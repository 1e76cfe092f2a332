import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { wrongMode } from './configurations';
import { assertNoMistake, diagnosticWithCode, openText, statusOf, until, useTheme } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

scenario('the server restarts on command and goes on', async () => {
  const { document } = await openText(wrongMode);
  await diagnosticWithCode(document, 'unknown-enum-value');
  await vscode.commands.executeCommand('tpuEmbedding.restartServer');
  await diagnosticWithCode(document, 'unknown-enum-value');
  assert.equal((await statusOf(document)).reason, 'content');
});

scenario('New File opens a wizard that makes a valid configuration', async () => {
  if (!page) return;
  const next = async (step: number) => {
    await page!.press('Enter');
    await shows(`(${step}/4)`);
  };
  const shows = (words: string) =>
    until(`the question ${words} shows`, async () =>
      (await page!.texts('.quick-input-widget')).some((text) => text.includes(words)),
    );
  // It ends when something is chosen.
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

scenario('the walkthrough opens examples and ticks off what is done', async () => {
  await vscode.commands.executeCommand(
    'workbench.action.openWalkthrough',
    'tpu-embedding-tools.tpu-embedding-tools#start',
    false,
  );
  if (!page) return;
  const step = (id: string) => `.getting-started-step[data-step-id$="#${id}"]`;
  const ticked = (id: string) =>
    until(
      `${id} is ticked off`,
      async () => (await page!.count(`[data-done-step-id$="#${id}"][aria-checked=true]`)) > 0,
    );
  // Beside the steps there is room for pictures in a wide window alone.
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  await until('five steps show', async () => (await page!.count('.getting-started-step')) === 5);
  await page.click(`${step('preview')} .step-title`);
  await page.inWebview('svg circle', 'count', 'svg circle');
  await screenshot('walkthrough-light');
  await useTheme('dark');
  await page.click(`${step('mistakes')} .step-title`);
  await page.inWebview('svg tspan:text-is("TRAIN")', 'count', 'svg');
  await page.click('.monaco-button:has-text("Open an example with mistakes")');
  const { document } = await until('the example opens', () => vscode.window.activeTextEditor);
  await ticked('mistakes');
  await screenshot('walkthrough-dark');
  await useTheme('light');
  const { range } = await diagnosticWithCode(document, 'unknown-enum-value');
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, 'TRAINING');
  assert(await vscode.workspace.applyEdit(edit));
  await ticked('fix');
  await vscode.commands.executeCommand('workbench.view.explorer');
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
