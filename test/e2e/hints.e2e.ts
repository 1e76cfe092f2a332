// Inlay hints and code lenses.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { clickLens, lensesOf, openFile, until, useTheme } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

const CONFIGURATION = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
table_descriptor {
  name: "user"
  vocabulary_size: 100000000
  dimension: 60
  optimization_parameters {
    adagrad {}
    learning_rate { constant: 0.05 }
  }
}
table_descriptor {
  name: "item"
  vocabulary_size: 500000
  dimension: 32
  optimization_parameters {
    adam { beta1: 0.9 beta2: 0.999 epsilon: 1e-8 }
    learning_rate { constant: 0.001 }
  }
}
feature_descriptor { name: "watched" table_id: 1 input_shape: [128, 20] }
feature_descriptor { name: "viewer" table_id: 0 input_shape: 128 }
feature_descriptor { name: "clicked" table_id: 1 input_shape: 128 }
mode: TRAINING
num_hosts: 4
num_tensor_cores: 32
`;

const PROGRAM = `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
user = embedding.TableConfig(
    100_000_000, 60, name='user', optimizer=embedding.Adagrad(0.05))
item = embedding.TableConfig(500_000, 32, optimizer=embedding.Adam(0.001), name='item')
model = embedding.TPUEmbedding(
    {'watched': embedding.FeatureConfig(item), 'viewer': embedding.FeatureConfig(user)},
    optimizer=None)
`;

const hintsOf = async (document: vscode.TextDocument) => {
  const end = document.positionAt(document.getText().length);
  const range = new vscode.Range(new vscode.Position(0, 0), end);
  const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
    'vscode.executeInlayHintProvider',
    document.uri,
    range,
  );
  return (hints ?? []).map(({ label }) =>
    typeof label === 'string' ? label : label.map(({ value }) => value).join(''),
  );
};

for (const kind of ['dark', 'light'] as const)
  scenario(`hints and lenses show derived values of a configuration in the ${kind} theme`, async () => {
    await useTheme(kind);
    const { document } = await openFile(`hints-${kind}.textproto`, CONFIGURATION);
    const settings = vscode.workspace.getConfiguration('tpuEmbedding');
    const few = await until('the hints of the first minute come', async () => {
      const found = await hintsOf(document);
      return found.length > 0 && found;
    });
    assert.ok(!few.includes('padded to 64'), few.join(' | '));
    await settings.update('inlayHints', true, vscode.ConfigurationTarget.Global);
    const hints = await until('all hints come', async () => {
      const found = await hintsOf(document);
      return found.includes('padded to 64') && found;
    });
    for (const label of [
      '71.5 GiB on the devices',
      'padded to 64',
      'item',
      '→ [128, 20, 32]',
      '× 128 = 4,096 samples',
    ])
      assert.ok(hints.includes(label), `${label} in ${hints.join(' | ')}`);
    const lens = await until('the features of a table are counted', async () =>
      (await lensesOf(document)).find(({ command }) => command?.title === '2 features'),
    );
    if (page)
      await until('hints and lenses are drawn', async () => {
        const lenses = await page!.texts('.codelens-decoration');
        const lines = await page!.texts('.view-lines');
        const seen = [...lenses, ...lines].join(' ').replaceAll('\u00a0', ' ');
        return ['on the hosts', '2 features', 'padded to 64', '4,096 samples'].every((text) =>
          seen.includes(text),
        );
      });
    await screenshot(`hints-${kind}`);
    if (page) {
      await page.click('.codelens-decoration a >> text=2 features');
      const peeked = await until('both features are listed below the lens', async () => {
        const rows = await page!.texts('.reference-zone-widget .ref-tree .monaco-list-row');
        return rows.length >= 2 && rows.map((row) => row.replaceAll('\u00a0', ' '));
      });
      for (const name of ['watched', 'clicked'])
        assert.ok(
          peeked.some((row) => row.includes(name)),
          `${name} in ${peeked.join(' | ')}`,
        );
      await screenshot(`lens-features-${kind}`);
    } else await clickLens(lens);

    const program = await openFile('hints.py', PROGRAM);
    const inPython = await until('the hints of the program come', async () => {
      const found = await hintsOf(program.document);
      return found.length > 0 && found;
    });
    for (const label of ['vocabulary_size=', 'dim=', 'padded to 64', 'learning_rate='])
      assert.ok(inPython.includes(label), `${label} in ${inPython.join(' | ')}`);
    await until('the program says what it takes', async () =>
      (await lensesOf(program.document)).some(({ command }) =>
        /GiB on the devices/.test(command?.title ?? ''),
      ),
    );
    if (page)
      await until('the lens is drawn', async () =>
        (await page!.texts('.codelens-decoration'))
          .join(' ')
          .replaceAll('\u00a0', ' ')
          .includes('on the hosts'),
      );
    await screenshot(`hints-python-${kind}`);
    await settings.update('inlayHints', undefined, vscode.ConfigurationTarget.Global);
  });
