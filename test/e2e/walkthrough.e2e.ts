import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { wrongMode } from './configurations';
import { diagnosticWithCode, openText, until, useTheme } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

/**
 * Waits for VS Code's event that a text has a number of problems. It comes after the API returns them, so the extension
 * has seen them, too.
 */
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
  // The pictures beside the steps are only shown in a wide window.
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  await until('five steps show', async () => (await page!.count('.getting-started-step')) === 5);
  await page.click(`${step('preview')} .step-title`);
  await page.inWebview('svg circle', 'count', 'svg circle');
  await screenshot('walkthrough-light');
  await useTheme('dark');
  await page.click(`${step('mistakes')} .step-title`);
  await page.inWebview('svg tspan:text-is("dim")', 'count', 'svg');
  await page.click('.monaco-button:has-text("Open a program with mistakes")');
  const { document, viewColumn } = await until('the example opens', () =>
    vscode.window.visibleTextEditors.find(({ document }) =>
      document.uri.path.endsWith('sparsecore_mistakes.py'),
    ),
  );
  // The walkthrough may have taken the focus.
  await vscode.window.showTextDocument(document, viewColumn);
  await ticked('mistakes');
  // A step done before the walkthrough opened is ticked off once another editor is active.
  await ticked('fix');
  await screenshot('walkthrough-dark');
  await useTheme('light');
  await vscode.commands.executeCommand('workbench.view.explorer');
});
