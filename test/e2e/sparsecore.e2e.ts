// Programs of today: with Keras RS, and with JAX TPU Embedding.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  clickLens,
  codeOf,
  comparisonShown,
  diagnosticsOf,
  diagnosticWithCode,
  lensesOf,
  openFile,
  openText,
  positionOf,
  rename,
  statusOf,
  until,
} from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

interface Library {
  readonly name: string;
  readonly folder: string;
  /** Declares the table 'user', whose name is a constant of names.py. */
  readonly program: string;
  /** A call that is not complete, with `‸` in it, and arguments that it may still take. */
  readonly incomplete: readonly [text: string, ...offered: string[]];
  /** A word of the program, and what its hover says. */
  readonly explained: readonly [word: string, RegExp];
  /** What turns the program into a wrong one, and the code and the fix of the problem. */
  readonly mistake: { readonly right: string; readonly wrong: string; readonly code: string };
  /** The line with the lens, and another length of vectors. */
  readonly shown: { readonly lens: string; readonly width: string };
  readonly status: readonly [text: RegExp, detail: RegExp];
}

const NAMES = "USER = 'user'\n";

const LIBRARIES: readonly Library[] = [
  {
    name: 'Keras RS',
    folder: 'keras-rs',
    program: `import os

os.environ['KERAS_BACKEND'] = 'jax'

import keras_rs
from names import USER

BATCH = 4096
WIDTH = 32
user = keras_rs.layers.TableConfig(
    name=USER, vocabulary_size=1_000_000, embedding_dim=WIDTH, combiner='sum')
layer = keras_rs.layers.DistributedEmbedding({
    'user': keras_rs.layers.FeatureConfig('user_id', user, (BATCH, 1), (BATCH, WIDTH))},
    table_stacking=['user'])
`,
    incomplete: [
      "import keras_rs\nkeras_rs.layers.TableConfig('user', ‸)\n",
      'vocabulary_size=',
      'embedding_dim=',
      'max_ids_per_partition=',
    ],
    explained: ['vocabulary_size', /Number of rows/],
    mistake: { right: 'embedding_dim', wrong: 'dim', code: 'unknown-argument' },
    shown: { lens: 'keras_rs.layers.DistributedEmbedding', width: 'WIDTH = 32' },
    status: [/SparseCores.*CPU with JAX/, /Line 3 sets the backend of Keras/],
  },
  {
    name: 'JAX TPU Embedding',
    folder: 'jax-tpu-embedding',
    program: `import jax
from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec, table_stacking
from names import USER

BATCH = 4096
WIDTH = 32
user = embedding_spec.TableSpec(
    name=USER,
    vocabulary_size=1_000_000,
    embedding_dim=WIDTH,
    initializer=jax.nn.initializers.zeros,
    optimizer=embedding_spec.AdagradOptimizerSpec(learning_rate=0.05),
    combiner='sum',
)
specs = {
    'user': embedding_spec.FeatureSpec(
        name='user_id', table_spec=user, input_shape=(BATCH, 1), output_shape=(BATCH, WIDTH))
}
table_stacking.stack_tables(
    specs, ['user'], global_device_count=8,
    num_sc_per_device=4)
embedding.prepare_feature_specs_for_training(specs, 8, 4)
`,
    incomplete: [
      "from jax_tpu_embedding.sparsecore.lib.nn import embedding_spec\nembedding_spec.TableSpec(name='user', ‸)\n",
      'vocabulary_size=',
      'embedding_dim=',
      'combiner=',
    ],
    explained: ['num_sc_per_device', /4 on TPU v5p, 2 on v6e/],
    mistake: { right: 'table_spec', wrong: 'table', code: 'unknown-argument' },
    shown: { lens: 'table_stacking.stack_tables', width: 'WIDTH = 32' },
    status: [/SparseCores/, /jax-tpu-embedding/],
  },
];

const ask = <Answer>(command: string, uri: vscode.Uri, ...more: readonly unknown[]) =>
  vscode.commands.executeCommand<Answer>(command, uri, ...more);

async function replace(document: vscode.TextDocument, before: string, after: string): Promise<void> {
  const start = positionOf(document, before);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(start, start.translate(0, before.length)), after);
  assert(await vscode.workspace.applyEdit(edit));
}

/** Opens the program, with its names in a file beside it. */
async function open({ folder, program }: Library, text = program): Promise<vscode.TextEditor> {
  await openFile(`${folder}/names.py`, NAMES);
  return openFile(`${folder}/model.py`, text);
}

