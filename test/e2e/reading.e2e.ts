import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { valid } from './configurations';
import { openFile, openText, positionOf, until } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

const textOf = ({ contents }: vscode.Hover) =>
  contents.map((content) => (typeof content === 'string' ? content : content.value)).join('\n');

scenario('hover over a field shows its documentation', async () => {
  const { document } = await openText(valid);
  const text = await until('the hover answers', async () => {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      positionOf(document, 'learning_rate'),
    );
    return hovers.map(textOf).join('\n') || undefined;
  });
  assert.match(text, /LearningRate/);
  assert(text.length > 60, `more than the type: ${text}`);
  if (!page) return;
  const shown = await until('the hover shows', async () => {
    // Code lenses move the lines below them when they come.
    await page!.pointAt('learning_rate');
    const hovers = await page!.texts('.monaco-hover');
    return hovers.find((hover) => hover.includes('LearningRate'));
  });
  assert(shown.length > 60, `more than the type: ${shown}`);
  await page.rest();
});

scenario('the outline lists tables and features by name', async () => {
  const { document } = await openFile('ads_ranking.textproto');
  const names = await until('the outline is there', async () => {
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    return symbols?.length ? symbols.map(({ name }) => name) : undefined;
  });
  for (const name of ['user', 'advertisement', 'query_term', 'click_history'])
    assert(
      names.some((symbol) => symbol.includes(name)),
      `${name} is among ${names}`,
    );
});

scenario('go to definition opens the field in a read-only schema with syntax colours', async () => {
  const { document } = await openText(valid);
  const target = await until('the definition is found', async () => {
    const [definition] = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      positionOf(document, 'vocabulary_size'),
    );
    return definition;
  });
  const [uri, range] =
    'targetUri' in target
      ? [target.targetUri, target.targetSelectionRange ?? target.targetRange]
      : [target.uri, target.range];
  assert.match(uri.path, /\.proto$/);
  assert.equal(vscode.workspace.fs.isWritableFileSystem(uri.scheme), false);
  const schema = await vscode.workspace.openTextDocument(uri);
  assert.match(schema.lineAt(range.start.line).text, /vocabulary_size/);
  assert.equal(schema.languageId, 'tpu-embedding-schema');
  await vscode.window.showTextDocument(schema, { selection: range });
  if (!page) return;
  const colours = () => page!.count('.view-line .mtk1 ~ .mtk1, .view-line span[class*="mtk"]:not(.mtk1)');
  await until('the schema is coloured', async () => (await colours()) > 0);
  await screenshot('schema');
  const before = schema.getText();
  await page.type('x');
  await until('the editor says that it is read-only', async () =>
    (await page!.texts('.monaco-editor-overlaymessage')).some((text) => /cannot be changed/.test(text)),
  );
  assert.equal(schema.getText(), before);
});
