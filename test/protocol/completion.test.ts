// Completion through the protocol: items by client capabilities, and their documentation.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { CompletionItem, InsertReplaceEdit, TextEdit } from 'vscode-languageserver-protocol';
import { endServers, LanguageClient } from '../support/client';
import { applyEdits, rangeOf } from './texts';

const URI = 'file:///w/a.textproto';
const TEXT = '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\nnum_hostess: 1\n';
/** After `num_ho`. */
const INSIDE = { line: 1, character: 6 };

after(endServers);

async function itemAt(client: LanguageClient, label: string, position = INSIDE): Promise<CompletionItem> {
  const items = await client.at<CompletionItem[]>('completion', URI, position);
  const item = items.find((each) => each.label === label);
  assert.ok(item, `${label} among ${items.map((each) => each.label).join(' ')}`);
  return item;
}

suite('completion', { concurrency: true }, () => {
  test('the server announces trigger characters and resolving', async () => {
    const client = await LanguageClient.start();
    const provider = client.initialized.capabilities.completionProvider;
    assert.equal(provider?.resolveProvider, true);
    for (const character of [':', '{', ' ', '#']) assert.ok(provider.triggerCharacters?.includes(character));
    await client.stop();
  });

  test('an item has an insert range and a replace range', async () => {
    const client = await LanguageClient.start();
    await client.open(URI, TEXT);
    const { textEdit } = await itemAt(client, 'num_hosts');
    const { newText, insert, replace } = textEdit as InsertReplaceEdit;
    assert.deepEqual(insert, rangeOf(TEXT, 'num_ho'));
    assert.deepEqual(replace.start, insert.start);
    assert.match(applyEdits(TEXT, [{ range: replace, newText }]), /^num_hosts\b(?!ess)/m);
    await client.stop();
  });

  test('a client without snippets and replace ranges gets plain text', async () => {
    const client = await LanguageClient.start({});
    const text = TEXT.replace('num_hostess: 1', 'tab');
    await client.open(URI, text);
    const items = await client.at<CompletionItem[]>('completion', URI, { line: 1, character: 3 });
    assert.ok(items.some(({ label }) => label === 'table_descriptor'));
    for (const { label, textEdit, insertTextFormat } of items) {
      assert.notEqual(insertTextFormat, 2, label);
      const { range, newText } = textEdit as TextEdit;
      assert.deepEqual(range, rangeOf(text, 'tab'), label);
      assert.doesNotMatch(newText, /\$/, label);
    }
    await client.stop();
  });

  test('documentation is only sent when an item is resolved', async () => {
    const client = await LanguageClient.start();
    await client.open(URI, TEXT);
    const item = await itemAt(client, 'num_hosts');
    assert.equal(item.documentation, undefined);
    const resolved = await client.connection.sendRequest<CompletionItem>('completionItem/resolve', item);
    assert.match(JSON.stringify(resolved.documentation), /"kind":"markdown","value":".*hosts/);
    assert.deepEqual({ ...resolved, documentation: undefined }, { ...item, documentation: undefined });
    await client.stop();
  });

  test('an item of another server is returned unchanged or rejected', async () => {
    const client = await LanguageClient.start();
    const resolve = (item: unknown) => client.connection.sendRequest('completionItem/resolve', item);
    assert.deepEqual(await resolve({ label: 'x' }), { label: 'x' });
    for (const item of [null, 7, { label: 'x', data: 7 }, { label: 'x', data: { kind: 'nonsense' } }]) {
      await resolve(item).catch(() => {});
    }
    await client.open(URI, TEXT);
    await itemAt(client, 'num_hosts');
    await client.stop();
  });
});
