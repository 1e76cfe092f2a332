// `tpu-embedding mcp` with the official client.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Assistant, startAssistant, textOf } from '../support/assistant';
import { CLI, runCli } from '../support/cli';
import { table } from '../support/configurations';
import { notebookOf } from '../support/notebook';
import { folderOf } from './descriptors';

const HEAD = 'import tensorflow as tf\nemb = tf.tpu.experimental.embedding\n';
const PROGRAM = `${HEAD}table = emb.TableConfig(1000, 16, name='t', optimizer=emb.Adagrad(0.1))
emb.TPUEmbedding(emb.FeatureConfig(table, output_shape=[16]), emb.SGD(0.1))
`;
const CONFIGURATION = `mode: TRAINING
batch_size_per_tensor_core: 8
num_hosts: 1
num_tensor_cores: 8
${table('user', 1000, 16, 2)}`;
const SETTINGS = { adagrad: {}, learningRate: { constant: 0.1 } };

const NAMES = ['check', 'lookup', 'show', 'diff', 'simulate'];

const libraryOf = (width: number) => `import keras_rs
L = keras_rs.layers
user = L.TableConfig('user', 1000, ${width}, optimizer='adagrad', placement='sparsecore')
layer = L.DistributedEmbedding({'u': L.FeatureConfig('u', user, (64,), (64, ${width}))})
`;

const folder = folderOf({
  'good.textproto': CONFIGURATION,
  'bad.textproto': CONFIGURATION.replace('TRAINING', 'TRAIN'),
  'other.textproto': '# proto-message: google.protobuf.FloatValue\nvalue: 1\n',
  'two.textproto': CONFIGURATION + table('item', 500, 8, 1),
  'good.py': PROGRAM,
  'library.py': libraryOf(16),
  'wider.py': libraryOf(32),
  'two.py': `${PROGRAM}emb.TPUEmbedding(emb.FeatureConfig(table), emb.Adam(0.1))\n`,
  'bad.py': PROGRAM.replace('name=', 'nam='),
  'refused.py': PROGRAM.replace('1000', '0'),
  'plain.py': 'print(1)\n',
  'unused.py':
    'from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb\nconfig = pb.TPUEmbeddingConfiguration(num_hosts=2)\n',
  'model.ipynb': notebookOf(PROGRAM.replace('name=', 'nam=')),
  'broken.ipynb': '{',
  'hosts.json': '{ "numHosts": 2 }',
  'hosts.pb': Buffer.of(0x20, 3),
  'many.binpb': Buffer.from('0a00'.repeat(500_001), 'hex'),
  'latin.py': Buffer.from(`${PROGRAM}# caf\xe9\n`, 'latin1'),
  'latin.json': Buffer.from('{ "tableDescriptor": [{ "name": "caf\xe9" }] }', 'latin1'),
  'strict/tpu-embedding.json': '{ "rules": { "learning-rate-missing": "error" } }',
  'broken/tpu-embedding.json': '{ "rules": 3 }',
  'steps.json': JSON.stringify({
    optimizationParameters: SETTINGS,
    initial: { parameters: [[0.5, 0.5]] },
    steps: [{ ids: [0], gradients: [[0.1, -0.2]] }],
  }),
});
const outside = folderOf({ 'secret.textproto': CONFIGURATION });
cpSync('test/fixtures/extraction', join(folder, 'models'), { recursive: true });
symlinkSync(join(outside, 'secret.textproto'), join(folder, 'link.textproto'));

let assistant: Assistant;
before(async () => {
  assistant = await startAssistant({ cwd: folder });
});
after(async () => {
  await assistant.close();
  for (const each of [folder, outside]) rmSync(each, { recursive: true });
});

