// On what a program runs: the status in an editor says it, and the command line takes it.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { DocumentStatus } from '../../server/src/languages/protocol';
import { runCli } from '../support/cli';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { folderOf } from './descriptors';

const folder = folderOf({ 'requirements.txt': 'keras-rs==0.3.0\n', 'empty.py': '' });
after(() => rmSync(folder, { recursive: true }));
after(endServers);

const ANY = 'import keras_rs\n';
const JAX = 'import os\nos.environ["KERAS_BACKEND"] = "jax"\nimport keras_rs\n';

suite('the status of a program names its targets', { concurrency: true }, () => {
  const workspaceFolders = [{ uri: pathToFileURL(folder).href, name: 'w' }];
  const status = async (text: string, settings = {}) => {
    const client = await LanguageClient.start(MODERN, { workspaceFolders, settings });
    const uri = pathToFileURL(join(folder, 'model.py')).href;
    await client.open(uri, text, 'python');
    await client.diagnostics(uri);
    const found = await client.connection.sendRequest<DocumentStatus>('tpuEmbedding/documentStatus', { uri });
    await client.stop();
    return found;
  };

  test('by what the file sets', async () => {
    const { targets, tensorflow } = await status(JAX, { kerasBackend: 'torch' });
    assert.deepEqual(targets, {
      targets: ['sparsecore-jax', 'cpu'],
      text: 'SparseCores or a CPU with JAX',
      detail: 'Line 2 sets the backend of Keras. keras-rs 0.3 (requirements.txt).',
    });
    assert.equal(tensorflow, undefined);
  });

  test('by the settings', async () => {
    const { targets } = await status(ANY, {
      kerasBackend: 'tensorflow',
      libraryVersions: { 'keras-rs': '0.4' },
    });
    assert.equal(targets?.text, 'SparseCores or a CPU with TensorFlow');
    assert.match(targets.detail, /setting tpuEmbedding\.kerasBackend .* keras-rs 0\.4 \(as set\)\.$/);
    const later = await status(ANY, { libraryVersions: { 'keras-rs': '0.9' } });
    assert.match(
      later.targets!.detail,
      /keras-rs 0\.9 \(as set\)\. keras-rs 0\.9 is newer than this release knows; it is read as 0\.4\.$/,
    );
  });

  test('or as unknown', async () => {
    const { targets } = await status(`${ANY}from jax_tpu_embedding.sparsecore.lib.nn import embedding\n`);
    assert.equal(targets?.text, 'SparseCores or a CPU');
    assert.match(targets.detail, /^Neither .*any counts\..* jax-tpu-embedding of unknown version\.$/);
  });

  test('only where a library makes a difference between them', async () => {
    assert.equal((await status('import tensorflow as tf\ntf.raw_ops.X()\n')).targets, undefined);
  });
});

test('check judges by the given backend and versions', async () => {
  const input = `from keras_rs.layers import DistributedEmbedding, FeatureConfig, TableConfig
table = TableConfig("t", 10, 8, combiner="max")
layer = DistributedEmbedding([FeatureConfig("f", table, (8,), (8, 8))], update_stats=False)
`;
  const check = async (...options: string[]) => {
    const { stdout } = await runCli(['check', '--stdin-filename', 'model.py', ...options, '-'], {
      cwd: folder,
      input,
    });
    return [...stdout.matchAll(/: (error|warning): .*?\[([\w-]+)\]$/gm)].map(
      ([, severity, code]) => `${severity} ${code}`,
    );
  };
  for (const version of ['0.4', '0.9', '2.0'])
    assert.deepEqual(await check('--library-version', `keras-rs=${version}`), ['warning refused-later']);
  assert.deepEqual(await check('--library-version', 'keras-rs=0.3', '--keras-backend', 'torch'), [
    'error refused-later',
    'error newer-api',
  ]);
});

test('check refuses backends and versions that are none', async () => {
  for (const [option, given, told] of [
    ['--keras-backend', 'Jax', /--keras-backend: "Jax" is not one of auto, jax, tensorflow, torch/],
    ['--library-version', 'keras-rs=new', /--library-version: "new" is not a version/],
    ['--library-version', 'numpy=2.0', /--library-version: There is no library "numpy"/],
  ] as const) {
    const { status, stderr } = await runCli(['check', option, given, 'empty.py'], { cwd: folder });
    assert.equal(status, 2, stderr);
    assert.match(stderr, told);
  }
});
