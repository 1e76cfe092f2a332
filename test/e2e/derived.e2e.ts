// The configuration that TensorFlow builds from a program, shown beside it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { clickLens, codeOf, diagnosticsOf, lensesOf, openFile, positionOf, until, useTheme } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

const PROGRAM = `import tensorflow as tf

emb = tf.tpu.experimental.embedding
DIM = 16


def build(rows):
    user = emb.TableConfig(vocabulary_size=1_000_000, dim=DIM, name='user')
    item = emb.TableConfig(rows, 32, name='item', optimizer=emb.FTRL(0.05, l1_regularization_strength=0.01))
    features = {
        'user': emb.FeatureConfig(user),
        'clicked': emb.FeatureConfig(item, max_sequence_length=20),
        'shown': emb.FeatureConfig(item),
    }
    return emb.TPUEmbedding(features, emb.Adagrad(learning_rate=0.1))
`;

const SCHEME = 'tpu-embedding-configuration';

const shownText = () =>
  vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === SCHEME)?.document;

/** Opens the program and, through its lens, the configuration. */
async function show(text: string) {
  const program = await openFile('derived.py', text);
  const { document } = program;
  const lens = await until('the lens is there', async () =>
    (await lensesOf(document)).find(({ command }) => command?.title === 'Show configuration'),
  );
  assert.equal(lens.range.start.line, positionOf(document, 'emb.TPUEmbedding').line);
  await clickLens(lens);
  return { program, shown: await until('the configuration is shown', shownText) };
}

async function replace(document: vscode.TextDocument, before: string, after: string): Promise<void> {
  const start = positionOf(document, before);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(start, start.translate(0, before.length)), after);
  assert(await vscode.workspace.applyEdit(edit));
}

async function definitionOf(document: vscode.TextDocument, word: string) {
  const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
    'vscode.executeDefinitionProvider',
    document.uri,
    positionOf(document, word),
  );
  return found.map((one) =>
    'targetUri' in one ? { uri: one.targetUri, range: one.targetRange } : { uri: one.uri, range: one.range },
  );
}

/** Waits for the first event that satisfies a condition. */
const timeOf = <T>(event: vscode.Event<T>, isIt: (value: T) => boolean): Promise<number> =>
  new Promise((done) => {
    const listening = event((value) => {
      if (!isIt(value)) return;
      listening.dispose();
      done(performance.now());
    });
  });

scenario('the configuration of a program is shown beside it and updates with it', async () => {
  const { program, shown } = await show(PROGRAM);
  assert.match(shown.getText(), /name: "item"\n {2}# vocabulary_size: unknown\. It is an argument/);
  assert.match(shown.getText(), /feature_descriptor \{\n {2}# input_shape: unknown/);
  await replace(program.document, 'DIM = 16', 'DIM = 24');
  await until('the new dimension is shown', () => shown.getText().includes('dimension: 24'));

  const [origin, ...others] = await definitionOf(shown, 'dimension: 24');
  assert.equal(others.length, 0);
  assert.equal(origin!.uri.toString(), program.document.uri.toString());
  assert.equal(program.document.getText(origin!.range), 'DIM');

  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    shown.uri,
    positionOf(shown, 'num_hosts: unknown'),
  );
  const text = hovers.flatMap(({ contents }) =>
    contents.map((part) => (part as vscode.MarkdownString).value),
  );
  assert.ok(
    text.some((each) => each.includes('tpuEmbedding.tpu')),
    text.join('\n'),
  );
});

scenario('settings supply values that the program does not say', async () => {
  const settings = vscode.workspace.getConfiguration('tpuEmbedding');
  const { shown } = await show(PROGRAM);
  try {
    await settings.update(
      'tpu',
      { slice: 'v3-32', perReplicaBatchSize: 128 },
      vscode.ConfigurationTarget.Global,
    );
    await until('they are filled in', () =>
      /num_hosts: 4\n(?:.*\n)*? {2}input_shape: 128\n {2}input_shape: 20/.test(shown.getText()),
    );
  } finally {
    await settings.update('tpu', undefined, vscode.ConfigurationTarget.Global);
  }
});

scenario('a problem in the configuration shows at its argument in the program', async () => {
  const { program, shown } = await show(PROGRAM);
  const shownAt = timeOf(vscode.workspace.onDidChangeTextDocument, ({ document }) => document === shown);
  const judgedAt = timeOf(vscode.languages.onDidChangeDiagnostics, ({ uris }) =>
    uris.some((uri) => uri.toString() === program.document.uri.toString()),
  );
  await replace(program.document, '0.1)', '1e-46)');
  const found = await until('it shows in the program', () =>
    diagnosticsOf(program.document).find((one) => codeOf(one) === 'derived-configuration'),
  );
  assert.equal(program.document.getText(found.range), '1e-46');
  await until('it shows in the configuration', () => diagnosticsOf(shown).length > 0);
  const later = Math.round((await shownAt) - (await judgedAt));
  console.log(
    `  the configuration changed ${Math.abs(later)} ms ${later > 0 ? 'after' : 'before'} the diagnostics`,
  );
});

scenario('if TensorFlow rejects the program, the reason is shown instead of a configuration', async () => {
  const { program, shown } = await show(PROGRAM);
  await replace(program.document, "name='item'", "name='user'");
  await until('the refusal is shown', () =>
    /TensorFlow refuses this program: .*"user"/.test(shown.getText()),
  );
});

scenario('the shown configuration survives a restart of the server and returns with its object', async () => {
  const { program, shown } = await show(PROGRAM);
  await replace(program.document, 'return emb.TPUEmbedding', 'return emb.TPUEmb');
  await until('the object is gone', () => shown.getText().includes('no such embedding object any more'));
  await replace(program.document, 'return emb.TPUEmb', 'return emb.TPUEmbedding');
  await until('the configuration is back', () => shown.getText().includes('name: "item"'));

  await vscode.commands.executeCommand('tpuEmbedding.restartServer');
  await replace(program.document, 'DIM = 16', 'DIM = 24');
  await until('it is followed after the restart', () => shown.getText().includes('dimension: 24'));
  assert.match(shown.getText(), /name: "item"/);
});

scenario('the preview opens for an optimizer in a derived configuration', async () => {
  const { shown } = await show(PROGRAM);
  const lenses = await until('the lenses of the configuration are there', async () => {
    const all = await lensesOf(shown);
    return all.length > 0 && all.filter(({ command }) => command?.title === 'Preview training');
  });
  assert.equal(lenses.length, 2);
  await clickLens(lenses[0]!);
  if (!page) return;
  await until('the table is previewed', async () => (await page!.preview.texts('h1'))[0] === 'FTRL');
  assert.equal(await page.preview.count('#apply:not(:disabled)'), 0, 'nothing can be applied to it');
  await screenshot('configuration-preview');
});

for (const kind of ['dark', 'light'] as const)
  scenario(`a program and its configuration are shown in the ${kind} theme`, async () => {
    await useTheme(kind);
    await show(PROGRAM.replace('0.1)', '1e-46)'));
    if (page)
      await until('the lenses are drawn', async () => (await page!.count('.codelens-decoration a')) > 2);
    await screenshot(`configuration-${kind}`);
  });
