import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openFile } from './editor';
import { page } from './page';
import { scenario } from './runner';

const NAMES = ['check', 'diff', 'lookup', 'show', 'simulate'];

/** A tool's answer to a model: text and data. */
async function ask(tool: string, input: object): Promise<{ text: string; data: Record<string, unknown> }> {
  const call = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(`tpu_embedding_${tool}`, call);
  const [text, data] = content.map((part) =>
    part instanceof vscode.LanguageModelTextPart ? part.value : '',
  );
  return { text: text!, data: JSON.parse(data!) };
}

scenario('language models find the tools of the extension', async () => {
  const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('tpu_embedding_'));
  assert.deepEqual(tools.map(({ name }) => name.replace('tpu_embedding_', '')).toSorted(), NAMES);
  for (const { description, inputSchema } of tools) {
    assert.match(description, /\.$/);
    assert.ok(inputSchema);
  }
});

scenario('a tool for language models reads a file as it is in the editor', async () => {
  // Without a user to answer dialogs, no confirmation may be required.
  if (!page) return;
  const before = await ask('check', { path: 'mistakes.textproto' });
  assert.match(before.text, /^mistakes\.textproto:7:7: error: "TRAIN" is not a value of mode\./);
  const { files, summary } = before.data as unknown as {
    files: [{ diagnostics: { range: unknown; code: string }[] }];
    summary: { errors: number };
  };
  assert.deepEqual(files[0].diagnostics[0]!.range, {
    start: { line: 6, character: 6 },
    end: { line: 6, character: 11 },
  });
  const { document } = await openFile('mistakes.textproto');
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(6, 6, 6, 11), 'TRAINING');
  await vscode.workspace.applyEdit(edit);
  const after = await ask('check', { path: document.uri.fsPath });
  assert.equal((after.data['summary'] as typeof summary).errors, summary.errors - 1);
  await vscode.commands.executeCommand('workbench.action.files.revert');
  const refusal = await ask('check', { path: '/etc/passwd' }).then(() => 'none', String);
  assert.match(refusal, /outside of the folders that are open/);
});
