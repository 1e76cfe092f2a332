// Diagnostics, pulled and pushed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { endServers, LanguageClient, MODERN, type Published } from '../support/client';
import { didChange, didOpen, RawClient, request } from './raw';
import { NO_COLON, rangeOf, VALID } from './texts';

const URI = 'file:///w/a.textproto';

interface Report {
  readonly kind: 'full' | 'unchanged';
  readonly resultId: string;
  readonly items?: readonly Diagnostic[];
}

after(endServers);

suite('diagnostics', { concurrency: true }, () => {
  test('a diagnostic has range, severity, code and link', async () => {
    const client = await LanguageClient.start();
    await client.open(URI, NO_COLON);
    const diagnostics = await client.diagnostics(URI);
    assert.equal(diagnostics.length, 1);
    const { message, codeDescription, ...rest } = diagnostics[0]!;
    assert.deepEqual(rest, {
      range: rangeOf(NO_COLON, 'mode'),
      severity: 1,
      code: 'missing-colon',
      source: 'tpu-embedding',
    });
    assert.match(String(message), /colon is missing/);
    assert.match(readFileSync(new URL(codeDescription!.href), 'utf8'), /^# missing-colon\n/);
    await client.stop();
  });

  test('a pull with the current result id is answered as unchanged', async () => {
    const client = await LanguageClient.start();
    const pull = (previousResultId?: string) =>
      client.request<Report>('diagnostic', URI, previousResultId === undefined ? {} : { previousResultId });
    await client.open(URI, NO_COLON);
    const first = await pull();
    assert.equal(first.kind, 'full');
    assert.equal(first.items?.length, 1);
    assert.deepEqual(await pull(first.resultId), { kind: 'unchanged', resultId: first.resultId });
    assert.equal((await pull('of another server')).kind, 'full');

    await client.change(URI, 2, [{ text: VALID }]);
    const second = await pull(first.resultId);
    assert.equal(second.kind, 'full');
    assert.deepEqual(second.items, []);
    assert.notEqual(second.resultId, first.resultId);

    await client.configure({ rules: { 'missing-colon': 'hint' } });
    assert.equal((await pull(second.resultId)).kind, 'full');
    await client.stop();
  });

  test('a client that pulls gets no pushed diagnostics', async () => {
    const client = await LanguageClient.start();
    await client.open(URI, NO_COLON);
    await client.diagnostics(URI);
    await client.close(URI);
    await client.stop();
    assert.ok(!client.notified.some(({ method }) => method === 'textDocument/publishDiagnostics'));
  });

  test('a client that announces pull but does not use it gets pushed diagnostics until it pulls', async () => {
    const client = await LanguageClient.start(MODERN, { timeout: 0 });
    await client.open(URI, NO_COLON);
    assert.equal((await client.publishedFor(URI, 1)).length, 1);
    await client.change(URI, 2, [{ text: VALID }]);
    assert.deepEqual(await client.publishedFor(URI, 2), []);
    await client.change(URI, 3, [{ text: NO_COLON }]);
    assert.equal((await client.publishedFor(URI, 3)).length, 1);

    const since = client.notified.length;
    assert.equal((await client.diagnostics(URI)).length, 1);
    await client.change(URI, 4, [{ text: VALID }]);
    assert.deepEqual(await client.diagnostics(URI), []);
    await client.close(URI);
    await client.stop();
    const published = client.notified.slice(since);
    assert.deepEqual(published, [
      { method: 'textDocument/publishDiagnostics', params: { uri: URI, diagnostics: [] } },
    ]);
  });

  test('a client that pulls only for its workspace gets no pushed diagnostics', async () => {
    const client = await LanguageClient.start(MODERN, { timeout: 0 });
    await client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
    await client.open(URI, NO_COLON);
    await client.request('foldingRange', URI);
    await client.stop();
    assert.ok(!client.notified.some(({ method }) => method === 'textDocument/publishDiagnostics'));
  });

  test('pushed diagnostics have a version, and are cleared when the document is closed', async () => {
    const client = await LanguageClient.start({});
    await client.open(URI, NO_COLON);
    const [diagnostic] = await client.publishedFor(URI, 1);
    assert.deepEqual(diagnostic?.range, rangeOf(NO_COLON, 'mode'));
    await client.change(URI, 2, [{ text: VALID }]);
    assert.deepEqual(await client.publishedFor(URI, 2), []);
    await client.change(URI, 3, [{ text: NO_COLON }]);
    assert.equal((await client.publishedFor(URI, 3)).length, 1);

    const since = client.notified.length;
    await client.close(URI);
    const published = await client.notification<Published>(
      'textDocument/publishDiagnostics',
      () => true,
      since,
    );
    assert.deepEqual(published, { uri: URI, diagnostics: [] });
    await client.stop();
  });

  test('a burst of changes causes one diagnosis', async () => {
    const client = new RawClient();
    await client.initialize();
    const changes = Array.from({ length: 50 }, (_, i) => didChange(URI, i + 2, i % 2 ? VALID : NO_COLON));
    client.send(didOpen(URI, VALID), ...changes, didChange(URI, 100, NO_COLON));
    const published = ({ method }: { method?: string }) => method === 'textDocument/publishDiagnostics';
    const { params } = await client.next(published);
    assert.equal((params as Published).version, 100);
    assert.equal((params as Published).diagnostics.length, 1);
    await client.stop();
    assert.equal(client.received.filter(published).length, 1);
  });

  test('a document that is closed at once has no diagnostics left', async () => {
    const client = new RawClient();
    await client.initialize();
    client.send(
      didOpen(URI, NO_COLON),
      { method: 'textDocument/didClose', params: { textDocument: { uri: URI } } },
      request(1, 'diagnostic', URI),
    );
    await client.answer(1);
    await client.stop();
    assert.ok(!client.received.some(({ method }) => method === 'textDocument/publishDiagnostics'));
  });

  test('a file of another message has no diagnostics', async () => {
    const client = await LanguageClient.start();
    const texts = {
      'a header that names another message': '# proto-message: tensorflow.GraphDef\nmode TRAINING\n',
      'fields that say nothing': 'node { name: "a" op "b" }\n',
      'no text': '',
    };
    for (const [what, text] of Object.entries(texts)) {
      await client.open(URI, text);
      assert.deepEqual(await client.diagnostics(URI), [], what);
      await client.close(URI);
    }
    await client.stop();
  });
});
