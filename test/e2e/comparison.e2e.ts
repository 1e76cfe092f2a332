// Comparisons of two configurations by meaning, as a page with links to both.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { table } from '../support/configurations';
import { openFile, positionOf, comparisonShown as shown, until, useTheme } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

const REST = 'batch_size_per_tensor_core: 8\nmode: TRAINING\nnum_hosts: 1\nnum_tensor_cores: 8\n';
const HEADER = '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\n';
const before = HEADER + table('user', 1_000_000, 16, 1) + table('item', 50_000, 32, 1) + REST;
const after =
  HEADER +
  table('item', 50_000, 32, 1).replace('constant: 0.1', 'constant: 0.05') +
  table('user', 1_000_000, 64, 1).replace('adagrad {}', 'adam { beta1: 0.9 beta2: 0.999 epsilon: 1e-7 }') +
  REST;

async function filesOf(name: string, ...texts: string[]): Promise<vscode.Uri[]> {
  const uris: vscode.Uri[] = [];
  for (const [i, text] of texts.entries()) {
    const { document } = await openFile(`${name}-${'ab'[i]}.textproto`, text);
    uris.push(document.uri);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  }
  return uris;
}

/** Follows the link of a value, and returns the editor that shows its place. */
async function follow(selector: string): Promise<vscode.TextEditor | undefined> {
  await page?.inWebview('main.comparison', 'click', selector);
  return page && until('the place is shown', () => vscode.window.activeTextEditor);
}

for (const kind of ['dark', 'light'] as const)
  scenario(
    `two configurations are compared by meaning in the ${kind} theme, and each value links to its place`,
    async () => {
      await useTheme(kind);
      const [a, b] = (await filesOf('compared', before, after)) as [vscode.Uri, vscode.Uri];
      await vscode.commands.executeCommand('tpuEmbedding.compareConfigurations', b, [a, b]);
      const document = await until('the comparison is shown', shown);
      const { label } = vscode.window.tabGroups.activeTabGroup.activeTab!;
      assert.equal(label, 'compared-a.textproto → compared-b.textproto');
      assert.deepEqual(document.getText().split('\n'), [
        '# compared-a.textproto → compared-b.textproto',
        '',
        'Memory on the devices: 201 MiB → 995 MiB (+394 %); on the fullest host: 134 MiB → 745 MiB',
        '',
        '## Table item',
        '',
        '- moved, table_id 1 → 0',
        '- learning_rate 0.1 → 0.05',
        '',
        '## Table user',
        '',
        '- dimension 16 → 64',
        '- optimizer adagrad → adam (beta1 0.9, beta2 0.999, epsilon 1e-7)',
        '',
        '## A checkpoint of compared-a.textproto does not load',
        '',
        '- Table user has 64 columns instead of 16, so its variables have another shape.',
        '- Table user has adam instead of adagrad, so nothing takes its accumulators, and the checkpoint has no momenta and velocities for it.',
        '',
      ]);
      await page?.inWebview('main.comparison', 'count', 'h1');
      await screenshot(`comparison-${kind}`);
      const editor = await follow('a.after:text-is("64")');
      if (!editor) return;
      assert.equal(editor.document.uri.path, b.path);
      await until('the place is selected', () => editor.selection.active.line > 0);
      assert.match(editor.document.lineAt(editor.selection.active).text, /64/);
    },
  );

scenario('a configuration is compared with a binary one', async () => {
  const [text] = (await filesOf('binary', before)) as [vscode.Uri];
  const binary = text.with({ path: text.path.replace('binary-a.textproto', 'binary.binpb') });
  // Two hosts and another mode, with a byte in between that makes it binary.
  await vscode.workspace.fs.writeFile(binary, Uint8Array.of(0x20, 2, 0x10, 1, 0x28, 0));
  await vscode.commands.executeCommand('tpuEmbedding.compareConfigurations', text, [text, binary]);
  const document = await until('the comparison is shown', shown);
  assert.match(document.getText(), /^- mode INFERENCE → TRAINING$/m);
  assert.match(document.getText(), /^- num_hosts 2 → 1$/m);
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  // In reverse, the values link to their places in the text view.
  await vscode.commands.executeCommand('tpuEmbedding.compareConfigurations', binary, [text, binary]);
  const other = await until('the other comparison is shown', shown);
  assert.match(other.getText(), /^- num_hosts 1 → 2$/m);
  const editor = await follow('a.after:text-is("2")');
  if (editor) assert.match(editor.document.uri.path, /\/binary\.binpb/);
});

scenario('an error names the file that cannot be compared', async () => {
  const [text] = (await filesOf('named', before)) as [vscode.Uri];
  const broken = text.with({ path: text.path.replace('named-a.textproto', 'broken.binpb') });
  await vscode.workspace.fs.writeFile(broken, Uint8Array.of(0x0a, 9));
  for (const [after, other] of [
    [broken, text],
    [text, broken],
  ] as const) {
    await vscode.commands.executeCommand('tpuEmbedding.compareConfigurations', after, [other, after]);
    const document = await until('the reason is shown', shown);
    assert.match(document.getText(), /^broken\.binpb\S* cannot be compared: .*longer than what is left/m);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  }
});

