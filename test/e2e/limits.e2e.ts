// Limits of ids on the panel's memory page, and programs that move to another library.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lensesOf, openFile, positionOf, until } from './editor';
import { page, screenshot } from './page';
import { inEachTheme, maximize, narrow, restoreWindow } from './panel-size';
import { scenario } from './runner';

const program = `import keras_rs

L = keras_rs.layers
user = L.TableConfig('user', 100_000, 16, optimizer='adagrad', placement='sparsecore')
layer = L.DistributedEmbedding({'user': L.FeatureConfig('user', user, (16384,), (16384, 16))})
`;

const EXPONENT = '#limits input[type=range]';

scenario(
  'limits of ids: the page moves drops with its slider and writes limits into the program, which undo takes back',
  async () => {
    const { document } = await openFile('limits.py', program);
    await until('the stack is told above its table', async () =>
      (await lensesOf(document)).some(({ command }) => /^Stack user/.test(command?.title ?? '')),
    );
    if (!page) return;
    await page.click('.codelens-decoration a >> text=Stack user');
    const { preview } = page;
    const text = async () => (await preview.texts('#limits')).join(' ');
    await until('the limits are there', async () => /to give, for exponent 1\.10/.test(await text()));
    assert.match(await text(), /Give them in line 4:\s*L\.TableConfig\(…, max_ids_per_partition=\d+/);
    await preview.press(EXPONENT, 'Home');
    await until('equally frequent ids fit', async () => /Practically no ids are dropped/.test(await text()));
    await preview.press(EXPONENT, 'End');
    await until('unequal ones do not', async () => /ids are dropped a step/.test(await text()));
    await maximize();
    try {
      await narrow();
      await preview.evaluate(
        "document.querySelector('#limits .controls').scrollIntoView({ block: 'center' })",
      );
      await inEachTheme(async (theme) => {
        assert.deepEqual(await preview.violations(), [], theme);
        await screenshot(`limits ${theme} 480`);
      });
    } finally {
      await restoreWindow();
    }
    await preview.click('#write-limits');
    await until('the program has the limits', () =>
      /max_ids_per_partition=\d+, max_unique_ids_per_partition=\d+\)/.test(document.getText()),
    );
    await until('nothing is dropped any more', async () =>
      /Practically no ids are dropped/.test(await text()),
    );
    await preview.press(EXPONENT, 'Control+z');
    await until('undo takes them back', () => document.getText() === program);
  },
);

const old = `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
user = embedding.TableConfig(1000, 32, name='user', optimizer=embedding.Adagrad(0.1, clip_weight_min=-1.0))
model = embedding.TPUEmbedding({'user': embedding.FeatureConfig(user)}, optimizer=None)
`;

scenario(
  'limits of ids: a program moves to keras-rs, with what is lost in the title and in comments',
  async () => {
    const { document } = await openFile('migrated.py', old);
    const at = positionOf(document, 'TPUEmbedding(');
    const { edit } = await until('the migration is offered', async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        new vscode.Range(at, at),
        vscode.CodeActionKind.Refactor.value,
        20,
      );
      return actions.find(({ title }) => /^Migrate to keras-rs, without .*clip_weight_min/.test(title));
    });
    assert(edit && (await vscode.workspace.applyEdit(edit)));
    assert.match(document.getText(), /keras_rs\.layers\.DistributedEmbedding\(/);
    assert.match(document.getText(), /^# Migration: clip_weight_min=-1\.0 of Adagrad does not carry over/m);
    await screenshot('migration');
    await vscode.commands.executeCommand('undo');
    await until('undo takes it back', () => document.getText() === old);
  },
);
