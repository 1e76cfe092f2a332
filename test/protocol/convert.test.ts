// `tpuEmbedding/convert`: converts a configuration for editors.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ConvertParams, ConvertResult } from '../../server/src/languages/protocol';
import { endServers, LanguageClient, MODERN } from '../support/client';

let client: LanguageClient;
before(async () => {
  client = await LanguageClient.start(MODERN);
});
after(endServers);

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const ask = (params: ConvertParams) =>
  client.connection.sendRequest<ConvertResult>('tpuEmbedding/convert', params);

async function textOf(params: ConvertParams): Promise<string> {
  const result = await ask(params);
  assert.ok('content' in result, JSON.stringify(result));
  return Buffer.from(result.content, 'base64').toString();
}

const BINARY = Uint8Array.of(0x20, 2);

test("a file's form is detected by its name or content", async () => {
  assert.deepEqual(await ask({ name: 'a.pb', content: base64(BINARY), to: 'base64' }), {
    from: 'binary',
    content: base64('IAI=\n'),
    notes: [],
  });
  const json = '{\n  "numHosts": 2\n}\n';
  assert.equal(await textOf({ name: 'a.textproto', content: base64('num_hosts: 2'), to: 'json' }), json);
  assert.equal(await textOf({ name: 'a', content: base64(json), to: 'base64' }), 'IAI=\n');
  assert.equal(await textOf({ name: 'a.json', content: base64('IAI='), from: 'base64', to: 'json' }), json);
});

test('in a program, a line selects the configuration', async () => {
  const program = [2, 3].map((hosts) => `c${hosts} = pb.TPUEmbeddingConfiguration(num_hosts=${hosts})\n`);
  const content = base64(
    `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb\n${program.join('')}`,
  );
  for (const [line, hosts] of [
    [0, 2],
    [1, 2],
    [2, 3],
    [9, 2],
  ] as const)
    assert.match(
      await textOf({ name: 'a.py', content, to: 'textproto', line }),
      new RegExp(`num_hosts: ${hosts}\n`),
    );
});

test('in a notebook, a cell has the imports of other cells, and lines are relative to the cell', async () => {
  const cells = [
    {
      cell_type: 'code',
      source: 'from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb\n',
    },
    { cell_type: 'raw', source: '# Text' },
    { cell_type: 'code', source: 'first = pb.TPUEmbeddingConfiguration(num_hosts=2)\n' },
    { cell_type: 'code', source: '\nsecond = pb.TPUEmbeddingConfiguration(num_hosts=3)\n' },
  ];
  const name = '/w/a.ipynb';
  const content = base64(JSON.stringify({ cells }));
  for (const [cell, hosts] of [
    [0, 2],
    [2, 2],
    [3, 3],
  ] as const)
    assert.match(
      await textOf({ name, content, from: 'python', to: 'textproto', cell, line: 0 }),
      new RegExp(`num_hosts: ${hosts}\n`),
    );
  cells[3]!.source = cells[3]!.source.replace('3', 'int(input())');
  const result = await ask({ name, content: base64(JSON.stringify({ cells })), to: 'json', cell: 3 });
  assert.ok('problems' in result, JSON.stringify(result));
  const [{ range, cell }] = result.problems as [(typeof result.problems)[number]];
  assert.deepEqual([cell, range?.start.line], [3, 1]);
});

test('omitted values are reported', async () => {
  const content = base64('num_hosts: 1\noutput_layout {}\n');
  const result = await ask({ name: 'a.textproto', content, to: 'json' });
  assert.ok('content' in result);
  assert.match(result.notes.join('\n'), /^Line 2: "output_layout" was removed /);
});

test('an unreadable or unwritable configuration is reported with reason and place', async () => {
  assert.deepEqual(await ask({ name: 'a.json', content: base64('{\n "numHosts": "x" }'), to: 'binary' }), {
    from: 'json',
    problems: [
      {
        message: 'num_hosts takes an integer of the type int32, not "x".',
        range: { start: { line: 1, character: 13 }, end: { line: 1, character: 16 } },
      },
    ],
  });
  const cut = await ask({ name: 'a.pb', content: base64(Uint8Array.of(0x0a, 9)), to: 'textproto' });
  assert.ok('problems' in cut && cut.problems.length === 1 && !cut.problems[0]!.range);
  const none = await ask({ name: 'a.textproto', content: base64('num_hosts: 2'), to: 'tf' });
  assert.ok('problems' in none && /no table/.test(none.problems[0]!.message));
  for (const name of ['a.textproto', 'a.json', 'a.py']) {
    const odd = await ask({ name, content: base64(Uint8Array.of(0x0a, 0xff)), to: 'json' });
    assert.ok('problems' in odd && /UTF-8/.test(odd.problems[0]!.message), name);
    assert.deepEqual(odd.problems[0]!.range?.start, { line: 1, character: 0 });
  }
});
