import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { valid } from './configurations';
import { openText, positionOf, until } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

/** The refactorings at a word. */
async function refactoringsAt(document: vscode.TextDocument, word: string): Promise<vscode.CodeAction[]> {
  const at = positionOf(document, word);
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new vscode.Range(at, at),
    vscode.CodeActionKind.Refactor.value,
    20,
  );
}

/** The refactoring with a title, once the server has the newest text. */
const refactoringAt = (document: vscode.TextDocument, word: string, title: string) =>
  until(`"${title}" is there`, async () =>
    (await refactoringsAt(document, word)).find((action) => action.title === title),
  );

async function refactor(document: vscode.TextDocument, word: string, title: string): Promise<void> {
  const { edit } = await refactoringAt(document, word, title);
  assert(edit && (await vscode.workspace.applyEdit(edit)), title);
}

/** Fields may come in another order. */
const linesOf = (text: string) => text.split('\n').sort();

scenario('the Refactor menu converts table style to feature style and back, and can be undone', async () => {
  const { document } = await openText(valid);
  await refactoringAt(document, 'table_descriptor', 'Convert to feature style');
  if (page) {
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    // The editor requests actions at the cursor by itself, and their arrival would replace the menu.
    await until('the bulb is lit', async () => (await page!.count('[class*="lightbulb" i]')) > 0);
    void vscode.commands.executeCommand('editor.action.refactor');
    await until('the menu offers feature style', async () =>
      (await page!.texts('.action-widget .action')).some((text) => text.includes('Convert to feature style')),
    );
    await screenshot('refactor-menu');
    await page.press('Enter');
  } else await refactor(document, 'batch_size', 'Convert to feature style');
  await until('there are features', () => document.getText().includes('feature_descriptor'));
  assert.match(
    document.getText(),
    /feature_descriptor \{\n {2}name: "user"\n {2}table_id: 0\n {2}input_shape: 256\n\}/,
  );
  assert.doesNotMatch(document.getText(), /num_features|batch_size/);
  const converted = document.getText();
  await vscode.commands.executeCommand('undo');
  assert.equal(document.getText(), valid);
  await vscode.commands.executeCommand('redo');
  assert.equal(document.getText(), converted);
  await refactor(document, 'feature_descriptor', 'Convert to table style');
  assert.deepEqual(linesOf(document.getText()), linesOf(valid));
  await vscode.commands.executeCommand('undo');
  assert.equal(document.getText(), converted);
  await refactor(document, 'feature_descriptor', 'Sort tables by name');
  assert.match(
    document.getText(),
    /^table_descriptor \{\n {2}name: "item"[\s\S]*name: "user"\n {2}table_id: 1/,
  );
  const program = await openText('import tensorflow as tf\n\n‸', 'python');
  const name = 'TPU embedding with a table, a feature and an optimizer';
  await vscode.commands.executeCommand('editor.action.insertSnippet', { langId: 'python', name });
  assert.match(program.document.getText(), /= tf\.tpu\.experimental\.embedding\.TPUEmbedding\(/);
});
