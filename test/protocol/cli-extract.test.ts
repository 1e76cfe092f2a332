// `tpu-embedding extract`: configurations found under a path, output and exit status.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { checkJson, runCli } from '../support/cli';
import { folderOf } from './descriptors';

const FIXTURES = resolve('test/fixtures/extraction');
const bytesOf = (name: string) => readFileSync(join(FIXTURES, name));
const expected = JSON.parse(bytesOf('expected.json').toString());
const graph = bytesOf('v1.pb');
const serialized = Buffer.from(expected.messages[0], 'base64');

const folder = folderOf({
  'graph.pb': graph,
  'graph.pb.gz': gzipSync(graph),
  'half.pb': graph.subarray(0, graph.indexOf('tables/load')),
  'empty.pb': '',
  'configuration.pb': serialized,
  'configuration.json': '{ "numHosts": 1 }',
  'configuration.textproto': '# A comment.\nnum_hosts: 1\n',
  'wrong.pbtxt':
    'node { name: "a" op: "ConfigureTPUEmbedding" attr { key: "config" value { s: "num_hosts: 1" } } }',
  'none/notes.txt': 'Nothing to see.',
  'none/.git/graph.pb': graph,
  'some/train.log': bytesOf('bare.log'),
  'some/a/model.ckpt-1.index': bytesOf('ckpt.index'),
  'some/a/picture.png': graph,
  'shards/model.index': bytesOf('ckpt.index'),
});
after(() => rmSync(folder, { recursive: true }));

const run = (...args: readonly string[]) => runCli(['extract', ...args], { cwd: folder });
const runKept = (...args: readonly string[]) => runCli(['extract', ...args], { cwd: FIXTURES });

