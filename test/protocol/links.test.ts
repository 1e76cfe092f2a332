// Links in comments, through the protocol.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { DocumentLink } from 'vscode-languageserver-protocol';
import { endServers, LanguageClient } from '../support/client';
import { rangeOf, textIn } from './texts';

const URI = 'file:///w/a.textproto';
const FILE = 'tensorflow/core/protobuf/tpu/tpu_embedding_configuration.proto';
const TEXT = `# proto-file: ${FILE}
num_hosts: 0  # tpu-embedding: ignore[num-hosts-not-positive]
`;

after(endServers);

suite('links', () => {
  test('a header links to an existing file, a silencing comment to the page of its rule', async () => {
    const client = await LanguageClient.start();
    await client.open(URI, TEXT);
    const [file, rule, ...more] = await client.request<DocumentLink[]>('documentLink', URI);
    assert.equal(more.length, 0);
    assert.deepEqual(file?.range, rangeOf(TEXT, FILE));
    assert.ok(existsSync(fileURLToPath(file.target!)), file.target);
    assert.equal(textIn(TEXT, rule!.range), 'num-hosts-not-positive');
    assert.match(rule?.target ?? '', /num-hosts-not-positive/);
    await client.stop();
  });

  test('comments in Python and in its embedded texts link to the pages as the client shows them', async () => {
    const client = await LanguageClient.start(undefined, {
      initializationOptions: { rulePages: 'pages:/rules' },
    });
    const uri = 'file:///w/a.py';
    const text = `from google.protobuf import text_format
from tensorflow.core.protobuf.tpu.tpu_embedding_configuration_pb2 import TPUEmbeddingConfiguration
config = text_format.Parse("""
num_hosts: 0  # tpu-embedding: ignore[num-hosts-not-positive]
""", TPUEmbeddingConfiguration())  # tpu-embedding: ignore[too-many-arguments]
`;
    await client.open(uri, text, 'python');
    const links = await client.request<DocumentLink[]>('documentLink', uri);
    assert.deepEqual(
      new Map(links.map(({ range, target }) => [textIn(text, range), target])),
      new Map([
        ['num-hosts-not-positive', 'pages:/rules/num-hosts-not-positive.md'],
        ['too-many-arguments', 'pages:/rules/too-many-arguments.md'],
      ]),
    );
    await client.stop();
  });
});
