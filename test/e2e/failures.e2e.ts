// What a failed program wrote is explained, and a problem of the extension is reported without a word that was not read first.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { wrongMode } from './configurations';
import { diagnosticWithCode, openFile, openText, until } from './editor';
import { notified } from './notifications';
import { page, screenshot } from './page';
import { scenario } from './runner';

const program = `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
users = embedding.TableConfig(1000, 16, combiner='avg')
`;
const output = `I1128 09:14:27.218733 140208504612672 train.py:33] Start
Traceback (most recent call last):
  File "failing.py", line 4, in <module>
    users = embedding.TableConfig(1000, 16, combiner='avg')
  File "/opt/venv/lib/python3.11/site-packages/tensorflow/python/tpu/tpu_embedding_v2_utils.py", line 1431, in __init__
    raise ValueError(
ValueError: String argument \`combiner\` must be in ('mean', 'sum', 'sqrtn'). Received: avg
`;

const rows = '.quick-input-widget .quick-input-list .monaco-list-row';

const choiceShows = (words: string) =>
  until(`"${words}" is offered`, async () => (await page!.texts(rows)).some((text) => text.includes(words)));

scenario('Explain Error leads from a selected trace to the mistake in the program', async () => {
  if (!page) return;
  const { document: wrong } = await openFile('failing.py', program);
  await diagnosticWithCode(wrong, 'argument-choice');
  const editor = await openText(output, 'log');
  editor.selection = new vscode.Selection(1, 0, editor.document.lineCount, 0);
  void vscode.commands.executeCommand('tpuEmbedding.explainError');
  await choiceShows('argument-choice');
  const [best] = await page.texts(rows);
  assert.match(best!, /failing\.py:4/, 'the place in the program is named');
  await screenshot('explain-error');
  await page.press('Enter');
  await until('the line of the mistake is shown', () => {
    const active = vscode.window.activeTextEditor;
    return active?.document.fileName.endsWith('failing.py') && active.selection.active.line === 3;
  });
});

scenario('Explain Error reads the clipboard where nothing is selected', async () => {
  if (!page) return;
  await vscode.env.clipboard.writeText(
    'jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory in memory space hbm. Used 49.34G of 32.00G hbm. Exceeded hbm capacity by 17.34G.',
  );
  void vscode.commands.executeCommand('tpuEmbedding.explainError');
  await choiceShows('memory (HBM) is too small');
  await page.press('Enter');
  await notified(/Use a larger slice, fewer or narrower rows/);
  await screenshot('explain-error-of-the-clipboard');
  await vscode.commands.executeCommand('notifications.clearAll');
  await vscode.env.clipboard.writeText('KeyError: 3');
  void vscode.commands.executeCommand('tpuEmbedding.explainError');
  await notified(/Nothing is known about this error/);
});

scenario(
  'Report an Issue shows versions, the end of the log and the smallest text before it copies',
  async () => {
    if (!page) return;
    await vscode.env.clipboard.writeText('as it was');
    const { document } = await openText(wrongMode);
    await diagnosticWithCode(document, 'unknown-enum-value');
    // Only a log that says something can show that its file was found.
    await vscode.commands.executeCommand('tpuEmbedding.restartServer');
    await diagnosticWithCode(document, 'unknown-enum-value');
    void vscode.commands.executeCommand('tpuEmbedding.reportIssue');
    await choiceShows('unknown-enum-value');
    await screenshot('report-an-issue');
    await page.click(`${rows}:has-text("unknown-enum-value")`);
    const report = await until('the report is shown', () => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.languageId === 'markdown' && active;
    });
    const text = report.getText();
    assert.match(text, /^- tpu-embedding-tools \d+\.\d+\.\d+.* \(server running\)$/m);
    assert.match(text, /^## Smallest text that shows unknown-enum-value\n\n```\n[\s\S]*^mode: TRAIN$/m);
    const [, log] = /^## End of the log\n\n```\n([\s\S]*?)```$/m.exec(text) ?? [];
    assert.match(log ?? '', /\[(?:info|debug|trace)\]/);
    assert.equal(await vscode.env.clipboard.readText(), 'as it was', 'nothing is copied before it is read');
    await notified(/Read the report/);
    await screenshot('report');
    await page.click('.notifications-center .notification-list-item .monaco-button:has-text("Copy")');
    await until('it is copied', async () => (await vscode.env.clipboard.readText()) === text);
  },
);
