import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { valid, wrongMode } from './configurations';
import { diagnosticsOf, diagnosticWithCode, openFile, openText, positionOf, until } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

scenario('a wrong enum value is squiggled as an error', async () => {
  const { document } = await openText(wrongMode);
  const diagnostic = await diagnosticWithCode(document, 'unknown-enum-value');
  assert.equal(diagnostic.severity, vscode.DiagnosticSeverity.Error);
  assert.equal(document.getText(diagnostic.range), 'TRAIN');
  if (page) await until('the squiggle is drawn', async () => (await page!.count('.squiggly-error')) > 0);
});

scenario('the link of a diagnostic opens the page of its rule without a network', async () => {
  const editor = await openText(wrongMode);
  const { document } = editor;
  const { code, range } = await diagnosticWithCode(document, 'unknown-enum-value');
  assert(typeof code === 'object');
  assert.match(code.target.path, /unknown-enum-value\.md$/);
  const [explain] = (
    await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    )
  ).filter(({ title }) => title === 'Explain unknown-enum-value');
  assert(explain?.command, 'the light bulb offers to explain the rule');
  if (!page) {
    await vscode.commands.executeCommand(explain.command.command, ...explain.command.arguments!);
    await until('the page opens', () =>
      vscode.window.tabGroups.all.some(({ tabs }) =>
        tabs.some(({ label }) => /unknown-enum-value/.test(label)),
      ),
    );
    return;
  }
  editor.selection = new vscode.Selection(range.start, range.start);
  await vscode.commands.executeCommand('editor.action.showHover');
  await until('the link shows', async () => (await page!.count('.monaco-hover a.code-link')) > 0);
  await page.click('.monaco-hover a.code-link');
  await until('the page shows', async () =>
    (await page!.inWebview<string[]>('body.vscode-body h1', 'texts', 'h1')).includes('unknown-enum-value'),
  );
  await page.rest();
  await screenshot('rule');
  await page.inWebview('body.vscode-body h1', 'click', 'td a');
  await until('a link leads to the list of rules', () =>
    page!.inWebview<string[]>('body.vscode-body h1', 'texts', 'h1').then(
      (titles) => titles.includes('Rules'),
      // Undefined while another page is loading.
      () => false,
    ),
  );
});

scenario('versions that do not go together are reported in requirements', async () => {
  const { document: configuration } = await openText(wrongMode);
  await diagnosticWithCode(configuration, 'unknown-enum-value');
  // In a folder of its own, so that no other scenario runs on these.
  const editor = await openFile('versions/requirements.txt', 'tensorflow==2.21.0\nprotobuf==7.36.2\n');
  const { document } = editor;
  const { range } = await diagnosticWithCode(document, 'package-versions');
  assert.equal(document.getText(range), 'protobuf==7.36.2');
  assert.equal(diagnosticsOf(document).length, 1);
  await editor.edit((edit) => edit.replace(range, 'protobuf==6.33.6'));
  await until('the report is gone', () => diagnosticsOf(document).length === 0);
});

scenario('a typed mistake is reported and disappears once corrected', async () => {
  const editor = await openText(valid);
  const { document } = editor;
  const replaceMode = (from: string, to: string) =>
    editor.edit((edit) => {
      const start = positionOf(document, `mode: ${from}`).translate(0, 'mode: '.length);
      edit.replace(new vscode.Range(start, start.translate(0, from.length)), to);
    });
  await replaceMode('TRAINING', 'LEARNING');
  await diagnosticWithCode(document, 'unknown-enum-value');
  await replaceMode('LEARNING', 'INFERENCE');
  await until('the report is gone', () => diagnosticsOf(document).length === 0);
});

scenario('no diagnostic flashes up while letters are typed quickly', async () => {
  const editor = await openText(wrongMode);
  const { document } = editor;
  await diagnosticWithCode(document, 'unknown-enum-value');
  let flashes = 0;
  const listener = vscode.languages.onDidChangeDiagnostics(() => {
    if (diagnosticsOf(document).length > 1) flashes++;
  });
  try {
    let end = document.positionAt(document.getText().length);
    const typed = [performance.now()];
    for (const letter of 'num_hosts: 2') {
      await editor.edit((edit) => edit.insert(end, letter));
      end = end.translate(0, 1);
      typed.push(performance.now());
    }
    // On a busy machine, typing has pauses in which a diagnostic may appear.
    const quick = typed.slice(1).every((time, i) => time - typed[i]! < 200);
    if (quick) assert.equal(flashes, 0);
    await diagnosticWithCode(document, 'duplicate-field');
  } finally {
    listener.dispose();
  }
});

scenario('a quick fix repairs the value and removes the squiggle', async () => {
  const { document } = await openText(wrongMode);
  const diagnostic = await diagnosticWithCode(document, 'unknown-enum-value');
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    diagnostic.range,
    vscode.CodeActionKind.QuickFix.value,
    10,
  );
  const fix = actions.find(({ edit, title }) => edit && title.includes('TRAINING'));
  assert(fix?.edit, `a fix among ${actions.map(({ title }) => title)}`);
  assert(await vscode.workspace.applyEdit(fix.edit));
  assert.equal(document.getText(), valid);
  await until('the report is gone', () => diagnosticsOf(document).length === 0);
  if (page) await until('the squiggle is gone', async () => (await page!.count('.squiggly-error')) === 0);
});

scenario('a quick fix can be applied by keyboard alone', async () => {
  if (!page) return;
  const editor = await openText(wrongMode);
  const { document } = editor;
  await diagnosticWithCode(document, 'unknown-enum-value');
  const mistake = positionOf(document, 'TRAIN');
  editor.selection = new vscode.Selection(mistake, mistake);
  await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  // A key that comes before the editor has the focus is lost: it is pressed again, after time for the menu to open.
  let looks = 0;
  await until('the menu offers the fix', async () => {
    const actions = await page!.texts('.action-widget .action');
    if (actions.length === 0 && looks++ % 60 === 0) await page!.press('Control+.');
    return actions.some((action) => action.includes('TRAINING'));
  });
  await page.press('Enter');
  await until('the text is fixed', () => document.getText() === valid);
});

scenario("a rule's severity follows the settings", async () => {
  const code = 'unknown-enum-value';
  const settings = () => vscode.workspace.getConfiguration('tpuEmbedding');
  const { document } = await openText(wrongMode);
  await diagnosticWithCode(document, code);
  try {
    await settings().update('rules', { [code]: 'off' }, vscode.ConfigurationTarget.Global);
    await until('the rule is silent', () => diagnosticsOf(document).length === 0);
    await settings().update('rules', { [code]: 'warning' }, vscode.ConfigurationTarget.Global);
    const { severity } = await diagnosticWithCode(document, code);
    assert.equal(severity, vscode.DiagnosticSeverity.Warning);
  } finally {
    await settings().update('rules', undefined, vscode.ConfigurationTarget.Global);
  }
});
