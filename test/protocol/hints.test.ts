// Inlay hints through the protocol: positions, edits, settings. Contents are tested elsewhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import type { CodeLens, InlayHint } from 'vscode-languageserver-protocol';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { applyEdits, positionOf, rangeOf, textIn, VALID } from './texts';

const URI = 'file:///w/a.textproto';
const TEXT = `${VALID.replace('dimension: 16', 'dimension: 20')
  .replace('  num_features: 2\n', '')
  .replace('    gradient_accumulation_status: ENABLED\n', '')
  .replace(
    'batch_size_per_tensor_core: 8\n',
    '',
  )}feature_descriptor { name: "seen" table_id: 0 input_shape: 8 }
`;

after(endServers);

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

async function labels(client: LanguageClient, uri: string, range = WHOLE) {
  const hints = await client.request<InlayHint[]>('inlayHint', uri, { range });
  return hints.map(({ label }) =>
    typeof label === 'string' ? label : label.map(({ value }) => value).join(''),
  );
}

suite('hints', () => {
  test('a label links to its target, and only hints of the requested range are sent', async () => {
    const client = await LanguageClient.start();
    await client.open(URI, TEXT);
    const hints = await client.request<InlayHint[]>('inlayHint', URI, {
      range: rangeOf(TEXT, 'table_id: 0'),
    });
    assert.equal(hints.length, 1);
    const { position, label, paddingLeft } = hints[0]!;
    assert.deepEqual([position, paddingLeft], [positionOf(TEXT, ' input_shape'), true]);
    assert.ok(typeof label !== 'string');
    assert.equal(label[0]!.value, 'movie');
    assert.equal(label[0]!.location?.uri, URI);
    assert.equal(textIn(TEXT, label[0]!.location!.range), '"movie"');
    await client.stop();
  });

  test('hints and lenses are in the language of a client that sends their texts, and problems in English', async () => {
    const translations = JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8'));
    const text = VALID.replace('vocabulary_size: 1000', 'vocabulary_size: 1234567');
    const ask = async (locale: string, initializationOptions: unknown) => {
      const client = await LanguageClient.start(MODERN, { locale, initializationOptions });
      await client.open(URI, text);
      const lenses = await client.request<CodeLens[]>('codeLens', URI, {});
      const found = [...(await labels(client, URI)), ...lenses.map(({ command }) => command!.title)];
      await client.stop();
      return found.join('; ');
    };
    const english = await ask('en', {});
    assert.match(english, /226 MiB on the devices, 151 MiB on the hosts/);
    assert.match(await ask('de', { translations }), /226 MiB auf den Geräten, 151 MiB auf den Hosts/);
    assert.equal(await ask('de', {}), english);
    assert.equal(await ask('no tag', { translations: {} }), english);
  });

  test('each kind has a setting, and changed settings make the client ask again', async () => {
    const client = await LanguageClient.start({
      ...MODERN,
      workspace: { ...MODERN.workspace, inlayHint: { refreshSupport: true } },
    });
    await client.open(URI, TEXT);
    assert.deepEqual(await labels(client, URI), ['movie', '→ [8, 20]']);
    await client.configure({ inlayHints: { memory: true, paddedWidth: true, batchSize: true } });
    const all = await labels(client, URI);
    const [memory] = all;
    assert.match(memory ?? '', /on the devices$/);
    assert.deepEqual(all.slice(1), ['padded to 24', '× 8 = 64 samples', 'movie', '→ [8, 20]']);
    const since = client.notified.length;
    await client.configure({
      inlayHints: { paddedWidth: true, batchSize: true, tables: false },
      'inlayHints.outputShapes': false,
    });
    await client.notification('workspace/inlayHint/refresh', () => true, since);
    assert.deepEqual((await labels(client, URI)).toSorted(), ['padded to 24', '× 8 = 64 samples']);
    await client.configure({ inlayHints: { defaults: true } });
    assert.ok((await labels(client, URI)).includes('gradient_accumulation_status: ENABLED'));
    await client.stop();
  });

  test('each notebook cell has its own hints, and a double click inserts into it', async () => {
    const client = await LanguageClient.start();
    const cells = [
      'import tensorflow as tf\nembedding = tf.tpu.experimental.embedding',
      "table = embedding.TableConfig(1000, 16, name='movie')",
    ];
    const cellUri = (n: number) => `vscode-notebook-cell:/w/a.ipynb#${n}`;
    await client.openNotebook(
      'file:///w/a.ipynb',
      cells.map((text, n) => ({ uri: cellUri(n), version: 1, text })),
    );
    await client.configure({ inlayHints: { argumentNames: true } });
    assert.deepEqual(await labels(client, cellUri(0)), []);
    const [first, second, ...more] = await client.request<InlayHint[]>('inlayHint', cellUri(1), {
      range: WHOLE,
    });
    assert.equal(more.length, 0);
    assert.deepEqual(second?.position, positionOf(cells[1]!, '16'));
    assert.equal(
      applyEdits(cells[1]!, first!.textEdits!),
      "table = embedding.TableConfig(vocabulary_size=1000, dim=16, name='movie')",
    );
    await client.stop();
  });

  test('a derived configuration has hints without edits', async () => {
    const client = await LanguageClient.start();
    const uri = 'tpu-embedding-configuration:/w/a.textproto';
    await client.open(uri, TEXT);
    await client.configure({ inlayHints: true });
    const hints = await client.request<InlayHint[]>('inlayHint', uri, { range: WHOLE });
    assert.ok(hints.length > 4);
    for (const { textEdits } of hints) assert.equal(textEdits, undefined);
    await client.stop();
  });
});
