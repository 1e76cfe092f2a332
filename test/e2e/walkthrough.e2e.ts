import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { wrongMode } from './configurations';
import { diagnosticWithCode, openText, until, useTheme } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

/** VS Code tells that a text has so many problems, some time after it answers so: the extension has heard it then, too. */
const told = (wanted: (problems: number) => boolean) =>
  new Promise<void>((resolve) => {
    const listener = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const untitled = uris.find(({ scheme }) => scheme === 'untitled');
      if (!untitled || !wanted(vscode.languages.getDiagnostics(untitled).length)) return;
      listener.dispose();
      resolve();
    });
  });

scenario('the walkthrough opens examples and ticks off steps, also those done earlier', async () => {
  const mistaken = told((problems) => problems > 0);
  const { document: early } = await openText(wrongMode);
  await mistaken;
  const { range } = await diagnosticWithCode(early, 'unknown-enum-value');
  const edit = new vscode.WorkspaceEdit();
  edit.replace(early.uri, range, 'TRAINING');
  const fixed = told((problems) => problems === 0);
  assert(await vscode.workspace.applyEdit(edit));
  await fixed;
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
  const { document, viewColumn } = await until('the example opens', () =>
    vscode.window.visibleTextEditors.find(({ document }) => document.uri.path.endsWith('mistakes.textproto')),
  );
  // The walkthrough may have taken the focus back.
  await vscode.window.showTextDocument(document, viewColumn);
  await ticked('mistakes');
  // Before the walkthrough it was done: VS Code ticks that off once another editor is active.
  await ticked('fix');
  await screenshot('walkthrough-dark');
  await useTheme('light');
  await vscode.commands.executeCommand('workbench.view.explorer');
});
