import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openFile, positionOf, until } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

const slider = (path: string) => `[data-path="${path}"] input[type=range]`;
const number = (path: string) => `[data-path="${path}"] input[type=text]`;
const rate = 'optimizationParameters.learningRate.constant';

const configuration = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
table_descriptor {
  name: "movie"
  vocabulary_size: 100000
  dimension: 32
  num_features: 1
  optimization_parameters {
    # Tuned by hand.
    learning_rate { constant: 0.05 }
    adagrad {}
  }
}
mode: TRAINING
batch_size_per_tensor_core: 128
num_hosts: 1
num_tensor_cores: 8
`;

const call = `import tensorflow as tf

optimizer = tf.tpu.experimental.embedding.Adagrad(learning_rate=0.05)
`;

/** Opens the preview by the lens above the first optimizer, as a person does where there is something to click. */
async function openByLens(document: vscode.TextDocument): Promise<void> {
  const lens = await until('a lens shows', async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      10,
    );
    return lenses.find(({ command }) => command?.command === 'tpuEmbedding.previewOptimizer');
  });
  if (page) await page.click('.codelens-decoration a >> text=Preview');
  else await vscode.commands.executeCommand(lens.command!.command, ...lens.command!.arguments!);
  await until('the panel opens', () =>
    vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.startsWith('Preview'))),
  );
}

for (const [language, file, text] of [
  ['text format', 'preview.textproto', configuration],
  ['Python', 'preview.py', call],
] as const)
  scenario(`the preview of an optimizer in ${language} plays, and writes a slider's value back`, async () => {
    const { document } = await openFile(file, text);
    await openByLens(document);
    if (!page) return;
    const { preview } = page;
    assert.deepEqual(await preview.texts('h1'), ['Adagrad']);
    await preview.click('[aria-label="Back to the start"]');
    await preview.click('[aria-label="Play"]');
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
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text, 'one step back undoes it');
    await until(
      'the panel follows the document',
      async () => Number(await preview.value(number(rate))) === 0.05,
    );
  });

void positionOf;
