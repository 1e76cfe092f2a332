// The requests of the optimizer preview: lenses, the optimizer at a position, and edits.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import type { CodeLens, Position } from 'vscode-languageserver-protocol';
import type { ValueChange } from '../../server/src/configuration/value-change';
import type {
  OptimizerAtPlace,
  OptimizerEditParams,
  OptimizerEditResult,
} from '../../server/src/languages/protocol';
import type { TableCost } from '../../server/src/sizing/tables';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { applyEdits, positionOf, rangeOf, textIn, VALID } from './texts';

const URI = 'file:///w/a.textproto';
const MODEL = 'file:///w/model.py';

const CALL = `import tensorflow as tf
embedding = tf.tpu.experimental.embedding
table = embedding.TableConfig(1000, 16, optimizer=embedding.Adagrad(0.05), name='movie')
`;

const [, DOCS = ''] = readFileSync('docs/protocol.md', 'utf8').split('## Requests of our own');

const RATE = 'optimizationParameters.learningRate.constant';

const withPreview = (initializationOptions: object = { previewCommand: 'preview' }) =>
  LanguageClient.start(
    { ...MODERN, workspace: { ...MODERN.workspace, codeLens: { refreshSupport: true } } },
    { initializationOptions, settings: {} },
  );

let client: LanguageClient;
before(async () => {
  client = await withPreview();
  await client.open(URI, VALID);
  await client.open(MODEL, CALL, 'python');
});
after(endServers);

const at = (uri: string, position: Position) =>
  client.connection.sendRequest<OptimizerAtPlace | null>('tpuEmbedding/optimizerAt', { uri, position });

const edit = (uri: string, position: Position, version: number, changes: readonly ValueChange[]) =>
  client.connection.sendRequest<OptimizerEditResult>('tpuEmbedding/optimizerEdit', {
    uri,
    position,
    version,
    changes,
  });

function editsOf(result: OptimizerEditResult) {
  assert.ok('edits' in result, JSON.stringify(result));
  return result.edits;
}

function reasonOf(result: OptimizerEditResult): string {
  assert.ok('reason' in result, JSON.stringify(result));
  return result.reason;
}

suite('the optimizer at a place', () => {
  test('the optimizer at a place of text format is answered', async () => {
    const { editable, table, ...place } = (await at(URI, positionOf(VALID, 'dimension')))!;
    assert.equal(
      textIn(VALID, place.range),
      VALID.slice(VALID.indexOf('optimization_p'), VALID.indexOf('}\n}') + 1),
    );
    assert.deepEqual(place, {
      version: 1,
      range: place.range,
      title: 'movie',
      optimizationParameters: {
        adagrad: {},
        learningRate: { constant: 0.1 },
        gradientAccumulationStatus: 'ENABLED',
      },
      initial: {},
      unknown: [],
    });
    assert.ok(editable.includes(RATE));
    assert.deepEqual(table, {
      name: 'movie',
      vocabularySize: 1000,
      dimension: 16,
      paddedDimension: 16,
      rowsPerHost: [1000],
      variables: [
        { name: 'parameters', deviceBytes: 64000, hostBytes: 64000 },
        { name: 'accumulators', deviceBytes: 64000, hostBytes: 64000 },
        { name: 'gradient_accumulators', deviceBytes: 64000, hostBytes: 0 },
      ],
      deviceBytes: 192000,
      hostBytes: 128000,
      paddingBytes: 0,
    } satisfies TableCost);
  });

  test('the optimizer of a Python call is answered', async () => {
    const place = (await at(MODEL, positionOf(CALL, '1000')))!;
    assert.deepEqual(place.range, rangeOf(CALL, 'embedding.Adagrad(0.05)'));
    assert.deepEqual(place.initial, { accumulators: 0.1 });
    assert.equal(place.table?.name, 'movie');
  });

  test('the answer is null without an optimizer or an open file', async () => {
    assert.equal(await at(MODEL, positionOf(CALL, 'import')), null);
    assert.equal(await at('file:///w/other.py', { line: 0, character: 0 }), null);
  });
});

