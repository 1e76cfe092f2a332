// Configurations in other forms than text format, opened as text and saved.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { encodeBase64 } from '../../server/src/basics/base64';
import { valid } from './configurations';
import { codeOf, diagnosticsOf, openText, positionOf, until } from './editor';
import { notified } from './notifications';
import { page, screenshot } from './page';
import { scenario } from './runner';

const SCHEME = 'tpu-embedding-view';

/** `num_hosts: 2`, a table "t", and a field that no schema knows. */
const BINARY = Uint8Array.of(0x0a, 3, 0x0a, 1, 0x74, 0x20, 2, 0xc0, 0x3e, 5);

const workspaceUri = (name: string) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name);
const read = async (file: vscode.Uri) => encodeBase64(await vscode.workspace.fs.readFile(file));

async function binaryFile(name: string, bytes = BINARY): Promise<vscode.Uri> {
  const file = workspaceUri(name);
  await vscode.workspace.fs.writeFile(file, bytes);
  return file;
}

const shown = (name: string) =>
  until(`${name} is shown as text`, () => {
    const { document } = vscode.window.activeTextEditor ?? {};
    return document?.uri.scheme === SCHEME && document.uri.path.endsWith(`/${name}.textproto`) && document;
  });

async function replace(document: vscode.TextDocument, before: string, after: string): Promise<void> {
  const start = positionOf(document, before);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(start, start.translate(0, before.length)), after);
  assert(await vscode.workspace.applyEdit(edit));
}

/** Saves as a person does, who sees that the text no longer counts as changed; another save may have come first. */
async function save(document: vscode.TextDocument): Promise<void> {
  await document.save();
  await until('the text is saved', () => !document.isDirty);
}

scenario('a binary configuration opens as text with all features, and is saved as binary', async () => {
  const file = await binaryFile('opened.pb');
  await vscode.commands.executeCommand('tpuEmbedding.showConfiguration', file);
  const document = await shown('opened.pb');
  assert.equal(document.languageId, 'textproto');
  assert.match(document.getText(), /^table_descriptor \{ name: "t" \}$/m);
  assert.match(document.getText(), /^1000: 5$/m);
  await screenshot('binary as text');

  await replace(document, 'num_hosts: 2', 'num_host: 2');
  const reported = await until('the misspelled name is reported', () =>
    diagnosticsOf(document).find((each) => codeOf(each) === 'unknown-field'),
  );
  assert.equal(reported.range.start.line, positionOf(document, 'num_host: 2').line);
  assert(!diagnosticsOf(document).some((each) => codeOf(each) === 'field-number'));
  await replace(document, 'num_host: 2', 'num_hosts: 3');
  await save(document);
  assert.equal(await read(file), encodeBase64(BINARY.map((byte, i) => (i === 6 ? 3 : byte))));
});

scenario('saving an unchanged binary configuration keeps its bytes', async () => {
  // An unusual encoding: the table comes last, and a number takes more bytes than it needs.
  const odd = Uint8Array.of(0x20, 0x82, 0x00, 0x0a, 3, 0x0a, 1, 0x74);
  const file = await binaryFile('odd.pb', odd);
  await vscode.commands.executeCommand('tpuEmbedding.showConfiguration', file);
  const document = await shown('odd.pb');
  await replace(document, 'num_hosts: 2', 'num_hosts: 3');
  await replace(document, 'num_hosts: 3', 'num_hosts: 2');
  await save(document);
  assert.equal(await read(file), encodeBase64(odd));
});

scenario('text with syntax errors is not saved over a binary configuration', async () => {
  const file = await binaryFile('kept.pb');
  await vscode.commands.executeCommand('tpuEmbedding.showConfiguration', file);
  const document = await shown('kept.pb');
  await replace(document, 'num_hosts: 2', 'num_hosts: two');
  assert.equal(await document.save(), false);
  assert(document.isDirty);
  assert.match(document.getText(), /num_hosts: two/);
  assert.equal(await read(file), encodeBase64(BINARY));
  if (page) await notified(/Line \d+: .*num_hosts/);
  await screenshot('binary that cannot be saved');
  await replace(document, 'num_hosts: two', 'num_hosts: 4');
  await save(document);
});

scenario('the editor for binary files opens their text view', async () => {
  const file = await binaryFile('editor.pb');
  await vscode.commands.executeCommand('vscode.openWith', file, 'tpuEmbedding.configuration');
  await shown('editor.pb');
  await until('only the text is left of the editor', () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .every(({ input }) => !(input instanceof vscode.TabInputCustom)),
  );
});

scenario('the text view shows changes that other programs make to the binary file', async () => {
  const file = await binaryFile('changed [1].pb');
  await vscode.commands.executeCommand('tpuEmbedding.showConfiguration', file);
  const document = await shown('changed [1].pb');
  await vscode.workspace.fs.writeFile(file, Uint8Array.of(0x20, 7));
  await until('the new number is shown', () => document.getText().includes('num_hosts: 7'));
});

scenario('a configuration is converted from the editor', async () => {
  if (!page) return;
  await openText(valid);
  const document = await convertTo('ProtoJSON');
  assert.equal(document.languageId, 'json');
  assert.equal(JSON.parse(document.getText()).mode, 'TRAINING');
});

scenario('a notebook cell is converted with the imports of other cells', async () => {
  if (!page) return;
  const cell = (text: string) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, 'python');
  const imports = 'from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb';
  const notebook = await vscode.workspace.openNotebookDocument(
    'jupyter-notebook',
    new vscode.NotebookData([cell(imports), cell('config = pb.TPUEmbeddingConfiguration(num_hosts=7)')]),
  );
  const selections = [new vscode.NotebookRange(1, 2)];
  await vscode.window.showNotebookDocument(notebook, { selections });
  await vscode.commands.executeCommand('notebook.cell.edit');
  const { document: maker } = notebook.cellAt(1);
  await until('the cell is edited', () => vscode.window.activeTextEditor?.document === maker);
  const document = await convertTo('ProtoJSON');
  assert.equal(JSON.parse(document.getText()).numHosts, 7);
});

/** Converts the active editor's content, by command. */
async function convertTo(form: string): Promise<vscode.TextDocument> {
  const converted = vscode.commands.executeCommand('tpuEmbedding.convert');
  await until('the forms are offered', async () =>
    (await page!.texts('.quick-input-widget')).some((text) => text.includes(form)),
  );
  await screenshot('convert');
  await page!.click(`.quick-input-list .monaco-list-row:has-text("${form}")`);
  await converted;
  return vscode.window.activeTextEditor!.document;
}
