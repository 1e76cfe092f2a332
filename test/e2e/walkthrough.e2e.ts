import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { diagnosticWithCode, until, useTheme } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

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
