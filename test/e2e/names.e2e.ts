import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openFile, positionOf, rename, until } from './editor';
import { screenshot } from './page';
import { scenario } from './runner';

const CONFIGURATION = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
table_descriptor { name: "items" vocabulary_size: 1000 dimension: 32 }
table_descriptor { name: "users" vocabulary_size: 1000 dimension: 32 }
feature_descriptor { name: "watched" table_id: 0 input_shape: 8 }
feature_descriptor { name: "friends" table_id: 1 input_shape: 8 }
`;
const program = (table: string) => `import tensorflow as tf

CONFIGURATION = open('names/ads.textproto').read()
${table}
`;
const RETRIEVE = `tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(
    num_shards=1, shard_id=0, table_name='users', config=CONFIGURATION)`;
const LOAD = `for table in ('items', "users"):
    tf.raw_ops.LoadTPUEmbeddingAdagradParameters(
        parameters=[[0.0]], accumulators=[[0.0]], num_shards=1, shard_id=0, table_name=table)`;

scenario('a table is found and renamed in a configuration and two programs, one of them closed', async () => {
  const { document: restore } = await openFile('names/restore.py', program(LOAD));
  const { document } = await openFile('names/ads.textproto', CONFIGURATION);
  const closed = vscode.Uri.joinPath(document.uri, '..', 'save.py');
  await vscode.workspace.fs.writeFile(closed, new TextEncoder().encode(program(RETRIEVE)));
  const id = positionOf(document, '1 input_shape');
  const places = (locations: readonly vscode.Location[]) =>
    locations.map(({ uri, range }) => `${uri.path.split('/').at(-1)}:${range.start.line + 1}`).sort();

  const declared = await until('the definition is found', async () => {
    const found = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      id,
    );
    return found[0];
  });
  assert.equal(document.getText(declared.targetSelectionRange), '"users"');

  const used = await until('the programs are among the references', async () => {
    const found = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      document.uri,
      id,
    );
    return found.length >= 5 && places(found);
  });
  assert.deepEqual(used, ['ads.textproto:3', 'ads.textproto:5', 'restore.py:4', 'restore.py:6', 'save.py:5']);

  const symbols = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(
    'vscode.executeWorkspaceSymbolProvider',
    'frnd',
  );
  assert.deepEqual(
    symbols.map(({ name, containerName }) => [name, containerName]),
    [['friends', 'users']],
  );

  const name = positionOf(document, 'users').translate(0, 2);
  await rename(document, name, 'members', () => screenshot('rename'));
  await until('the name is changed', () => document.getText().includes('members'));
  const save = await vscode.workspace.openTextDocument(closed);
  await until('the programs follow', () =>
    [restore, save].every((changed) => changed.getText().includes('members')),
  );
  assert.equal(document.getText(), CONFIGURATION.replace('users', 'members'));
  assert.equal(restore.getText(), program(LOAD.replace('users', 'members')));
  assert.equal(save.getText(), program(RETRIEVE.replace('users', 'members')));
});