for (const library of LIBRARIES) {
  const { name, program, incomplete, explained, mistake, shown, status } = library;

  scenario(`${name}: arguments that a call may still take are offered`, async () => {
    const [text, ...expected] = incomplete;
    const { document, selection } = await openText(text, 'python');
    await until(`${expected.join(', ')} are offered`, async () => {
      const { items } = await ask<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        selection.active,
      );
      const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      return expected.every((label) => labels.includes(label)) && !labels.includes('name=');
    });
    if (!page) return;
    await vscode.commands.executeCommand('editor.action.triggerSuggest');
    await until('they are shown', async () =>
      (await page!.texts('.suggest-widget .monaco-list-row')).some((row) => row.includes(expected[0]!)),
    );
    await page.press('Escape');
  });

  scenario(`${name}: an argument is explained where the pointer rests`, async () => {
    const { document } = await open(library);
    const [word, words] = explained;
    const text = await until('the hover answers', async () => {
      const hovers = await ask<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        positionOf(document, word),
      );
      const parts = hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
      return parts.map(({ value }) => value).join('\n') || undefined;
    });
    assert.match(text, words);
    if (!page) return;
    await until('the hover is drawn', async () => {
      // Lenses move the lines below them when they come.
      await page!.pointAt(word);
      return (await page!.texts('.monaco-hover')).some((hover) => words.test(hover));
    });
    await page.rest();
  });

  scenario(
    `${name}: a name of another library is squiggled and fixed, and the right program is silent`,
    async () => {
      const { right, wrong, code } = mistake;
      const { document } = await open(library, program.replace(`${right}=`, `${wrong}=`));
      const found = await diagnosticWithCode(document, code);
      assert.equal(document.getText(found.range), wrong);
      assert.deepEqual(diagnosticsOf(document).map(codeOf), [code]);
      if (page) await until('the squiggle is drawn', async () => (await page!.count('.squiggly-error')) > 0);
      const actions = await ask<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        found.range,
        vscode.CodeActionKind.QuickFix.value,
        10,
      );
      const fix = actions.find(({ edit, title }) => edit && title.includes(right));
      assert(fix?.edit, `a fix among ${actions.map(({ title }) => title)}`);
      assert(await vscode.workspace.applyEdit(fix.edit));
      assert.equal(document.getText(), program);
      await until('the report is gone', () => diagnosticsOf(document).length === 0);
      if (page) await until('no squiggle is left', async () => (await page!.count('.squiggly-error')) === 0);
    },
  );

  scenario(
    `${name}: a table is renamed in the program that stacks it and in the file of its name`,
    async () => {
      const { document } = await open(library);
      const names = await vscode.workspace.openTextDocument(
        vscode.Uri.joinPath(document.uri, '..', 'names.py'),
      );
      const at = positionOf(names, 'user');
      await until('the program is among the references', async () =>
        (await ask<vscode.Location[]>('vscode.executeReferenceProvider', names.uri, at)).some(
          ({ uri }) => uri.toString() === document.uri.toString(),
        ),
      );
      await rename(names, at, 'member');
      await until('the name is changed', () => names.getText() === NAMES.replace('user', 'member'));
      const renamed = program.replace("['user']", "['member']");
      assert.notEqual(renamed, program);
      await until('the program follows', () => document.getText() === renamed);
    },
  );

  scenario(`${name}: what the program configures is shown beside it and follows its edits`, async () => {
    const { document } = await open(library);
    const lens = await until('the lens is there', async () =>
      (await lensesOf(document)).find(({ command }) => command?.title === 'Show configuration'),
    );
    assert.equal(lens.range.start.line, positionOf(document, shown.lens).line);
    await clickLens(lens);
    const configuration = await until(
      'the configuration is shown',
      () =>
        vscode.window.visibleTextEditors.find(
          ({ document }) => document.uri.scheme === 'tpu-embedding-configuration',
        )?.document,
    );
    await until('it has the table, whose name stands in another file', () =>
      /name: unknown\. It is names\.USER.*\n +vocabulary_size: 1000000/.test(configuration.getText()),
    );
    await replace(document, shown.width, 'WIDTH = 64');
    await until('the new length is shown', () =>
      /embedding_dim: 64(?:.*\n)*.*output_shape: \[4096, 64\]/.test(configuration.getText()),
    );
    if (page)
      await until('a person sees it', async () =>
        (await page!.texts('.view-lines')).some((lines) => /embedding_dim:\s64/.test(lines)),
      );
    await screenshot(`configuration-${library.folder}`);
  });

  scenario(`${name}: programs are compared by what they configure, with their memory`, async () => {
    // More programs with the table `user` would be in the way of renaming it.
    const named = program.replace('import USER', 'import *').replaceAll(/USER|'user'/g, "'visitor'");
    const { document: before } = await openFile(`${library.folder}/before.py`, named);
    const { document: after } = await openFile(
      `${library.folder}/after.py`,
      named.replace(shown.width, 'WIDTH = 64'),
    );
    const uris = [before.uri, after.uri];
    await vscode.commands.executeCommand('tpuEmbedding.compareConfigurations', after.uri, uris);
    const text = (await until('the comparison is shown', comparisonShown)).getText();
    assert.match(text, /^Memory on the devices: .* MiB → .* MiB/m);
    assert.match(text, /^## Table visitor\n(?:.*\n)*?- embedding_dim 32 → 64$/m);
    assert.match(text, /^## A checkpoint of before\.py does not load$/m);
    await page?.inWebview('main.comparison', 'count', 'h1');
    await screenshot(`comparison-${library.folder}`);
  });

  scenario(`${name}: the status says where the program may run, and why`, async () => {
    const { document } = await open(library);
    const { targets } = await statusOf(document);
    assert.match(targets!.text, status[0]);
    assert.match(targets!.detail, status[1]);
    if (!page) return;
    const item = '#status\\.languageStatus[aria-label*="SparseCores"]';
    await until('the status bar knows it', async () => (await page!.count(item)) > 0);
    await page.click(item);
    await until('the status shows it', async () => {
      const hovers = await page!.texts('.monaco-hover .hover-language-status');
      return hovers.some((each) => status[0].test(each) && status[1].test(each));
    });
    await page.press('Escape');
  });
}

scenario('only the example with mistakes with Keras RS has diagnostics', async () => {
  const { document: mistakes } = await openFile('sparsecore_mistakes.py');
  await diagnosticWithCode(mistakes, 'table-stack');
  const { document } = await openFile('sparsecore_two_towers.py');
  await replace(document, 'vocabulary_size=size', 'vocabulary=size');
  await diagnosticWithCode(document, 'unknown-argument');
  assert.deepEqual(
    diagnosticsOf(document).filter((found) => codeOf(found) !== 'unknown-argument'),
    [],
  );
});
