// What a report of a problem says about a document.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { folderOf } from './descriptors';

const folder = folderOf({
  '.git/HEAD': '',
  'requirements.txt': 'tensorflow==2.21.0\nprotobuf==6.33.6\n',
  'tpu-embedding.json': '{ "rules": { "dimension-padding": "off" } }',
});
after(() => rmSync(folder, { recursive: true }));
after(endServers);

const TEXT = 'num_hosts: 4\nnum_host: 1\nbatch_size_per_tensor_core: 128\n';

suite('a report', () => {
  test('has packages, changed settings and the smallest text of a problem', async () => {
    const uri = pathToFileURL(join(folder, 'tpu_embedding.textproto')).href;
    const client = await LanguageClient.start(MODERN, { settings: { workspaceDiagnostics: false } });
    await client.open(uri, TEXT);
    await client.diagnostics(uri);
    const report = (rule?: string) => client.connection.sendRequest('tpuEmbedding/report', { uri, rule });
    const facts = {
      versions: [
        { package: 'tensorflow', version: '2.21.0', source: 'requirements.txt' },
        { package: 'protobuf', version: '6.33.6', source: 'requirements.txt' },
      ],
      settings: { rules: { 'dimension-padding': 'off' }, workspaceDiagnostics: false },
    };
    assert.deepEqual(await report('unknown-field'), { ...facts, example: 'num_host: 1' });
    assert.deepEqual(await report('missing-colon'), facts);
    assert.deepEqual(await report(), facts);
  });

  test('is null for a document that is not open', async () => {
    const client = await LanguageClient.start(MODERN);
    const uri = 'file:///w/unknown.textproto';
    assert.equal(await client.connection.sendRequest('tpuEmbedding/report', { uri }), null);
  });
});
