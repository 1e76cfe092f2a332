// Configurations of saved models and logs, opened as documents.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import expected from '../fixtures/extraction/expected.json';
import { statusOf, until, useTheme } from './editor';
import { notified } from './notifications';
import { page, screenshot } from './page';
import { scenario } from './runner';

/** A node with a configuration, in text format. */
function node(name: string, message: number): string {
  const bytes = atob(expected.messages[message]!);
  const escaped = Array.from(bytes, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`).join(
    '',
  );
  return `node { name: "${name}" op: "ConfigureTPUEmbedding" attr { key: "config" value { s: "${escaped}" } } }`;
}

const PROGRAM = `import tensorflow as tf

table = tf.tpu.experimental.embedding.TableConfig(1000, 8, name="shown")
model = tf.tpu.experimental.embedding.TPUEmbedding(
    tf.tpu.experimental.embedding.FeatureConfig(table), tf.tpu.experimental.embedding.SGD()
)
`;

async function write(path: string, text: string): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, path);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

const extract = (uri: vscode.Uri) => vscode.commands.executeCommand('tpuEmbedding.showConfiguration', uri);

const opened = () =>
  vscode.workspace.textDocuments.filter(
    ({ isUntitled, languageId, isClosed }) => isUntitled && languageId === 'textproto' && !isClosed,
  );

scenario('a configuration in a saved model opens as a document that the server recognises', async () => {
  const model = await write(
    'export/1/saved_model.pbtxt',
    `meta_graphs { graph_def { ${node('configure', 0)} } }`,
  );
  await extract(vscode.Uri.joinPath(model, '..'));
  const [document] = await until('it opens', () => opened().length > 0 && opened());
  assert.match(document!.getText(), /^# 1\/saved_model\.pbtxt: configure\n# proto-file: /);
  assert.equal((await statusOf(document!)).reason, 'header');
});

for (const kind of ['dark', 'light'] as const)
  scenario(`among several configurations of a graph, the user chooses in the ${kind} theme`, async () => {
    if (!page) return;
    await useTheme(kind);
    const graph = await write(
      'graph.pbtxt',
      `${node('tower_0/configure', 1)}\n${node('tower_1/configure', 2)}`,
    );
    const done = extract(graph);
    await until('both are offered', async () =>
      (await page!.texts('.quick-input-widget')).some((text) => text.includes('tower_1/configure')),
    );
    await screenshot(`extraction-${kind}`);
    await page.click('.quick-input-list .monaco-list-row:has-text("tower_1/configure")');
    await page.press('Enter');
    await done;
    const [document, ...others] = opened();
    assert.equal(others.length, 0);
    assert.match(document!.getText(), /^# graph\.pbtxt: tower_1\/configure\n/);
  });

scenario('the entry for a saved model also shows a program, and of a text its other forms', async () => {
  if (!page) return;
  const program = await write('shown/two.py', PROGRAM);
  await vscode.commands.executeCommand('tpuEmbedding.showConfiguration', program);
  await until('the configuration of the program is shown', () =>
    vscode.window.visibleTextEditors.some(({ document }) => document.getText().includes('name: "shown"')),
  );
  const text = await write('shown/a.textproto', 'num_hosts: 2\n');
  await vscode.window.showTextDocument(text);
  const done = vscode.commands.executeCommand('tpuEmbedding.showConfiguration');
  await until('forms are offered', async () =>
    (await page!.texts('.quick-input-list .monaco-list-row')).some((row) => row.includes('Another file…')),
  );
  await page.click('.quick-input-list .monaco-list-row:has-text("ProtoJSON")');
  await done;
  assert.equal(vscode.window.activeTextEditor?.document.languageId, 'json');
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
});

scenario('a log without a configuration is reported', async () => {
  if (!page) return;
  await extract(await write('train.log', 'step 1: loss 0.5\n'));
  await notified(/no TPUEmbeddingConfiguration/);
  assert.deepEqual(opened(), []);
});