/** A key in data that is in no schema. */
function undeclared(schema: Json | undefined, value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    const items: Json[] = (schema?.['anyOf'] ?? [schema ?? {}]).map((choice: Json) => choice['items']);
    const choices: Json = items.length > 1 ? { anyOf: items } : (items[0] ?? {});
    return value.flatMap((each) => undeclared(choices, each, `${path}[]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const choices: Json[] = schema?.['anyOf'] ?? [schema ?? {}];
  const each = choices.map((choice) => {
    const { properties, additionalProperties } = choice;
    // A plain object type allows any content.
    if (!properties && choice['type'] === 'object') return [];
    return Object.entries(value).flatMap(([name, member]) =>
      properties?.[name] || additionalProperties
        ? undeclared(properties?.[name] ?? additionalProperties, member, `${path}.${name}`)
        : [`${path}.${name}`],
    );
  });
  return each.reduce((best, found) => (found.length < best.length ? found : best));
}

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON holds
type Json = Readonly<Record<string, any>>;

/** A tool's answer must have exactly the declared properties. */
async function answer(name: string, given: Record<string, unknown>): Promise<{ data: Json; text: string }> {
  const result = await assistant.call(name, given);
  assert.ok(!result.isError, textOf(result));
  const { outputSchema } = assistant.tools.find((tool) => tool.name === name)!;
  assert.deepEqual(undeclared(outputSchema, result.structuredContent), []);
  assert.notEqual(textOf(result), '');
  return { data: result.structuredContent as Json, text: textOf(result) };
}

const json = async (...args: string[]): Promise<Json> =>
  JSON.parse((await runCli(args, { cwd: folder })).stdout);

suite('the tools', () => {
  test('declare that they only read, and declare their inputs and outputs', () => {
    const names = assistant.tools.map(({ name }) => name);
    assert.deepEqual(names, NAMES);
    for (const { name, title, description, annotations, inputSchema, outputSchema } of assistant.tools) {
      assert.ok(title && description, name);
      const { readOnlyHint, destructiveHint, openWorldHint } = annotations!;
      assert.deepEqual(
        { readOnlyHint, destructiveHint, openWorldHint },
        { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      );
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
        assert.ok((schema as Json)['description'], `${name}: ${argument}`);
      assert.equal(outputSchema?.type, 'object');
    }
  });

  for (const [name, given, ...command] of [
    ['show', { as: 'description', path: 'good.textproto' }, 'describe', 'good.textproto'],
    ['show', { as: 'memory', path: 'good.textproto' }, 'plan', 'good.textproto'],
    [
      'show',
      { as: 'memory', path: 'good.textproto', tpu: 'v5p-16' },
      'plan',
      '--tpu',
      'v5p-16',
      'good.textproto',
    ],
    ['show', { as: 'memory', path: 'two.py', numHosts: 2 }, 'plan', '--num-hosts', '2', 'two.py'],
    ['simulate', { path: 'good.textproto' }, 'simulate', '--last', 'good.textproto'],
    ['simulate', { path: 'good.py', line: 3, every: 100 }, 'simulate', '--every', '100', 'good.py:3'],
    [
      'simulate',
      {
        path: 'two.textproto',
        table: 'item',
        learningRate: 0.2,
        initial: { accumulators: 0.5 },
        scenario: { name: 'random', rows: 2, columns: 2 },
      },
      ...['simulate', '--last', '--table', 'item', '--learning-rate', '0.2', '--initial', 'accumulators=0.5'],
      ...['--scenario', 'random', '--rows', '2', '--columns', '2', 'two.textproto'],
    ],
    [
      'simulate',
      JSON.parse(readFileSync(join(folder, 'steps.json'), 'utf8')),
      ...['simulate', '--last', 'steps.json'],
    ],
  ] as const)
    test(`${name} answers ${JSON.stringify(given)} with the output of ${command.slice(0, 3).join(' ')} …`, async () => {
      const [verb, ...args] = command;
      const { data } = await answer(name, given);
      const { notes, ...found } = data;
      const expected = await json(verb!, '--format', 'json', ...args);
      assert.deepEqual(command[0] === 'plan' ? data : found, expected);
    });

  test("check returns the command's output, and the fixes of each problem", async () => {
    for (const path of [
      'good.textproto',
      'bad.textproto',
      'good.py',
      'bad.py',
      'model.ipynb',
      'latin.py',
      'other.textproto',
    ]) {
      const { data } = await answer('check', { path });
      const files = data['files'].map(({ diagnostics, ...file }: Json) => ({
        ...file,
        diagnostics: diagnostics.map(({ fixes, ...diagnostic }: Json) => diagnostic),
      }));
      assert.deepEqual({ ...data, files }, await json('check', '--format', 'json', path), path);
    }
    const { data, text } = await answer('check', { path: 'bad.textproto' });
    const [{ range, fixes }] = data['files'][0].diagnostics;
    assert.deepEqual(range.start, { line: 0, character: 6 });
    assert.deepEqual(fixes[0].changes, [{ range, newText: 'TRAINING' }]);
    assert.match(text, /^bad\.textproto:1:7: error: .* \[unknown-enum-value\]\n {4}mode: TRAIN\n/);
  });

  test('check with fix returns the fixed text, and does not change the file', async () => {
    const { data } = await answer('check', { path: 'bad.textproto', fix: true });
    assert.deepEqual(
      [data['fixedText'], data['summary']],
      [CONFIGURATION, { files: 1, errors: 0, warnings: 0, fixed: 1 }],
    );
    assert.match(readFileSync(join(folder, 'bad.textproto'), 'utf8'), /TRAIN\n/);
    const notebook = await answer('check', { path: 'model.ipynb', fix: true });
    assert.match(JSON.parse(notebook.data['fixedText']).cells[1].source, /\bname='t'/);
    const nothing = await answer('check', { text: CONFIGURATION, fix: true });
    assert.deepEqual([nothing.data['fixedText'], nothing.data['summary'].fixed], [undefined, 0]);
  });

  test('a text is checked like a file, by its language and path', async () => {
    assert.equal(
      (await answer('check', { text: PROGRAM.replace('name=', 'nam=') })).data['summary'].errors,
      1,
    );
    assert.equal(
      (await answer('check', { text: 'nam = 1', language: 'python' })).data['files'][0].note.code,
      'nothing-found',
    );
    const text = CONFIGURATION.replace(/ *learning_rate.*\n/, '');
    const severityAt = async (path: string) => {
      const { data } = await answer('check', { text, path });
      return data['files'][0].diagnostics.find(({ code }: Json) => code === 'learning-rate-missing').severity;
    };
    assert.equal(await severityAt('a.textproto'), 'warning');
    assert.equal(await severityAt('strict/a.textproto'), 'error');
  });

  test("derive returns the command's output, and the text of each configuration", async () => {
    for (const path of ['good.py', 'two.py', 'unused.py', 'refused.py']) {
      const { data } = await answer('show', {
        as: 'derived',
        path,
        numHosts: 1,
        numReplicas: 8,
        perReplicaBatchSize: 16,
      });
      const options = ['--num-hosts', '1', '--num-replicas', '8', '--per-replica-batch-size', '16'];
      const expected = await json('derive', '--format', 'json', ...options, path);
      assert.deepEqual(
        { configurations: data['configurations'].map(({ text, ...each }: Json) => each) },
        expected,
      );
      assert.equal(data['configurations'][0].text === '', path === 'refused.py');
    }
    const { data } = await answer('show', {
      as: 'derived',
      text: PROGRAM,
      numHosts: 1,
      numReplicas: 8,
      perReplicaBatchSize: 16,
    });
    const described = await answer('show', { as: 'description', text: data['configurations'][0].text });
    assert.deepEqual(described.data['outputs'], [{ name: '', shape: [16, 16] }]);
  });

  test("diff returns the command's output, and the places of each difference", async () => {
    for (const [before, after] of [
      ['good.textproto', 'two.textproto'],
      ['two.textproto', 'good.textproto'],
      ['good.textproto', 'good.textproto'],
      ['good.textproto', 'good.py'],
      ['unused.py', 'good.textproto'],
      ['hosts.json', 'unused.py'],
      ['good.textproto', 'hosts.pb'],
      ['library.py', 'wider.py'],
    ] as const) {
      const { data } = await answer('diff', { before: { path: before }, after: { path: after } });
      const differences = data['differences'].map(({ at, ...each }: Json) => each);
      assert.deepEqual({ ...data, differences }, await json('diff', '--format', 'json', before, after));
    }
    const { data, text } = await answer('diff', {
      before: { path: 'good.textproto' },
      after: { text: CONFIGURATION.replace('dimension: 16', 'dimension: 32') },
    });
    const [{ path, at }, ...others] = data['differences'];
    assert.deepEqual(
      [path, others, at.before.path, at.after.path],
      ['tables.user.dimension', [], 'good.textproto', 'text.textproto'],
    );
    assert.deepEqual(at.after.range.start, { line: 7, character: 2 });
    assert.match(text, /^Table user: dimension 16 → 32\n/);
  });

  test('diff says what keeps a checkpoint from loading', async () => {
    const [before, after] = ['good.textproto', 'two.textproto'];
    const { data } = await answer('diff', {
      before: { path: before },
      after: { path: after },
      breaking: true,
    });
    const breaking = data['breaking'].map(({ at, ...each }: Json) => each);
    assert.deepEqual(
      { ...data, breaking },
      await json('diff', '--breaking', '--format', 'json', before, after),
    );
    const wider = await answer('diff', {
      before: { path: before },
      after: { text: CONFIGURATION.replace('dimension: 16', 'dimension: 32') },
      breaking: true,
    });
    assert.match(wider.text, /^Table user has 32 columns instead of 16, /);
    assert.deepEqual(wider.data['breaking'][0].at.after.range.start, { line: 7, character: 2 });
    const same = await answer('diff', { before: { path: before }, after: { path: before }, breaking: true });
    assert.deepEqual([same.data, same.text], [{ loads: true, breaking: [] }, 'Checkpoints load.']);
  });

  for (const to of ['textproto', 'json', 'python', 'tf', 'base64', 'bytes'])
    test(`convert writes ${to} as the command does, and reads it back`, async () => {
      const path = 'good.textproto';
      const { data } = await answer('show', { path, as: to });
      const { stdout } = await runCli(['convert', '--to', to, path], { cwd: folder });
      // On the command line, text in that form is unchanged.
      if (to !== 'textproto') assert.equal(data['output'], stdout);
      if (to === 'tf') return;
      const back = await answer('show', { text: data['output'], as: 'textproto' });
      const compared = await answer('diff', { before: { path }, after: { text: back.data['output'] } });
      assert.deepEqual([back.data['from'], compared.data['same']], [to, true]);
    });

  test('convert reads bytes: in a file, and as base64', async () => {
    const { data } = await answer('show', { path: 'good.textproto', as: 'base64' });
    const expected = (await answer('show', { path: 'good.textproto', as: 'json' })).data['output'];
    writeFileSync(join(folder, 'good.binpb'), Buffer.from(data['output'], 'base64'));
    assert.equal((await answer('show', { path: 'good.binpb', as: 'json' })).data['output'], expected);
    const { output } = (await answer('show', { text: data['output'], from: 'binary', as: 'json' })).data;
    assert.equal(output, expected);
  });

  test("extract returns the command's configurations, with equal ones merged", async () => {
    for (const path of ['models', 'models/const.pb', 'models/basic.log', 'models/ckpt']) {
      const { data } = await answer('show', { as: 'extracted', path });
      const held = data['configurations'].flatMap(({ holders }: Json) =>
        holders.flatMap(({ path, nodes }: Json) => nodes.map((node: string) => `${path} ${node}`)),
      );
      const expected = (await json('extract', '--format', 'json', path))['configurations'];
      assert.ok(held.length > 0);
      assert.deepEqual(held.toSorted(), expected.map(({ at }: Json) => `${at.path} ${at.node}`).toSorted());
      for (const { text } of data['configurations'])
        assert.ok(!(await assistant.call('show', { text, as: 'json' })).isError);
    }
  });

  test("explain returns everything in a rule's description", async () => {
    for (const { code, severity, summary, group, href } of (await runCli(['rules', '--format', 'json'], {
      cwd: folder,
    }).then(({ stdout }) => JSON.parse(stdout))) as Json[]) {
      const { data } = await answer('lookup', { rule: code });
      assert.deepEqual(
        [data['code'], data['severity'], data['summary'], data['group'], data['href']],
        [code, severity, summary, group, href],
      );
    }
  });

  test('diagnose answers what explain --error prints, with the mistake in the file', async () => {
    const trace = `Traceback (most recent call last):
  File "bad.py", line 3, in <module>
TypeError: TableConfig.__init__() got an unexpected keyword argument 'nam'`;
    const { data } = await answer('lookup', { error: trace });
    const printed = await runCli(['explain', '--error', '--format', 'json', '-'], {
      cwd: folder,
      input: trace,
    });
    assert.deepEqual(data, JSON.parse(printed.stdout));
    const [{ rule, at, problem }] = data['explanations'];
    assert.deepEqual([rule, at, problem.line], ['unknown-argument', { path: 'bad.py', line: 3 }, 3]);
    assert.deepEqual((await answer('lookup', { error: 'KeyError: 3' })).data, { explanations: [] });
  });

  for (const [name, kind, full] of [
    ['clipping_limits', 'field', 'tensorflow.tpu.OptimizationParameters.clipping_limits'],
    ['clippingLimits', 'field', 'tensorflow.tpu.OptimizationParameters.clipping_limits'],
    ['LearningRate', 'message', 'tensorflow.tpu.LearningRate'],
    ['DIV_DEFAULT', 'enum value', 'tensorflow.tpu.TPUEmbeddingConfiguration.ShardingStrategy.DIV_DEFAULT'],
    ['TableConfig', 'class', 'tf.tpu.experimental.embedding.TableConfig'],
    ['tf.tpu.experimental.embedding.TableConfig', 'class', 'tf.tpu.experimental.embedding.TableConfig'],
    ['tensorflow.raw_ops.SendTPUEmbeddingGradients', 'op', 'tf.raw_ops.SendTPUEmbeddingGradients'],
    ['Adagrad.learning_rate', 'argument', 'tf.tpu.experimental.embedding.Adagrad.learning_rate'],
    [' adam.beta1 ', 'field', 'tensorflow.tpu.AdamParameters.beta1'],
  ] as const)
    test(`lookup finds ${name}`, async () => {
      const { data } = await answer('lookup', { name });
      const found = data['matches'].find((each: Json) => each['name'] === full);
      assert.equal(found?.kind, kind, data['matches'].map((each: Json) => each['name']).join());
      assert.notEqual(found.documentation, '');
    });

  test('lookup has documentation for everything that it lists', async () => {
    const { data } = await answer('lookup', { name: 'config' });
    assert.ok(data['more'] > 0);
    for (const { documentation } of data['matches']) assert.notEqual(documentation, '');
  });
});

/** Deeper than the limit for JSON. */
const deep = () => {
  let value: unknown = 1;
  for (let i = 0; i < 1000; i++) value = [value];
  return value;
};

suite('requests that cannot be answered', () => {
  for (const [what, name, given, problem] of [
    ['nothing', 'check', {}, /^Give text, or the path of a file that holds it\.$/],
    ['no arguments', 'lookup', undefined, /^Give one of name, rule and error\.$/],
    ['two questions', 'lookup', { name: 'Adam', rule: 'missing-colon' }, /^Give one of/],
    [
      'a slice for a description',
      'show',
      { as: 'description', path: 'good.textproto', tpu: 'v5p-8' },
      /^as: description does not take tpu/,
    ],
    [
      'a misspelled argument',
      'check',
      { pth: 'good.py' },
      /^There is no argument "pth"\. Did you mean path\?$/,
    ],
    [
      'a name of every object',
      'check',
      { constructor: 1 },
      /^There is no argument "constructor"\. There are text, path/,
    ],
    ['text that is none', 'check', { text: ['a'] }, /^text takes text, not \["a"\]\.$/],
    [
      'a fraction',
      'show',
      { as: 'derived', text: PROGRAM, numHosts: 1.5 },
      /^numHosts takes a whole number from 1 to 999999999, not 1\.5\.$/,
    ],
    [
      'another language',
      'check',
      { text: 'a', language: 'cobol' },
      /^language takes one of textproto, python, not "cobol"\.$/,
    ],
    ['depth', 'simulate', { optimizationParameters: { a: deep() } }, /nested more than 100 deep/],
    ['no such file', 'check', { path: 'none.py' }, /none\.py: there is no such file or folder\.$/],
    ['a folder', 'check', { path: 'strict' }, /strict: it is a folder\.$/],
    ['a null character', 'check', { path: 'a\0.py' }, /no file can have this name\.$/],
    ['a file elsewhere', 'check', { path: '../../etc/passwd' }, /is outside of .* Give the text instead\.$/],
    [
      'an absolute path elsewhere',
      'show',
      { as: 'description', path: join(outside, 'secret.textproto') },
      /is outside of /,
    ],
    ['a link to a file elsewhere', 'show', { as: 'description', path: 'link.textproto' }, /is outside of /],
    [
      'a message of too many values',
      'show',
      { path: 'many.binpb', as: 'textproto' },
      /has more than 500000 values/,
    ],
    ['a text said to lie elsewhere', 'check', { text: 'a', path: '/etc/a.textproto' }, /is outside of /],
    ['a URI of another machine', 'check', { path: 'file://host/a.py' }, /is no URI of a file|is outside of/],
    ['a notebook that is none', 'check', { path: 'broken.ipynb' }, /is not a notebook with Python code\.$/],
    [
      'a configuration file that makes no sense',
      'check',
      { text: 'a', path: 'broken/a.textproto' },
      /tpu-embedding\.json:1:\d+: /,
    ],
    [
      'another message',
      'show',
      { as: 'description', path: 'other.textproto' },
      /^other\.textproto: not a tensorflow\.tpu\.TPUEmbeddingConfiguration\./,
    ],
    [
      'Python to describe',
      'show',
      { as: 'description', path: 'good.py' },
      /is Python: a description is of text format/,
    ],
    [
      'text format to derive',
      'show',
      { as: 'derived', path: 'good.textproto' },
      /derived is of Python and notebooks/,
    ],
    [
      'a program without any',
      'show',
      { as: 'derived', path: 'plain.py' },
      /^Found no TPUEmbedding in plain\.py/,
    ],
    [
      'a program without any',
      'show',
      { as: 'memory', path: 'plain.py' },
      /^Found no TPUEmbedding in plain\.py/,
    ],
    ['a refused program', 'show', { as: 'memory', path: 'refused.py' }, /TensorFlow refuses this/],
    ['no such slice', 'show', { as: 'memory', path: 'good.textproto', tpu: 'v9-1' }, /v9/],
    [
      'hosts of a configuration',
      'show',
      { as: 'memory', path: 'good.textproto', numHosts: 2 },
      /^numHosts is for programs/,
    ],
    [
      'other hosts than the slice has',
      'show',
      { as: 'memory', path: 'good.py', tpu: 'v5p-16', numHosts: 3 },
      /numHosts says 3/,
    ],
    [
      'one of several optimizers',
      'simulate',
      { path: 'two.textproto' },
      /has several optimizers: .*Name a table with table, or a line/,
    ],
    ['no such table', 'simulate', { path: 'two.textproto', table: 'usr' }, /Did you mean "user"\?$/],
    [
      'a line without one',
      'simulate',
      { path: 'good.py', line: 1 },
      /^Line 1 of good\.py has no optimizer\.$/,
    ],
    [
      'no such scenario',
      'simulate',
      { path: 'good.textproto', scenario: 'zpf' },
      /one of zipf, .* expected, "zpf" found$/,
    ],
    [
      'too much work',
      'simulate',
      { path: 'good.textproto', scenario: { name: 'zipf', rows: 100000, steps: 100000 } },
      /take too long/,
    ],
    [
      'too many numbers',
      'simulate',
      { path: 'good.textproto', scenario: { name: 'random', rows: 100, columns: 100 } },
      /a larger every$/,
    ],
    [
      'too many losses',
      'simulate',
      { path: 'good.textproto', every: 1 },
      /^every takes at least 2 for 1000 steps\.$/,
    ],
    [
      'two optimizers',
      'simulate',
      { path: 'good.textproto', optimizationParameters: SETTINGS },
      /^Give path or optimizationParameters, not both\.$/,
    ],
    ['no such optimizer', 'simulate', { optimizationParameters: { adagrd: {} } }, /adagrd/],
    [
      'nothing to compare with',
      'diff',
      { before: { path: 'good.textproto' } },
      /^The argument after is missing: /,
    ],
    ['a side without a text', 'diff', { before: {}, after: { text: '' } }, /^Give text, or the path/],
    [
      'a misspelled member',
      'diff',
      { before: { pth: 'a' }, after: { text: '' } },
      /^There is no argument "before\.pth"\. Did you mean path\?$/,
    ],
    [
      'a side that is no object',
      'diff',
      { before: 'good.py', after: {} },
      /^before takes an object, not "good\.py"\.$/,
    ],
    [
      'one of several configurations',
      'diff',
      { before: { path: 'two.py' }, after: { path: 'good.py' } },
      /^two\.py makes several configurations\. Give line, as in two\.py:4, two\.py:5\.$/,
    ],
    [
      'a side in a form with a mistake',
      'diff',
      { before: { text: '{ "numHost": 2 }' }, after: { path: 'good.py' } },
      /^text:1:3: error: TPUEmbeddingConfiguration has no field "numHost"\./,
    ],
    [
      'a line without a configuration',
      'show',
      { path: 'two.py', line: 1, as: 'json' },
      /^No configuration is made at line 1 of two\.py\.$/,
    ],
    [
      'a form that there is not',
      'show',
      { path: 'good.py', as: 'yaml' },
      /^as takes one of description, .* bytes, not "yaml"\.$/,
    ],
    [
      'bytes that are no text',
      'show',
      { path: 'latin.json', as: 'textproto' },
      /^latin\.json:1:37: error: Byte 0xE9 .* is not UTF-8, .*\[not-utf8\]$/,
    ],
    ['a program that Python refuses', 'show', { path: 'latin.py', as: 'json' }, /not UTF-8, so Python/],
    ['JSON that is none', 'show', { text: '{"num_hosts": }', as: 'textproto' }, /^text:1:15: error: /],
    [
      'bytes that are no message',
      'show',
      { text: '////', from: 'base64', as: 'json' },
      /^text: byte 0: error: /,
    ],
    ['binary that is no base64', 'show', { text: '\u0001', as: 'json' }, /^Give binary as base64/],
    [
      'text format with a mistake',
      'show',
      { path: 'bad.textproto', as: 'json' },
      /^bad\.textproto:1:7: error: .*\[unknown-enum-value\]$/,
    ],
    ['no such model', 'show', { as: 'extracted', path: 'none' }, /there is no such file or folder\.$/],
    [
      'a file without any',
      'show',
      { as: 'extracted', path: 'steps.json' },
      /^steps\.json: no TPUEmbeddingConfiguration is logged here/,
    ],
    [
      'a folder without any',
      'show',
      { as: 'extracted', path: 'strict' },
      /^strict: nothing here looks like a graph, saved model, checkpoint or log of TensorFlow\.$/,
    ],
    ['a folder elsewhere', 'show', { as: 'extracted', path: '/etc' }, /is outside of /],
    ['no such rule', 'lookup', { rule: 'missing-coln' }, /Did you mean missing-colon\?$/],
    [
      'no such name',
      'lookup',
      { name: 'clipping_limts' },
      /^TPU embedding has no name "clipping_limts"\. Did you mean /,
    ],
    ['an empty name', 'lookup', { name: '' }, /^TPU embedding has no name ""/],
    [
      'a name of every object',
      'lookup',
      { name: 'hasOwnProperty' },
      /^TPU embedding has no name "hasOwnProperty"/,
    ],
  ] as const)
    test(`${what}: ${name} gives the reason`, async () => {
      const result = await assistant.call(name, given as Record<string, unknown> | undefined);
      assert.ok(result.isError, textOf(result));
      assert.match(textOf(result), problem);
    });

  test('an unknown tool is an error of the protocol', async () => {
    for (const [name, advice] of [
      ['chek', /There is no tool "chek"\. Did you mean check\?/],
      ['toString', /There is no tool "toString"/],
    ] as const)
      await assert.rejects(assistant.call(name, {}), advice);
  });
});

suite('an assistant', () => {
  test('with roots can have the files below them read, and no others', async () => {
    const uri = pathToFileURL(outside).href;
    const other = await startAssistant({ cwd: folder, roots: [uri] });
    assert.ok(!(await other.call('show', { as: 'description', path: 'secret.textproto' })).isError);
    assert.ok(!(await other.call('show', { as: 'description', path: `${uri}/secret.textproto` })).isError);
    assert.match(
      textOf(await other.call('show', { as: 'description', path: join(folder, 'good.textproto') })),
      /is outside of /,
    );
    await other.close();
  });

  test('started with folders can have their files read, whatever its roots are', async () => {
    const command = [process.execPath, CLI, 'mcp', outside, folder] as const;
    const other = await startAssistant({ cwd: '/', roots: [], command: [...command] });
    assert.ok(!(await other.call('show', { as: 'description', path: 'secret.textproto' })).isError);
    assert.ok(!(await other.call('show', { as: 'description', path: 'good.textproto' })).isError);
    assert.match(
      textOf(await other.call('show', { as: 'description', path: '/etc/passwd' })),
      /is outside of /,
    );
    await other.close();
  });

  test('sees the progress of long work, and can cancel it', async () => {
    const given = {
      path: 'good.textproto',
      scenario: { name: 'zipf', steps: 20000, lookups: 64 },
      every: 100,
    };
    const stop = new AbortController();
    const heard: number[] = [];
    const call = assistant.client.callTool({ name: 'simulate', arguments: given }, undefined, {
      signal: stop.signal,
      onprogress({ progress }) {
        heard.push(progress);
        if (heard.length === 2) stop.abort();
      },
    });
    await assert.rejects(call);
    assert.ok(heard[0]! < heard[1]!);
    assert.equal((await answer('lookup', { rule: 'missing-colon' })).data['severity'], 'error');
  });
});

/** Writes lines to the server and closes its input; returns its answers until it ends. */
async function say(lines: readonly string[], chunk = Number.POSITIVE_INFINITY, node: string[] = []) {
  const child = spawn(process.execPath, [...node, CLI, 'mcp'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  for (let i = 0; i < bytes.length; i += chunk) child.stdin.write(bytes.subarray(i, i + chunk));
  child.stdin.end();
  const status = await new Promise((done) => child.once('close', done));
  const answers = output.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json);
  return { status, stderr: output.stderr, answers };
}

const INITIALIZE = message(0, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});

function message(id: number, method: string, params?: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

suite('the server', () => {
  test('tells a user at a terminal that it waits for an assistant', async () => {
    const terminal = ['--import', 'data:text/javascript,process.stdin.isTTY = true'];
    const { stderr } = await say([], Number.POSITIVE_INFINITY, terminal);
    assert.match(
      stderr,
      /^tpu-embedding: Waiting for an assistant on standard input\. .* Press Ctrl\+C to stop\.\n$/,
    );
  });

  test('writes nothing but answers to standard output, and ends when its input does', async () => {
    const { status, stderr, answers } = await say([
      INITIALIZE,
      message(1, 'tools/call', { name: 'check', arguments: { path: 'bad.textproto' } }),
    ]);
    assert.deepEqual([status, stderr, answers.map(({ id }) => id)], [0, '', [0, 1]]);
    assert.equal(answers[0]!['result'].serverInfo.name, 'tpu-embedding');
  });

  test('keeps working after garbage, invalid messages and split messages', async () => {
    const garbage = [
      '',
      'Content-Length: 10',
      '\0\u{1f600}',
      '[]',
      'null',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":7,"result":{}}',
      '['.repeat(100_000),
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check","arguments":"no"}}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"check","arguments":{"__proto__":{"text":"a"}}}}',
      '{"jsonrpc":"2.0","id":3,"method":"tools/call"}',
      '{"jsonrpc":"2.0","id":4,"method":"constructor"}',
    ];
    const { status, answers } = await say(
      [
        INITIALIZE,
        ...garbage,
        message(5, 'tools/call', { name: 'check', arguments: { text: CONFIGURATION } }),
      ],
      1000,
    );
    assert.equal(status, 0);
    const byId = new Map(answers.map(({ id, ...rest }) => [id, rest]));
    for (const id of [1, 3, 4]) assert.ok(byId.get(id)?.['error'], `${id}`);
    assert.match(byId.get(2)!['result'].content[0].text, /^Give text, or the path/);
    assert.equal(byId.get(5)!['result'].structuredContent.summary.errors, 0);
  });

  test('reads a text of 20 MB, and reports that it is too large to be checked', async () => {
    const text = CONFIGURATION + '# a\n'.repeat(5_000_000);
    const { status, answers } = await say([
      INITIALIZE,
      message(1, 'tools/call', { name: 'check', arguments: { text } }),
    ]);
    assert.equal(status, 0);
    const [{ code }] = answers[1]!['result'].structuredContent.files[0].diagnostics;
    assert.equal(code, 'file-too-large');
  });
});
