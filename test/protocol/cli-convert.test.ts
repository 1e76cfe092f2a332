// `tpu-embedding convert`: input, output, messages and exit status.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { runCli } from '../support/cli';
import { folderOf } from './descriptors';

const TEXT = 'table_descriptor {\n  # The users.\n  name: "t"\n}\nnum_hosts: 2  # two\n';
const BINARY = Buffer.from([0x0a, 3, 0x0a, 1, 0x74, 0x20, 2]);
const JSON_TEXT = '{\n  "tableDescriptor": [\n    {\n      "name": "t"\n    }\n  ],\n  "numHosts": 2\n}\n';
const PYTHON = `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb

config = pb.TPUEmbeddingConfiguration(
    table_descriptor=[
        pb.TPUEmbeddingConfiguration.TableDescriptor(
            # The users.
            name="t",
        ),
    ],
    num_hosts=2,  # two
)
`;
const HEADER = `# proto-file: tensorflow/core/protobuf/tpu/tpu_embedding_configuration.proto
# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
`;
/** The number in binary and in text. */
const PLAIN = `${HEADER}\ntable_descriptor { name: "t" }\nnum_hosts: 2\n`;

const folder = folderOf({
  'a.textproto': TEXT,
  'a.json': JSON_TEXT,
  'a.py': PYTHON,
  'two.py': `${PYTHON}\nother = pb.TPUEmbeddingConfiguration(num_hosts=3)\n`,
  'objects.py': `import tensorflow as tf
emb = tf.tpu.experimental.embedding
table = emb.TableConfig(vocabulary_size=100, dim=8, name="t")
model = emb.TPUEmbedding({"t": emb.FeatureConfig(table)}, emb.SGD(clipvalue=1.0))
`,
  'open.py': PYTHON.replace('num_hosts=2', 'num_hosts=int(input())'),
  'a.b64': `${BINARY.toString('base64')}\n`,
  literal: 'b"\\n\\x03\\n\\x01t \\x02"\n',
  'wrong.textproto': 'num_host: 2\nmode: "TRAINING"\n',
  'wrong.json': '{ "numHosts": "two" }',
  'wrong.b64': '*',
  'old.textproto': 'output_layout {}\nnum_hosts: 2\n',
});
writeFileSync(join(folder, 'a.pb'), BINARY);
writeFileSync(join(folder, 'wide'), `\ufeff${JSON_TEXT}`, 'utf16le');
writeFileSync(join(folder, 'model.pb'), readFileSync('test/fixtures/extraction/saved_v2/saved_model.pb'));
writeFileSync(join(folder, 'cut.pb'), BINARY.subarray(0, 4));
writeFileSync(join(folder, 'latin.textproto'), Buffer.from([0x6e, 0xe9]));
writeFileSync(join(folder, 'latin.py'), Buffer.from(PYTHON.replace('"t"', '"caf\xe9"'), 'latin1'));
writeFileSync(
  join(folder, 'declared.py'),
  Buffer.from(`# coding: latin-1\n${PYTHON.replace('"t"', '"caf\xe9"')}`, 'latin1'),
);
after(() => rmSync(folder, { recursive: true }));

const run = (args: readonly string[], input: string | Uint8Array = '') =>
  runCli(['convert', ...args], { cwd: folder, input });
const bytesAt = (name: string) => readFileSync(join(folder, name));

