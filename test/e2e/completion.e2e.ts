import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openTable } from './configurations';
import { openText, until } from './editor';
import { page } from './page';
import { scenario } from './runner';

const labelOf = ({ label }: vscode.CompletionItem) => (typeof label === 'string' ? label : label.label);

scenario('completion offers the fields that are not set yet', async () => {
  const { document, selection } = await openText(openTable);
  const labels = await until('fields are offered', async () => {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      selection.active,
    );
    const labels = items.map(labelOf);
    return labels.includes('vocabulary_size') && labels;
  });
  assert(!labels.includes('dimension'), 'dimension is written already');
  assert(!labels.includes('num_hosts'), 'num_hosts belongs to another message');
});

scenario('a field completed while typing has correct syntax', async () => {
  if (!page) return;
  const { document } = await openText(openTable);
  const untouched = openTable.replace('‸', '');
  await page.type('vocab');
  await until('the field is suggested', async () => {
    const rows = await page!.texts('.suggest-widget .monaco-list-row.focused');
    return rows.some((row) => row.includes('vocabulary_size'));
  });
  await page.press('Enter');
  await until('the field is written', () => document.getText().includes('vocabulary_size'));
  await page.type('5000');
  const expected = openTable.replace('‸', 'vocabulary_size: 5000');
  assert.notEqual(expected, untouched);
  await until('the value is written', () => document.getText().includes('5000'));
  assert.equal(document.getText(), expected);
});
