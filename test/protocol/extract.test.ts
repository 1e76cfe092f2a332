// `tpuEmbedding/extract`: finds configurations in files for editors.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { ExtractResult } from '../../server/src/languages/protocol';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { folderOf } from './descriptors';

const FIXTURES = resolve('test/fixtures/extraction');
const folder = folderOf({
  'a b/none.txt': 'Nothing.',
  'a b/ä.pb': readFileSync(join(FIXTURES, 'plain.pb')),
});

let client: LanguageClient;
before(async () => {
  client = await LanguageClient.start(MODERN);
});
after(async () => {
  rmSync(folder, { recursive: true });
  await endServers();
});

const extract = (uri: string) =>
  client.connection.sendRequest<ExtractResult>('tpuEmbedding/extract', { uri });
const uriOf = (...path: string[]) => pathToFileURL(join(...path)).href;

suite('tpuEmbedding/extract', { concurrency: true }, () => {
  test('returns each configuration of a graph once, with the nodes that hold it', async () => {
    const { configurations, files, problems } = await extract(uriOf(FIXTURES, 'v1.pb'));
    assert.deepEqual([files, problems], [1, []]);
    assert.deepEqual(
      configurations.map(({ holders }) => holders),
      [
        ['system/configure', 'system/is_set_up'],
        ['step/tower/RecvTPUEmbeddingActivations', 'step/tower/SendTPUEmbeddingGradients'],
        ['tables/load', 'tables/RetrieveTPUEmbeddingFTRLParameters'],
      ].map((nodes) => [{ path: 'v1.pb', nodes }]),
    );
    assert.match(
      configurations[0]!.text,
      /^# v1\.pb: system\/configure, .*\n# proto-file: [\s\S]*\ntable_descriptor \{\n/,
    );
  });

  test('searches a folder, and names files relative to it', async () => {
    const { configurations } = await extract(`${uriOf(FIXTURES, 'saved_v1')}/`);
    assert.ok(configurations.length > 0);
    for (const { holders } of configurations)
      assert.deepEqual(
        holders.map(({ path }) => path),
        ['saved_v1/saved_model.pb'],
      );
  });

  test('says why a file has no configuration, and how many files of a folder were searched', async () => {
    const file = await extract(uriOf(folder, 'a b', 'ä.pb'));
    assert.deepEqual(file, {
      configurations: [],
      files: 1,
      problems: ['ä.pb: no node of this graph holds a TPUEmbeddingConfiguration.'],
    });
    assert.deepEqual(await extract(uriOf(folder, 'a b')), { configurations: [], files: 2, problems: [] });
    const { problems } = await extract(uriOf(folder, 'missing.pb'));
    assert.match(problems.join(), /^Cannot read .*missing\.pb: there is no such file or folder\.$/);
  });
});