suite('convert', () => {
  for (const name of ['a.textproto', 'a.json', 'a.py', 'a.b64', 'literal', 'a.pb'])
    test(`${name} converts to binary, ProtoJSON and text format`, async () => {
      const out = `${name}.out`;
      assert.deepEqual(await run(['--to', 'binary', name, '-o', out]), { status: 0, stdout: '', stderr: '' });
      assert.deepEqual(bytesAt(out), BINARY);
      assert.equal((await run(['--to', 'json', name])).stdout, JSON_TEXT);
      const text = (await run(['--to', 'textproto', name])).stdout;
      if (name === 'a.textproto') assert.equal(text, TEXT);
      else if (name === 'a.py')
        assert.equal(
          text,
          `${HEADER}\ntable_descriptor {\n  # The users.\n  name: "t"\n}\n\nnum_hosts: 2  # two\n`,
        );
      else assert.equal(text, PLAIN);
    });

  test('base64 and a bytes literal are written as they are read', async () => {
    assert.equal((await run(['--to', 'base64', 'a.pb'])).stdout, `${BINARY.toString('base64')}\n`);
    assert.equal((await run(['--to', 'bytes', 'a.pb'])).stdout, bytesAt('literal').toString());
  });

  test('the form of standard input is detected, and reported if ambiguous', async () => {
    assert.deepEqual(await run(['--to', 'textproto', '-'], BINARY), { status: 0, stdout: PLAIN, stderr: '' });
    assert.deepEqual(await run(['--to', 'textproto', '-'], BINARY.toString('base64')), {
      status: 0,
      stdout: PLAIN,
      stderr: 'tpu-embedding: <stdin> is read as base64; --from names another form.\n',
    });
    assert.equal(
      (await run(['--to', 'textproto', '--from', 'base64', '-'], BINARY.toString('base64'))).stderr,
      '',
    );
  });

  test('an invalid message is reported as by check, with status 1', async () => {
    const wrong = async (name: string, ...args: string[]) => {
      const { status, stdout, stderr } = await run(['--to', 'binary', '-o', 'never', ...args, name]);
      assert.deepEqual([status, stdout, existsSync(join(folder, 'never'))], [1, '', false]);
      return stderr;
    };
    assert.match(
      await wrong('wrong.textproto'),
      /^wrong\.textproto:1:1: error: .*"num_hosts".* \[unknown-field\]\nwrong\.textproto:2:7: error: .* \[wrong-type\]\n$/,
    );
    assert.equal(
      await wrong('wrong.json'),
      'wrong.json:1:15: error: num_hosts takes an integer of the type int32, not "two".\n',
    );
    assert.equal(await wrong('wrong.b64'), 'wrong.b64:1:1: error: This is not base64.\n');
    assert.match(await wrong('latin.textproto'), /^latin\.textproto:1:2: error: .* \[not-utf8\]\n$/);
    assert.match(await wrong('latin.py'), /^latin\.py:7:22: error: .* so Python refuses .* \[not-utf8\]\n$/);
    assert.match((await run(['--to', 'json', 'declared.py'])).stdout, /"café"/);
    assert.match(await wrong('wide'), /^wide:1:1: error: This is UTF-16.* \[not-utf8\]\n$/);
    assert.match(await wrong('cut.pb'), /^cut\.pb: byte 1: error: .*\n$/);
    // A SavedModel's first field is a number, which a configuration does not have.
    assert.match(await wrong('model.pb'), /^model\.pb: byte 0: error: This is another message: .* extract /);
    assert.match(await wrong('open.py'), /^open\.py:10:15: error: numHosts is not known\. .*\n$/);
    // A value without a place in the program is reported where the configuration is created.
    const towers = join(process.cwd(), 'examples', 'two_towers.py');
    assert.match(await wrong(towers), /two_towers\.py:26:9: error: numHosts is not known\. /);
    assert.match(await wrong('a.pb', '--from', 'json'), /^a\.pb:2:1: error: This is not JSON: .*\n$/);
  });

  test("a line selects one of a program's configurations", async () => {
    const { status, stderr } = await run(['--to', 'json', 'two.py']);
    assert.deepEqual(
      [status, stderr],
      [2, 'tpu-embedding: two.py makes several configurations. Name one by its line: two.py:3, two.py:13.\n'],
    );
    assert.equal((await run(['--to', 'json', 'two.py:13'])).stdout, '{\n  "numHosts": 3\n}\n');
    // In the order of the program, whatever makes them: a message and an embedding object.
    const both = await run(['--to', 'json', join(process.cwd(), 'examples', 'ranking_model.py')]);
    assert.match(both.stderr, /ranking_model\.py:37, \S*ranking_model\.py:68\.\n$/);
  });

  test('unknown fields are kept and reported', async () => {
    const text = `${HEADER}\nnum_hosts: 2\n1000: 0x0000000000000005\n1001: "text"\n1002 { 1: 0x00000007 }\n\n1003 <\n  1: 5\n>\n`;
    const { stdout } = await run(['--to', 'base64', '-'], text);
    const back = await run(['--to', 'textproto', '--from', 'base64', '-'], stdout);
    assert.deepEqual([back.status, back.stdout], [0, text]);
    assert.match(back.stderr, /^tpu-embedding: .* are kept .*: 1000, 1001, 1002, 1003\.\n$/);
    const json = await run(['--to', 'json', '-'], text);
    assert.deepEqual([json.status, json.stdout], [0, '{\n  "numHosts": 2\n}\n']);
    assert.match(json.stderr, /^tpu-embedding: ProtoJSON .* left out: 1000, 1001, 1002, 1003\.\n$/);
  });

  test('a field that was removed from its message is reported as omitted', async () => {
    const { status, stdout, stderr } = await run(['--to', 'json', 'old.textproto']);
    assert.deepEqual(JSON.parse(stdout), { numHosts: 2 });
    assert.match(
      stderr,
      /^old\.textproto:1:1: warning: "output_layout" was removed .* \[reserved-field\]\n$/,
    );
    assert.equal(status, 0);
  });

  test('a file is replaced atomically, and a missing folder is reported', async () => {
    writeFileSync(join(folder, 'old'), 'x'.repeat(1000));
    assert.equal((await run(['--to', 'binary', 'a.json', '-o', 'old'])).status, 0);
    assert.deepEqual(bytesAt('old'), BINARY);
    mkdirSync(join(folder, 'folder'));
    symlinkSync('nowhere', join(folder, 'link'));
    for (const [out, why] of [
      ['folder', 'it is a folder'],
      ['missing/a.pb', 'there is no folder missing'],
      ['a.pb/b', 'there is no folder a.pb'],
      ['link', 'it is a link to nowhere, which does not exist'],
      ['/dev/null', 'it is a device, not a regular file'],
      ['', 'an empty path leads nowhere'],
    ] as const) {
      const { status, stderr } = await run(['--to', 'binary', 'a.json', '-o', out]);
      assert.deepEqual([status, stderr], [2, `tpu-embedding: Cannot write ${out || '""'}: ${why}.\n`]);
    }
  });

  test('a program is written for keras-rs, with the batch that is known', async () => {
    const facts = ['--num-replicas', '4', '--per-replica-batch-size', '32'];
    const { status, stdout, stderr } = await run(['--to', 'keras-rs', ...facts, 'objects.py']);
    assert.equal(status, 0);
    assert.match(stdout, /^import keras\nimport keras_rs\n/);
    assert.match(stdout, /^BATCH_SIZE = 128$/m);
    assert.match(stderr, /^objects\.py:4:67: warning: clipvalue=1\.0 of SGD does not carry over: [^\n]+\n$/);
    assert.deepEqual(await run(['--to', 'keras-rs', ...facts, '-'], bytesAt('objects.py')), {
      status: 0,
      stdout,
      stderr: stderr.replace('objects.py', '<stdin>'),
    });
    assert.equal((await run(['--to', 'keras-rs', ...facts, 'objects.py', '-o', 'migrated.py'])).stdout, '');
    assert.equal(bytesAt('migrated.py').toString(), stdout);
    const again = await run(['--to', 'keras-rs', 'migrated.py']);
    assert.deepEqual([again.status, again.stdout], [1, '']);
    assert.match(again.stderr, /^migrated\.py: error: it makes no tables or embedding objects/);
    assert.equal((await run(['--to', 'keras-rs', 'a.textproto'])).status, 2);
    const latin = await run(['--to', 'keras-rs', 'latin.py']);
    assert.deepEqual([latin.status, latin.stdout], [1, '']);
  });

  test('wrong usage is answered with the right one', async () => {
    for (const [args, words] of [
      [['a.json'], /--to/],
      [['--to', 'xml', 'a.json'], /textproto, json/],
      [['--to', 'json'], /Name one file/],
      [['--to', 'json', 'missing.pb'], /missing\.pb/],
      [['--to', 'json', 'a.py:99'], /line 99/],
    ] as const) {
      const { status, stderr } = await run(args);
      assert.equal(status, 2);
      assert.match(stderr, words);
    }
  });
});