suite('edits of an optimizer', () => {
  for (const [uri, text, word] of [
    [URI, VALID, 'adagrad'],
    [MODEL, CALL, '0.05'],
  ] as const) {
    test(`are read back from ${uri}`, async () => {
      const position = positionOf(text, word);
      const result = await edit(uri, position, 1, [
        { path: RATE, value: 0.25 },
        { path: 'optimizationParameters.clippingLimits.lower', value: -1 },
        { path: 'optimizationParameters.gradientAccumulationStatus', value: 'DISABLED' },
      ]);
      const after = applyEdits(text, editsOf(result));
      await client.change(uri, 2, [{ text: after }]);
      const place = (await at(uri, position))!;
      assert.equal(place.version, 2);
      assert.deepEqual(place.optimizationParameters['learningRate'], { constant: 0.25 });
      assert.deepEqual(place.optimizationParameters['clippingLimits'], { lower: -1 });
      assert.equal(place.optimizationParameters['gradientAccumulationStatus'], 'DISABLED');
    });

    test(`of an outdated version of ${uri} are answered with a reason`, async () => {
      const result = await edit(uri, positionOf(text, word), 1, [{ path: RATE, value: 1 }]);
      assert.match(reasonOf(result), /changed since/);
    });
  }

  test('a change that arrives together with the request makes it outdated, too', async () => {
    const uri = 'file:///w/quick.textproto';
    await client.open(uri, VALID);
    void client.change(uri, 2, [{ range: rangeOf(VALID, '0.1'), text: '0.2' }]);
    const result = await edit(uri, positionOf(VALID, 'adagrad'), 1, [{ path: RATE, value: 1 }]);
    assert.match(reasonOf(result), /changed since/);
  });

  test('impossible edits are answered with a reason', async () => {
    const place = positionOf(CALL, '0.05');
    const none = { line: 0, character: 0 };
    for (const [result, reason] of [
      [await edit(MODEL, place, 2, [{ path: 'optimizationParameters.ftrl.l1', value: 1 }]), /ftrl\.l1/],
      [await edit(MODEL, place, 2, [{ path: RATE, value: 'fast' }]), /cannot be fast/],
      [await edit(MODEL, place, 2, [{ path: '__proto__.x', value: 1 }]), /__proto__/],
      [await edit(MODEL, none, 2, [{ path: RATE, value: 1 }]), /no longer there/],
      [await edit('file:///w/other.py', none, 1, []), /cannot edit/],
    ] as const)
      assert.match(reasonOf(result), reason);
  });
});

suite('docs/protocol.md', () => {
  const blocks = (language: string) =>
    [...DOCS.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, body]) => body!);
  const json = blocks('json').map((body) => JSON.parse(body) as Record<string, unknown>);
  const find = (key: string) => json.find((example) => key in example) as unknown;

  test('the server gives the documented answer to the documented request', async () => {
    const uri = 'file:///model.py';
    await client.open(uri, blocks('python')[0]!, 'python');
    const { editable, ...shown } = find('optimizationParameters') as OptimizerAtPlace;
    const { editable: paths, ...place } = (await at(uri, shown.range.start))!;
    assert.deepEqual({ ...place, version: shown.version }, shown);
    for (const path of editable.slice(0, -1)) assert.ok(paths.includes(path), path);
    const { position, changes } = find('changes') as OptimizerEditParams;
    assert.deepEqual(await edit(uri, position, 1, changes), find('edits'));
  });
});

