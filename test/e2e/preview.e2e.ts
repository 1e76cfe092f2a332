import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lensesOf, openFile, positionOf, until } from './editor';
import { page, screenshot } from './page';
import { configuration, number, openByLens, rate, shows, slider } from './panel';
import { scenario } from './runner';

const call = `import tensorflow as tf

optimizer = tf.tpu.experimental.embedding.Adagrad(learning_rate=0.05)
`;

for (const [language, file, text] of [
  ['text format', 'preview.textproto', configuration],
  ['Python', 'preview.py', call],
] as const)
  scenario(`the preview of an optimizer in ${language} plays, and writes a slider's value back`, async () => {
    const { document } = await openFile(file, text);
    await openByLens(document);
    if (!page) return;
    const { preview } = page;
    await shows('Adagrad');
    await preview.click('[aria-label="Back to the start"]');
    await preview.click('.play');
    await until('steps go by', async () => /step [1-9]/.test((await preview.texts('.count'))[0] ?? ''));
    await preview.click('.play');
    await preview.drag(slider(rate), 0.9);
    const value = Number(await preview.value(number(rate)));
    assert(value > 0.5, `the slider set ${value}`);
    await screenshot(`preview-${language.toLowerCase().replace(' ', '-')}`);
    await preview.click('#apply');
    await until('the document has the value', () => document.getText().includes(String(value)));
    assert.equal(document.getText(), text.replace('0.05', String(value)), 'nothing else is changed');
    await until('nothing is left to apply', async () => (await preview.count('#apply:disabled')) === 1);
    await preview.press(slider(rate), 'Control+z');
    await until('the panel takes it back', () => document.getText() === text);
    await until('the slider stays', async () => Number(await preview.value(number(rate))) === value);
    await preview.press(slider(rate), 'Control+Shift+z');
    await until('the panel writes it again', () => document.getText().includes(String(value)));
    await until('nothing is left to apply', async () => (await preview.count('#apply:disabled')) === 1);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text, 'one step back undoes it');
    await until(
      'the panel follows the document',
      async () => Number(await preview.value(number(rate))) === 0.05,
    );
  });

const twoTables = configuration.replace(
  'mode:',
  `table_descriptor {
  name: "genre"
  vocabulary_size: 100
  dimension: 4
  num_features: 1
  optimization_parameters {
    learning_rate { constant: 0.001 }
    adam { beta1: 0.9 beta2: 0.999 epsilon: 1e-7 }
  }
}
mode:`,
);

scenario('the preview follows the cursor until it is pinned, and edits move it', async () => {
  const editor = await openFile('preview-two.textproto', twoTables);
  await openByLens(editor.document);
  if (!page) return;
  const { preview } = page;
  const goTo = (word: string) => {
    const at = positionOf(editor.document, word);
    editor.selection = new vscode.Selection(at, at);
  };
  await shows('Adagrad');
  goTo('beta1');
  await shows('Adam');
  await preview.click('[aria-label*="pin to"]');
  // An unpinned panel changes when the extension has noticed the cursor.
  const panels = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ label }) => label.startsWith('Preview'));
  const areOf = (...tables: string[]) =>
    until(`the panels are of ${tables}`, () => {
      const labels = panels().map(({ label }) => label);
      return labels.join() === tables.map((table) => `Preview ${table}`).join();
    });
  const { line, character } = editor.selection.active;
  const { uri } = editor.document;
  // Until the extension has received the pin, it reuses the existing panel.
  await until('there is another panel', async () => {
    await vscode.commands.executeCommand('tpuEmbedding.previewOptimizer', uri.toString(), {
      line,
      character,
    });
    return panels().length > 1;
  });
  await areOf('genre', 'genre');
  goTo('adagrad');
  await areOf('genre', 'movie');
  await vscode.window.tabGroups.close(panels()[1]!);
  await shows('Adam');
  // Above the optimizer and inside.
  await preview.fill(number('optimizationParameters.adam.beta1'), '0.5');
  const edit = new vscode.WorkspaceEdit();
  edit.insert(editor.document.uri, new vscode.Position(0, 0), '# One more line.\n');
  const beta2 = positionOf(editor.document, '0.999');
  edit.replace(editor.document.uri, new vscode.Range(beta2, beta2.translate(0, 5)), '0.99');
  assert(await vscode.workspace.applyEdit(edit));
  await until('the edit shows', async () => {
    return (await preview.value(number('optimizationParameters.adam.beta2'))) === '0.99';
  });
  assert.equal(
    await preview.value(number('optimizationParameters.adam.beta1')),
    '0.5',
    'unsaved changes stay',
  );
  // A hidden page is destroyed; it comes back unchanged.
  await vscode.commands.executeCommand('workbench.action.focusRightGroup');
  await vscode.commands.executeCommand('workbench.action.files.newUntitledFile');
  await until('the page is gone', async () => (await page!.count('iframe.webview')) === 0);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await shows('Adam');
  assert.equal(await preview.value(number('optimizationParameters.adam.beta1')), '0.5');
  await preview.click('#apply');
  await until('the document has the value', () => editor.document.getText().includes('beta1: 0.5 '));
});