scenario('a comparison updates while a configuration is edited', async () => {
  const [a, b] = (await filesOf('typed', before, before)) as [vscode.Uri, vscode.Uri];
  await vscode.commands.executeCommand('tpuEmbedding.compareConfigurations', b, [a, b]);
  const document = await until('the comparison is shown', shown);
  await until('both mean the same', () => document.getText().includes('Both mean the same.'));
  const later = await vscode.workspace.openTextDocument(b);
  const start = positionOf(later, 'TRAINING');
  const replace = async (length: number, text: string) => {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(b, new vscode.Range(start, start.translate(0, length)), text);
    assert(await vscode.workspace.applyEdit(edit));
  };
  await replace('TRAINING'.length, 'INFERENCE');
  await until('the other mode is said', () => document.getText().includes('- mode TRAINING → INFERENCE'));
  await replace('INFERENCE'.length, 'INFER');
  await until('the mistake is said', () =>
    document.getText().includes('typed-b.textproto cannot be compared:'),
  );
  const editor = await follow('p > a.after:text-is("typed-b.textproto")');
  if (editor) assert.equal(editor.document.uri.path, b.path);
});

scenario('a comparison includes edits made while it is being computed', async () => {
  // Large enough that the comparison takes a moment.
  const tables = Array.from({ length: 1000 }, (_, i) => table(`table_${i}`, 1000, 16, 1)).join('');
  const [a, b] = (await filesOf('early', ...Array(2).fill(HEADER + tables + REST))) as [
    vscode.Uri,
    vscode.Uri,
  ];
  const written = await vscode.workspace.openTextDocument(b);
  // Edits before, during and after the server's comparison, and while VS Code opens the text; each must end with the
  // new number.
  for (const [i, delay] of [50, 100, 200, 400].entries()) {
    const comparing = vscode.commands.executeCommand('tpuEmbedding.compareConfigurations', b, [a, b]);
    await new Promise((resolve) => setTimeout(resolve, delay));
    const start = positionOf(written, 'num_hosts: ').translate(0, 'num_hosts: '.length);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(b, new vscode.Range(start, start.translate(0, 1)), `${i + 2}`);
    assert(await vscode.workspace.applyEdit(edit));
    await comparing;
    const document = await until('the comparison is shown', shown);
    await until('the new number is said', () => document.getText().includes(`num_hosts 1 → ${i + 2}`));
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  }
});

scenario('a click opens the text diff of both versions', async () => {
  const [a, b] = (await filesOf('lines', before, after)) as [vscode.Uri, vscode.Uri];
  await vscode.commands.executeCommand('tpuEmbedding.compareConfigurations', b, [a, b]);
  await until('the comparison is shown', shown);
  await vscode.commands.executeCommand('tpuEmbedding.showTextDiff');
  const tab = await until('a diff is shown', () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputTextDiff && input;
  });
  assert.deepEqual([tab.original.path, tab.modified.path], [a.path, b.path]);
});

scenario('source control compares a configuration with its last committed version', async () => {
  const git = vscode.extensions.getExtension('vscode.git');
  const folder = vscode.workspace.workspaceFolders![0]!.uri;
  // The web has no git.
  if (!git || folder.scheme !== 'file') return;
  const { execFileSync } = await import('node:child_process');
  const { document } = await openFile('committed.textproto', before);
  // Other scenarios disable git, because it would scan the repository around the workspace.
  const settings = () => vscode.workspace.getConfiguration('git');
  const isEnabled = settings().inspect('enabled')?.globalValue;
  const run = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder.fsPath });
  run('init', '--quiet');
  try {
    run('add', 'committed.textproto');
    run('commit', '--quiet', '--message=first');
    await settings().update('enabled', true, vscode.ConfigurationTarget.Global);
    const exports = git.isActive ? git.exports : await git.activate();
    const api = await until('git is there', () => exports.enabled && exports.getAPI(1));
    await until('the repository is open', () => api.openRepository(folder));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), after);
    assert(await vscode.workspace.applyEdit(edit));
    await document.save();
    await vscode.commands.executeCommand('tpuEmbedding.compareConfigurations', { resourceUri: document.uri });
    const comparison = await until('the comparison is shown', shown);
    assert.match(comparison.getText(), /^# committed\.textproto \(HEAD\) → committed\.textproto\n/);
    assert.match(comparison.getText(), /^- dimension 16 → 64$/m);
    await vscode.commands.executeCommand('tpuEmbedding.showTextDiff');
    await until('a diff is shown', () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff && input.original.scheme === 'git';
    });
  } finally {
    await settings().update('enabled', isEnabled, vscode.ConfigurationTarget.Global);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, '.git'), { recursive: true });
  }
});
