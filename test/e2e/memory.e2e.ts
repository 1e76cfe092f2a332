// The panel's memory page, from the lens to the document and back.
import assert from 'node:assert/strict';
import { clickLens, lensesOf, openFile, until } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

const configuration = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
table_descriptor {
  name: "movie"
  vocabulary_size: 100000000
  dimension: 128
  num_features: 1
  optimization_parameters {
    learning_rate { constant: 0.05 }
    adagrad {}
  }
}
mode: TRAINING
batch_size_per_tensor_core: 128
num_hosts: 1
num_tensor_cores: 8
`;

const program = `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
movie = embedding.TableConfig(100_000_000, 128, name='movie', optimizer=embedding.Adagrad(0.05))
model = embedding.TPUEmbedding({'movie': embedding.FeatureConfig(movie)}, optimizer=None)
`;

const DIMENSION = '#what-if .control:has-text("Dimension") input[type=text]';

for (const [language, file, text] of [
  ['text format', 'memory.textproto', configuration],
  ['Python', 'memory.py', program],
] as const)
  scenario(
    `the memory lens of ${language} opens the memory page, which writes a smaller table back`,
    async () => {
      const { document } = await openFile(file, text);
      const lens = await until('the memory lens shows', async () =>
        (await lensesOf(document)).find(({ command }) => command?.title.includes('on the devices')),
      );
      if (!page) {
        await clickLens(lens);
        return;
      }
      await page.click('.codelens-decoration a >> text=on the devices');
      const { preview } = page;
      const verdict = async () => (await preview.texts('.verdict'))[0] ?? '';
      await until('the page says what they take', async () => verdict());
      await preview.choose('#slice', 'v6e-1');
      await until('they do not fit on one chip', async () => /not/i.test(await verdict()));
      await screenshot(`memory-${file.split('.')[1]}`);
      await preview.fill(DIMENSION, '16');
      await until('they fit with fewer floats', async () => /Fits/.test(await verdict()));
      await preview.click('#write');
      await until('the document has the dimension', () => document.getText() === text.replace('128', '16'));
      await preview.press(DIMENSION, 'Control+z');
      await until('the panel takes it back', () => document.getText() === text);
      assert.equal(document.getText(), text);
    },
  );