suite('lenses', () => {
  const TEXT = 'file:///w/lenses.textproto';
  const PYTHON = 'file:///w/lenses.py';

  test('every optimizer has a lens with its place', async () => {
    await client.open(TEXT, VALID);
    await client.open(PYTHON, CALL, 'python');
    for (const [uri, text, word] of [
      [TEXT, VALID, 'optimization_parameters'],
      [PYTHON, CALL, 'embedding.Adagrad'],
    ] as const) {
      const lenses = await client.request<CodeLens[]>('codeLens', uri);
      const [lens, ...more] = lenses.filter(({ command }) => command!.title === 'Preview training');
      assert.equal(more.length, 0);
      const { start } = rangeOf(text, word);
      assert.deepEqual(lens!.range.start, start);
      assert.deepEqual(lens!.command, {
        title: 'Preview training',
        command: 'preview',
        arguments: [uri, start],
      });
      assert.equal((await at(uri, start))?.title, 'movie');
    }
  });

  test('a client without commands only gets lenses that are useful as text', async () => {
    const plain = await withPreview({});
    const text = VALID.replace('  num_features: 2\n', '').replace('batch_size_per_tensor_core: 8\n', '');
    await plain.open(TEXT, `${text}feature_descriptor { table_id: 0 input_shape: 8 }\n`);
    const lenses = await plain.request<CodeLens[]>('codeLens', TEXT);
    assert.deepEqual(
      lenses.map(({ command }) => command),
      ['188 KiB on the devices, 125 KiB on the hosts', '1 feature'].map((title) => ({ title, command: '' })),
    );
    await plain.stop();
  });

  test('a client that lists references gets those that a lens counts', async () => {
    const listing = await withPreview({ referencesCommand: 'list' });
    const text = `${VALID}feature_descriptor { table_id: 0 input_shape: 8 }\n`;
    await listing.open(TEXT, text);
    const lenses = await listing.request<CodeLens[]>('codeLens', TEXT);
    const { command, range } = lenses.find((lens) => lens.command!.title === '1 feature')!;
    const start = positionOf(text, '0 input_shape');
    const end = positionOf(text, ' input_shape');
    assert.deepEqual(command, {
      title: '1 feature',
      command: 'list',
      arguments: [TEXT, range.start, [{ uri: TEXT, range: { start, end } }]],
    });
    await listing.stop();
  });

  test('the setting codeLens hides lenses and makes the client refresh', async () => {
    const other = await withPreview();
    await other.open(TEXT, VALID);
    assert.equal((await other.request<CodeLens[]>('codeLens', TEXT)).length, 2);
    const since = other.notified.length;
    await other.configure({ codeLens: false }, null);
    await other.notification('workspace/codeLens/refresh', () => true, since);
    assert.deepEqual(await other.request('codeLens', TEXT), []);
    await other.configure({ codeLens: { preview: false } }, null);
    const [lens, ...more] = await other.request<CodeLens[]>('codeLens', TEXT);
    assert.deepEqual([lens?.command?.command, more.length], ['', 0]);
    await other.stop();
  });
});

suite('optimizers in notebooks', () => {
  const cellUri = (n: number) => `vscode-notebook-cell:/w/a.ipynb#${n}`;
  const cells = [
    'import tensorflow as tf\nembedding = tf.tpu.experimental.embedding\nRATE = 0.1',
    '# The optimizer\noptimizer = embedding.Adagrad(RATE)',
    "table = embedding.TableConfig(1000, 16, optimizer=optimizer, name='movie')",
  ];

  before(() =>
    client.openNotebook(
      'file:///w/a.ipynb',
      cells.map((text, n) => ({ uri: cellUri(n), version: n + 1, text })),
    ),
  );

  test('a lens is only in its cell', async () => {
    const lenses = await Promise.all(cells.map((_, n) => client.request<CodeLens[]>('codeLens', cellUri(n))));
    assert.deepEqual(
      lenses.map((own) => own.map(({ range }) => range)),
      [[], [rangeOf(cells[1]!, 'embedding.Adagrad(RATE)')], []],
    );
  });

  test('an optimizer in another cell is answered with its document and version', async () => {
    const place = (await at(cellUri(2), positionOf(cells[2]!, 'movie')))!;
    assert.equal(place.uri, cellUri(1));
    assert.equal(place.version, 2);
    assert.deepEqual(place.range, rangeOf(cells[1]!, 'embedding.Adagrad(RATE)'));
    assert.equal(place.title, 'movie');
    assert.deepEqual(place.optimizationParameters['learningRate'], { constant: 0.1 });
  });

  test('only values in the same cell can be edited', async () => {
    const place = positionOf(cells[1]!, 'RATE');
    const { editable, uri } = (await at(cellUri(1), place))!;
    assert.equal(uri, undefined);
    assert.ok(!editable.includes(RATE));
    assert.ok(editable.includes('initial.accumulators'));
    const refused = await edit(cellUri(1), place, 2, [{ path: RATE, value: 1 }]);
    assert.match(reasonOf(refused), /another cell/);
    const [change] = editsOf(await edit(cellUri(1), place, 2, [{ path: 'initial.accumulators', value: 1 }]));
    assert.equal(
      applyEdits(cells[1]!, [change!]),
      '# The optimizer\noptimizer = embedding.Adagrad(RATE, initial_accumulator_value=1.0)',
    );
  });
});