const jaxProgram = `import jax
from jax_tpu_embedding.sparsecore.lib.nn import embedding_spec

items = embedding_spec.TableSpec(
    name='items', vocabulary_size=1000, embedding_dim=16, combiner='sum',
    initializer=jax.nn.initializers.zeros,
    optimizer=embedding_spec.AdamOptimizerSpec(0.01, beta_1=0.8))
`;

scenario('an optimizer of jax-tpu-embedding is previewed, and its sliders write arguments', async () => {
  const { document } = await openFile('preview-jax.py', jaxProgram);
  await openByLens(document);
  if (!page) return;
  const { preview } = page;
  await shows('AdamOptimizerSpec');
  assert.equal(await preview.value(number('optimizer.arguments.beta_1')), '0.8');
  await preview.click('[data-path="fed.step"] input');
  await preview.fill(number('optimizer.arguments.beta_2'), '0.9');
  await preview.click('#apply');
  await until('the program has the value', () => document.getText().includes('beta_1=0.8, beta_2=0.9)'));
});

scenario('unapplied changes are kept while the preview follows the cursor', async () => {
  const editor = await openFile('preview-waiting.textproto', twoTables);
  await openByLens(editor.document);
  if (!page) return;
  const { preview } = page;
  const goTo = async (word: string, title: string) => {
    const at = positionOf(editor.document, word);
    editor.selection = new vscode.Selection(at, at);
    await shows(title);
  };
  await preview.fill(number(rate), '0.5');
  await goTo('beta1', 'Adam');
  assert.equal(Number(await preview.value(number(rate))), 0.001);
  // The changes belong to the optimizer, not to a line.
  const lines = new vscode.WorkspaceEdit();
  lines.insert(editor.document.uri, new vscode.Position(0, 0), '# More\n'.repeat(11));
  assert(await vscode.workspace.applyEdit(lines));
  await goTo('adagrad', 'Adagrad');
  assert.equal(Number(await preview.value(number(rate))), 0.5);
  await preview.click('#apply');
  await until('the document has the value', () => editor.document.getText().includes('constant: 0.5 '));
  assert(editor.document.getText().includes('constant: 0.001 '), 'the other is as it was');
});

/** Closes the tabs of a document, in any group. */
const closeTabs = (uri: vscode.Uri) =>
  vscode.window.tabGroups.close(
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );

scenario('the preview writes to a closed document, and reports when its file is deleted', async () => {
  const { document } = await openFile('preview-gone.textproto', configuration);
  await document.save();
  await openByLens(document);
  if (!page) return;
  const { preview } = page;
  await preview.fill(number(rate), '0.5');
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  await closeTabs(document.uri);
  await preview.click('#apply');
  const text = async () => (await vscode.workspace.openTextDocument(document.uri)).getText();
  await until('the document has the value', async () => (await text()).includes('constant: 0.5 '));
  const again = await vscode.window.showTextDocument(document.uri, { viewColumn: vscode.ViewColumn.One });
  await again.document.save();
  await closeTabs(document.uri);
  const deletion = new vscode.WorkspaceEdit();
  deletion.deleteFile(document.uri, { ignoreIfNotExists: false });
  assert(await vscode.workspace.applyEdit(deletion));
  await until('the panel says so', async () =>
    (await preview.texts('.problem'))[0]?.includes('preview-gone.textproto no longer exists.'),
  );
});

