// Documents whose URIs name no file: no such document may keep the others from their answers.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { runCli } from '../support/cli';
import { endServers, LanguageClient } from '../support/client';
import { NO_COLON } from './texts';

const DEEP = 'a/'.repeat(20_000);

const URIS = [
  '',
  '/',
  'x',
  'x.py',
  'a:b',
  '//',
  '/a//b.py',
  'file:',
  'file:a',
  'file:x.py',
  'file:x.textproto',
  'file:/x.py',
  'file://x.py',
  'file:///',
  'file:///%',
  'file:///%00/x.py',
  'file://server/share/x.py',
  'untitled:x.py',
  `file:${DEEP}x.py`,
  `file:///${DEEP}x.py`,
  `untitled:${DEEP}x.py`,
];

after(endServers);

const PROGRAM = `import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
config = text_format.Parse(open('a/b.textproto').read(), pb.TPUEmbeddingConfiguration())
tf.raw_ops.ConfigureTPUEmbedding(config=config.SerializeToString())
`;

suite('odd URIs', { concurrency: true }, () => {
  for (const folders of [null, [''], ['file:x']])
    test(`in ${folders?.map((uri) => JSON.stringify(uri)) ?? 'no folder'}`, async () => {
      const client = await LanguageClient.start(undefined, {
        workspaceFolders: folders?.map((uri) => ({ uri, name: 'w' })) ?? null,
      });
      for (const uri of URIS) {
        const isProgram = !uri.endsWith('textproto');
        await client.open(uri, isProgram ? PROGRAM : NO_COLON, isProgram ? 'python' : 'textproto');
        await client.diagnostics(uri);
      }
      await client.open('file:///w/a.textproto', NO_COLON);
      const [problem] = await client.diagnostics('file:///w/a.textproto');
      assert.equal(problem?.code, 'missing-colon');
      assert.equal(await client.stop(), 0);
    });
});

test('a text on standard input may have a name in thousands of folders', async () => {
  const args = ['check', '--stdin-filename', `${DEEP}a.textproto`, '-'];
  const { status, stderr } = await runCli(args, { cwd: '.', input: NO_COLON });
  assert.deepEqual([status, stderr], [1, '']);
});