suite('extract', { concurrency: true }, () => {
  test('as JSON, each node has an entry with its file and the message as ProtoJSON', async () => {
    const { status, stdout, stderr } = await runKept('--format', 'json', 'saved_v1');
    assert.deepEqual([status, stderr], [0, '']);
    const { configurations } = JSON.parse(stdout);
    const path = join('saved_v1', 'saved_model.pb');
    assert.deepEqual(
      configurations.map(({ at }: { at: unknown }) => JSON.stringify(at)).sort(),
      expected.files.saved_v1.map(([, node]: string[]) => JSON.stringify({ path, node })),
    );
    assert.match(configurations[0].message.tableDescriptor[0].vocabularySize, /^\d+$/);
  });

  test('as text, nodes with equal configurations share one, below comments with their names', async () => {
    const { stdout } = await runKept('v1.pb');
    const headings = stdout.match(/^# v1\.pb: .*\n(?:# {3}.*\n)*/gm);
    assert.deepEqual(headings, [
      '# v1.pb: system/configure, system/is_set_up\n',
      '# v1.pb: step/tower/RecvTPUEmbeddingActivations, step/tower/SendTPUEmbeddingGradients\n',
      '# v1.pb: tables/load, tables/RetrieveTPUEmbeddingFTRLParameters\n',
    ]);
  });

  test('with -o, each configuration becomes a file that check reads', async () => {
    const { status, stdout, stderr } = await run('-o', 'out', 'graph.pb', join('some', 'train.log'));
    assert.deepEqual([status, stderr], [0, '']);
    const names = [
      'graph.step_tower_RecvTPUEmbeddingActivations.textproto',
      'graph.system_configure.textproto',
      'graph.tables_load.textproto',
      'train.line_2.textproto',
    ];
    assert.deepEqual(readdirSync(join(folder, 'out')).sort(), names);
    assert.deepEqual(
      stdout.trim().split('\n').sort(),
      names.map((name) => join('out', name)),
    );
    const { files } = await checkJson(['out'], { cwd: folder });
    assert.deepEqual(
      files.flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code.startsWith('unknown'))),
      [],
    );
  });

  test('with -o, existing equal files stay, and no other file is overwritten', async () => {
    const first = await run('-o', 'again', 'graph.pb');
    assert.deepEqual([first.status, await run('-o', 'again', 'graph.pb')], [0, first]);
    const [kept, lost] = readdirSync(join(folder, 'again'));
    rmSync(join(folder, 'again', kept!));
    writeFileSync(join(folder, 'again', lost!), 'mine');
    const { status, stderr, stdout } = await run('-o', 'again', 'graph.pb');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /already exists with other content, so nothing is written\./);
    assert.equal(readFileSync(join(folder, 'again', lost!), 'utf8'), 'mine');
    assert.ok(!readdirSync(join(folder, 'again')).includes(kept!));
  });

  test('standard input is searched like a file, in any format', async () => {
    for (const name of ['v1.pb', 'bare.log']) {
      const { status, stdout } = await runCli(['extract', '-'], { cwd: folder, input: bytesOf(name) });
      const { stdout: expected } = await runKept(name);
      assert.deepEqual([status, stdout], [0, expected.replaceAll(`# ${name}:`, '# <stdin>:')]);
    }
    const none = await runCli(['extract', '-'], { cwd: folder, input: 'nothing\n' });
    assert.equal(none.status, 1);
    assert.match(none.stderr, /^tpu-embedding: <stdin>: no TPUEmbeddingConfiguration is logged here\./);
  });

  test('a checkpoint is found by its prefix and by each of its files', async () => {
    for (const path of ['ckpt', 'ckpt.index', 'ckpt.data-00000-of-00001']) {
      const { status, stdout } = await runKept(path);
      assert.equal(status, 0, path);
      assert.match(stdout, /^# ckpt\.index: of_strings\/\.ATTRIBUTES\/VARIABLE_VALUE/);
    }
  });

  test('in folders, files are selected by name, and hidden folders are skipped', async () => {
    const some = await run('--format', 'json', 'some');
    assert.equal(some.status, 0);
    const { configurations } = JSON.parse(some.stdout);
    assert.deepEqual(
      configurations.map(({ at }: { at: { path: string } }) => at.path),
      [join('some', 'train.log')],
    );
    const none = await run('none');
    assert.deepEqual([none.status, none.stdout], [1, '']);
    assert.equal(none.stderr, 'tpu-embedding: none: no TPUEmbeddingConfiguration in 1 file.\n');
  });

  test('a truncated file gives the configurations before its end, and an error', async () => {
    const { status, stdout, stderr } = await run('half.pb');
    assert.equal(status, 0);
    assert.match(stdout, /^# half\.pb: system\/configure, system\/is_set_up\n/);
    assert.match(stderr, /^tpu-embedding: half\.pb: At byte \d+, .* is longer than what is left\.\n$/);
  });

  test('invalid configuration bytes are reported with their node', async () => {
    const { status, stdout, stderr } = await run('wrong.pbtxt');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(
      stderr,
      /The attribute config of a \(ConfigureTPUEmbedding\) is no serialized TPUEmbeddingConf/,
    );
  });

  test('missing data files are reported', async () => {
    const { status, stderr } = await run(join('shards', 'model'));
    assert.equal(status, 1);
    assert.match(stderr, /Its data file 1 of 1 cannot be read\./);
  });

  test('for a file without configurations, the advice depends on its format', async () => {
    const said = async (path: string, expectedStatus: number, words: RegExp) => {
      const { status, stdout, stderr } = await run(path);
      assert.deepEqual([status, stdout], [expectedStatus, '']);
      assert.match(stderr, words);
    };
    await said('empty.pb', 1, /empty/);
    await said('graph.pb.gz', 1, /gunzip/);
    for (const ending of ['pb', 'json', 'textproto'])
      await said(`configuration.${ending}`, 1, /this is a TPUEmbeddingConfiguration itself.* convert/);
    await said(join('none', 'notes.txt'), 1, /logged/);
    await said('missing.pb', 2, /no such file/);
  });

  test('an unreadable path does not stop the search of the others', async () => {
    const { status, stdout } = await run('missing.pb', 'graph.pb');
    assert.equal(status, 2);
    assert.match(stdout, /^# graph\.pb: /);
  });

  test('usage is shown if no path is given, or two forms at once', async () => {
    assert.match((await run()).stderr, /Name a file or a folder/);
    const both = await run('--format', 'json', '-o', 'out', 'graph.pb');
    assert.equal(both.status, 2);
  });
});
