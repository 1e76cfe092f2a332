import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  assertNoMistake,
  assertSilent,
  diagnosticWithCode,
  openFile,
  openText,
  statusOf,
  until,
} from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

const message = 'tensorflow.tpu.TPUEmbeddingConfiguration';

scenario('a valid configuration is recognised and has no diagnostics', async () => {
  const { document } = await openFile('ads_ranking.textproto');
  assert.equal(document.languageId, 'textproto');
  const status = await statusOf(document);
  assert.equal(status.message, message);
  assert.equal(status.reason, 'header');
  await assertNoMistake(document);
});

scenario('the status item names the message and says why', async () => {
  const { document } = await openFile('ads_ranking.textproto');
  const { detail } = await statusOf(document);
  if (!page) return;
  await page.click('#status\\.languageStatus');
  const text = await until('the status shows', async () => {
    const [hover] = await page!.texts('.monaco-hover .hover-language-status');
    return hover?.includes('TPUEmbeddingConfiguration') && hover;
  });
  assert(text.includes(detail), `${text} says ${detail}`);
  await page.press('Escape');
});

scenario('an untitled configuration is recognised by its content', async () => {
  const { document } = await openText('table_descriptor { name: "user" }\n');
  const status = await statusOf(document);
  assert.deepEqual([status.message, status.reason], [message, 'content']);
});

scenario('a file of another message has no diagnostics', async () => {
  const graph = 'node {\n  name: "x"\n  op: "Placeholder"\n}\nversions { producer: 1 }\n';
  const { document } = await openFile('graph.pbtxt', graph);
  assert.equal(document.languageId, 'textproto');
  const status = await statusOf(document);
  assert.equal(status.reason, 'none');
  await assertSilent(document);
});

const OLD = `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
optimizer = embedding.AdagradMomentum(learning_rate=0.1)
`;

scenario('Python is checked for the TensorFlow of its requirements, shown in the status', async () => {
  const requirements = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'requirements.txt');
  await vscode.workspace.fs.writeFile(requirements, new TextEncoder().encode('tensorflow==2.8.0\n'));
  try {
    const { document } = await openFile('old_model.py', OLD);
    const found = await diagnosticWithCode(document, 'newer-api');
    assert.equal(document.getText(found.range), 'AdagradMomentum');
    if (!page) return;
    const text = await until('the status names the release', async () => {
      await page!.click('#status\\.languageStatus');
      const hovers = await page!.texts('.monaco-hover .hover-language-status');
      return hovers.find((each) => each.includes('2.8'));
    });
    assert.match(text, /requirements\.txt/);
    await screenshot('tensorflow-version');
    await page.press('Escape');
  } finally {
    await vscode.workspace.fs.delete(requirements);
  }
});
