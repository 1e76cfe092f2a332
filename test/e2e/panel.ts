// Helpers for the panel of the optimizer preview.
import * as vscode from 'vscode';
import { clickLens, lensesOf, until } from './editor';
import { page } from './page';

export const slider = (path: string) => `[data-path="${path}"] input[type=range]`;
export const number = (path: string) => `[data-path="${path}"] input[type=text]`;
export const rate = 'optimizationParameters.learningRate.constant';
export const configuration = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
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

/** Opens the preview by the lens above the first optimizer, with a click if the page can be controlled. */
export async function openByLens(document: vscode.TextDocument): Promise<void> {
  const lens = await until('a lens shows', async () =>
    (await lensesOf(document)).find(({ command }) => command?.command === 'tpuEmbedding.previewOptimizer'),
  );
  if (page) await page.click('.codelens-decoration a >> text=Preview');
  else await clickLens(lens);
  await until('the panel opens', () =>
    vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.startsWith('Preview'))),
  );
}

/** Waits until the panel shows an optimizer of this name. */
export const shows = (title: string) =>
  until(`the preview is of ${title}`, async () => (await page!.preview.texts('h1'))[0] === title);
