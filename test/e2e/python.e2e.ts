import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  assertNoMistake,
  assertSilent,
  codeOf,
  diagnosticsOf,
  diagnosticWithCode,
  openFile,
  openText,
  positionOf,
  until,
} from './editor';
import { page } from './page';
import { scenario } from './runner';

const call = `import tensorflow as tf

def step(config):
  return tf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=config)
`;

const embedded = `from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2

config = text_format.Parse("""
mode TRAINING
""", pb2.TPUEmbeddingConfiguration())
config.num_hosts = 1
`;

/** Applies the first quick fix at a diagnostic that is not a silencing comment. */
async function fix(document: vscode.TextDocument, { range }: vscode.Diagnostic): Promise<void> {
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
    10,
  );
  const fix = actions.find(({ edit, title }) => edit && !title.startsWith('Ignore'));
  assert(fix?.edit, `a fix among ${actions.map(({ title }) => title)}`);
  assert(await vscode.workspace.applyEdit(fix.edit));
}

scenario('a wrong argument in Python is squiggled and fixed', async () => {
  const { document } = await openFile('call.py', call);
  assert.equal(document.languageId, 'python');
  const diagnostic = await diagnosticWithCode(document, 'unknown-argument');
  assert.equal(document.getText(diagnostic.range), 'num_output');
  if (page) await until('the squiggle is drawn', async () => (await page!.count('.squiggly-error')) > 0);
  await fix(document, diagnostic);
  assert.equal(document.getText(), call.replace('num_output', 'num_outputs'));
  await until('the report is gone', () => diagnosticsOf(document).length === 0);
});

/** Waits until all these labels are offered at the end of a text, which is written to a file. */
async function offered(
  name: string,
  text: string,
  expected: readonly string[],
  trigger?: string,
): Promise<void> {
  const { document } = await openFile(name, text);
  const cursor = document.positionAt(text.length);
  await until(`${expected.join(', ')} are offered`, async () => {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      cursor,
      trigger,
    );
    const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    return expected.every((label) => labels.includes(label));
  });
}

scenario('ops are completed after tf.raw_ops.', () =>
  offered(
    'ops.py',
    'import tensorflow as tf\ntf.raw_ops.',
    ['RecvTPUEmbeddingActivations', 'SendTPUEmbeddingGradients'],
    '.',
  ),
);

scenario('modules are completed in the first import of TPU embedding', () =>
  offered('modules.py', 'import os\nfrom tensorflow.python.tpu import ', ['tpu_embedding_v2_utils', 'ops']),
);

scenario('enum values are completed in an assignment to a field', () =>
  offered('values.py', `${embedded}config.mode = `, ['pb2.TPUEmbeddingConfiguration.TRAINING']),
);

scenario('signature help shows the arguments of an op', async () => {
  const { document, selection } = await openText(
    'import tensorflow as tf\ntf.raw_ops.RecvTPUEmbeddingActivations(‸)\n',
    'python',
  );
  const label = await until('the signature shows', async () => {
    const help = await vscode.commands.executeCommand<vscode.SignatureHelp | undefined>(
      'vscode.executeSignatureHelpProvider',
      document.uri,
      selection.active,
      '(',
    );
    return help?.signatures[0]?.label;
  });
  assert.match(label, /num_outputs.*config/);
});

scenario('text format in a Python string is squiggled and fixed', async () => {
  const { document } = await openFile('embedded.py', embedded);
  const diagnostic = await diagnosticWithCode(document, 'missing-colon');
  assert.deepEqual(diagnostic.range.start, positionOf(document, 'mode TRAINING'));
  await fix(document, diagnostic);
  assert.equal(document.getText(), embedded.replace('mode TRAINING', 'mode: TRAINING'));
  await until('the report is gone', () => diagnosticsOf(document).length === 0);
});

scenario('only the Python example with mistakes has diagnostics', async () => {
  const { document: mistakes } = await openFile('ranking_mistakes.py');
  await diagnosticWithCode(mistakes, 'unknown-enum-value');
  await diagnosticWithCode(mistakes, 'positional-argument');
  const { document } = await openFile('ranking_model.py');
  await assertNoMistake(document);
});

scenario('a Python comment silences a diagnostic inside a string', async () => {
  const { document } = await openFile('silenced.py', call + embedded);
  await diagnosticWithCode(document, 'missing-colon');
  const statement = positionOf(document, 'config = text_format');
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, statement, '# tpu-embedding: ignore[missing-colon]\n');
  assert(await vscode.workspace.applyEdit(edit));
  await until(
    'it is silent',
    () => !diagnosticsOf(document).some((found) => codeOf(found) === 'missing-colon'),
  );
  // The diagnostic reported beside it stays.
  await diagnosticWithCode(document, 'unknown-argument');
});

scenario('Python without TPU embedding gets no features', async () => {
  const text = 'import os\nimport tensorflow as tf\n\ndef f(x):\n  return os.path.join("a.", x=x)\n';
  const { document } = await openFile('other.py', text);
  await assertSilent(document);
  const ask = <Answer>(command: string, word: string) =>
    vscode.commands.executeCommand<Answer>(
      command,
      document.uri,
      positionOf(document, word).translate(0, word.length),
    );
  assert.deepEqual((await ask<unknown[] | undefined>('vscode.executeDocumentSymbolProvider', '')) ?? [], []);
  assert.deepEqual(await ask<unknown[]>('vscode.executeHoverProvider', 'join'), []);
  assert.equal(await ask<unknown>('vscode.executeSignatureHelpProvider', 'join('), undefined);
  const inString = await ask<vscode.CompletionList>('vscode.executeCompletionItemProvider', '"a.');
  const kinds = new Set(inString.items.map(({ kind }) => kind));
  // Words of the document and snippets come from VS Code itself.
  for (const kind of kinds)
    assert(kind === vscode.CompletionItemKind.Text || kind === vscode.CompletionItemKind.Snippet, `${kind}`);
  if (!page) return;
  assert.equal(await page.count('#status\\.languageStatus [aria-label*="TPU"]'), 0);
  // Other extensions may show errors of their own.
  assert.equal(await page.count('.notification-toast:has-text("TPU Embedding")'), 0);
});

scenario('names of one notebook cell are known in the next', async () => {
  const cell = (text: string) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, 'python');
  const recv = 'tf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=b"")';
  const notebook = await vscode.workspace.openNotebookDocument(
    'jupyter-notebook',
    new vscode.NotebookData([cell('%pip list\nimport tensorflow as tf'), cell(recv)]),
  );
  await vscode.window.showNotebookDocument(notebook);
  const { document } = notebook.cellAt(1);
  const diagnostic = await diagnosticWithCode(document, 'unknown-argument');
  assert.equal(document.getText(diagnostic.range), 'num_output');
  assert.deepEqual(diagnosticsOf(notebook.cellAt(0).document), []);

  const edit = new vscode.WorkspaceEdit();
  const imports = notebook.cellAt(0).document;
  edit.replace(imports.uri, imports.lineAt(1).range, 'import os');
  assert(await vscode.workspace.applyEdit(edit));
  await until('nothing is known of tf any more', () => diagnosticsOf(document).length === 0);
});
