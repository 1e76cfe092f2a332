import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { wrongMode } from './configurations';
import { codeOf, diagnosticsOf, diagnosticWithCode, openFile, positionOf, until } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

scenario(
  'tpu-embedding.json gets completion, sets severities, and its own mistakes are reported',
  async () => {
    const { document: wrong } = await openFile('project/wrong.textproto', wrongMode);
    await diagnosticWithCode(wrong, 'unknown-enum-value');
    const editor = await openFile('project/tpu-embedding.json', '{\n  // Ours.\n  \n}\n');
    const { document } = editor;
    assert.equal(document.languageId, 'jsonc', 'comments are allowed');
    const labels = await until('settings are offered', async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        new vscode.Position(2, 2),
      );
      const found = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      return found.includes('tensorflowVersion') && found;
    });
    assert(labels.includes('rules') && labels.includes('exclude'));
    await editor.edit((edit) =>
      edit.insert(new vscode.Position(2, 2), '"rules": { "unknown-enum-value": "off" },\n  "exlude": []'),
    );
    await document.save();
    await until('its mistake shows', () =>
      diagnosticsOf(document).some(({ message }) => message.includes('Did you mean "exclude"?')),
    );
    if (page) await screenshot('project');
    await vscode.window.showTextDocument(wrong);
    await until('the rule is off', () => !diagnosticsOf(wrong).map(codeOf).includes('unknown-enum-value'));
    const mistake = positionOf(document, ',\n  "exlude": []');
    const repair = new vscode.WorkspaceEdit();
    repair.replace(document.uri, new vscode.Range(mistake, mistake.translate(1, 14)), '');
    const off = positionOf(document, 'off');
    repair.replace(document.uri, new vscode.Range(off, off.translate(0, 3)), 'error');
    await vscode.workspace.applyEdit(repair);
    await document.save();
    await until('the mistake is gone', () => diagnosticsOf(document).length === 0);
    await diagnosticWithCode(wrong, 'unknown-enum-value');
  },
);
