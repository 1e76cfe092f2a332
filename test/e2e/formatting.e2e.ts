import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openFile, until } from './editor';
import { scenario } from './runner';

const BADLY_LAID_OUT = `num_hosts :1
table_descriptor {
 name:'users'
      dimension :8   # wide
}
mode:  TRAINING
no_value: =  1
`;
const FORMATTED = `num_hosts: 1
table_descriptor {
  name: "users"
  dimension: 8  # wide
}
mode: TRAINING
no_value: =  1
`;

scenario('a selection is formatted, and the whole configuration on save', async () => {
  const { document } = await openFile('badly_laid_out.textproto', BADLY_LAID_OUT);
  const editor = vscode.window.activeTextEditor!;
  editor.selection = new vscode.Selection(0, 0, 0, 5);
  await until('the selection is formatted', async () => {
    await vscode.commands.executeCommand('editor.action.formatSelection');
    return document.lineAt(0).text === 'num_hosts: 1';
  });
  assert.equal(document.getText(), BADLY_LAID_OUT.replace('num_hosts :1', 'num_hosts: 1'));
  const languageSettings = () => vscode.workspace.getConfiguration('editor', { languageId: 'textproto' });
  const onSave = (value: boolean | undefined) =>
    languageSettings().update('formatOnSave', value, vscode.ConfigurationTarget.Global, true);
  // With auto-save, VS Code does not format, and our save would join that one.
  await document.save();
  // The cursor stays at its word, because only changed lines are edited.
  editor.selection = new vscode.Selection(5, 9, 5, 9);
  await onSave(true);
  try {
    // By command: `document.save` does nothing without changes.
    await vscode.commands.executeCommand('workbench.action.files.save');
    await until(
      'all of it is formatted and saved',
      () => document.getText() === FORMATTED && !document.isDirty,
    );
    assert.equal(editor.selection.active.line, 5);
    const saved = await vscode.workspace.fs.readFile(document.uri);
    assert.equal(new TextDecoder().decode(saved), FORMATTED);
  } finally {
    await onSave(undefined);
  }
});