scenario('an optimizer in a notebook is previewed from another cell and written in its own', async () => {
  const cell = (text: string) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, 'python');
  const notebook = await vscode.workspace.openNotebookDocument(
    'jupyter-notebook',
    new vscode.NotebookData([
      cell(call.trimEnd()),
      cell('table = tf.tpu.experimental.embedding.TableConfig(1000, 16, optimizer=optimizer)'),
    ]),
  );
  await vscode.window.showNotebookDocument(notebook);
  const [owner, user] = [notebook.cellAt(0).document, notebook.cellAt(1).document];
  await until('the server knows the notebook', async () => (await lensesOf(owner)).length > 0);
  const place = { line: 0, character: 50 };
  await vscode.commands.executeCommand('tpuEmbedding.previewOptimizer', user.uri.toString(), place);
  if (!page) return;
  const { preview } = page;
  await shows('Adagrad');
  await preview.fill(number(rate), '0.5');
  await preview.click('#apply');
  await until('its cell has the value', () => owner.getText().includes('learning_rate=0.5)'));
});

scenario('the preview survives a restart of the server', async () => {
  const { document } = await openFile('preview.textproto', configuration);
  await openByLens(document);
  if (!page) return;
  const { preview } = page;
  await preview.fill(number(rate), '0.5');
  await vscode.commands.executeCommand('tpuEmbedding.restartServer');
  await until('the document has the value', async () => {
    // While the server starts, the page says so.
    if ((await preview.count('#apply:enabled')) === 0) return false;
    await preview.evaluate('document.querySelector("#apply").click()');
    const isWritten = () => document.getText().includes('constant: 0.5 ');
    await until(
      'Apply is answered',
      async () => isWritten() || (await preview.texts('#hyperparameters .status'))[0] !== '',
    );
    return isWritten();
  });
});

scenario('a long preview is computed without blocking the page', async () => {
  const { document } = await openFile('preview.textproto', configuration);
  await openByLens(document);
  if (!page) return;
  const { preview } = page;
  await preview.choose('#scenario', 'target');
  await preview.fill('#gradients .field:has-text("Rows") input', '256');
  await preview.fill('[aria-label="Number of steps"]', '1000');
  await until('it is done', async () => {
    const last = await preview.evaluate('document.querySelector("header input[type=range]").max');
    return last === '1000' && (await preview.count('progress')) === 0;
  });
  const threads = await page.threads();
  assert(threads.includes('preview'), `a thread of the preview among ${threads}`);
});

scenario('the numbers of a preview are saved as a file', async () => {
  const { document } = await openFile('preview.textproto', configuration);
  await openByLens(document);
  if (!page) return;
  await page.preview.choose('#scenario', 'target');
  await page.preview.click('#export button:text-is("CSV")');
  const name = '.quick-input-widget input[type=text]';
  await until('VS Code asks where', async () => (await page!.value(name)).endsWith('preview-movie.csv'));
  const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'preview-movie.csv');
  const text = await until('the file is there', async () => {
    // VS Code ignores input while it lists the folder.
    if ((await page!.count(name)) > 0) await page!.press('Enter');
    const bytes = await Promise.resolve(vscode.workspace.fs.readFile(file)).catch(() => undefined);
    return bytes && new TextDecoder().decode(bytes);
  });
  assert.match(text, /^run,step,row,column,gradient,parameters,accumulators\n/);
});

scenario('the preview command opens no panel where there is no optimizer', async () => {
  await vscode.commands.executeCommand('tpuEmbedding.previewOptimizer');
  assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0);
});
