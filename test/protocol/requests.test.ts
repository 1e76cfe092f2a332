// Requests that are cancelled, outdated, malformed, or about unknown documents.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { endServers, LanguageClient } from '../support/client';
import { cancel, didChange, didOpen, RawClient, request } from './raw';
import { NO_COLON, positionOf, VALID } from './texts';

const URI = 'file:///w/a.textproto';
const PLACE = { position: positionOf(VALID, 'num_hosts') };

const REQUEST_CANCELLED = -32800;
const CONTENT_MODIFIED = -32801;

after(endServers);

suite('cancelled and outdated requests', { concurrency: true }, () => {
  test('a request that is cancelled in the queue is not started', async () => {
    const client = new RawClient();
    await client.initialize();
    client.send(
      didOpen(URI, VALID),
      request(1, 'hover', URI, PLACE),
      cancel(1),
      request(2, 'hover', URI, PLACE),
    );
    assert.equal(await client.errorCode(1), REQUEST_CANCELLED);
    assert.match(JSON.stringify(await client.answer(2)), /num_hosts/);
    // Cancellations that are late or name an unknown request.
    client.send(cancel(2), cancel(77), request(3, 'hover', URI, PLACE));
    assert.match(JSON.stringify(await client.answer(3)), /num_hosts/);
    await client.stop();
  });

  test('a request that is cancelled while it waits gets no answer', async () => {
    const client = new RawClient();
    await client.initialize({ workspace: { configuration: true } });
    const { id } = await client.next(({ method }) => method === 'workspace/configuration');
    // The hover waits for the settings, the completion does not: its answer shows that the server has read both.
    client.send(didOpen(URI, VALID), request(1, 'hover', URI, PLACE), request(2, 'completion', URI, PLACE));
    assert.ok((await client.answer(2)).result);
    client.send(cancel(1), { id: id!, result: [null] });
    assert.equal(await client.errorCode(1), REQUEST_CANCELLED);
    await client.stop();
  });

  test('a request that a change makes outdated fails with ContentModified', async () => {
    const client = new RawClient();
    await client.initialize();
    client.send(
      didOpen(URI, VALID),
      request(1, 'hover', URI, PLACE),
      request(2, 'documentSymbol', URI),
      request(3, 'codeAction', URI, { range: { start: PLACE.position, end: PLACE.position }, context: {} }),
      didChange(URI, 2, NO_COLON),
      request(4, 'hover', URI, PLACE),
    );
    for (const id of [1, 2, 3]) assert.equal(await client.errorCode(id), CONTENT_MODIFIED);
    assert.match(JSON.stringify((await client.answer(4)).result), /num_hosts/);
    client.send(request(5, 'hover', URI, PLACE), {
      method: 'textDocument/didClose',
      params: { textDocument: { uri: URI } },
    });
    assert.equal(await client.errorCode(5), CONTENT_MODIFIED);
    await client.stop();
  });

  test('a change of another document makes no request outdated', async () => {
    const client = new RawClient();
    await client.initialize();
    const other = 'file:///w/b.textproto';
    client.send(
      didOpen(URI, VALID),
      didOpen(other, VALID),
      request(1, 'hover', URI, PLACE),
      didChange(other, 2, NO_COLON),
    );
    assert.match(JSON.stringify((await client.answer(1)).result), /num_hosts/);
    await client.stop();
  });

  test('diagnostics requested before a change are those of the newest text', async () => {
    const client = new RawClient();
    await client.initialize({ textDocument: { diagnostic: {} } });
    client.send(didOpen(URI, VALID), request(1, 'diagnostic', URI), didChange(URI, 2, NO_COLON));
    const { result } = await client.answer(1);
    assert.match(JSON.stringify(result), /missing-colon/);
    await client.stop();
  });

  test('completion requested before a change is still answered', async () => {
    const client = new RawClient();
    await client.initialize();
    client.send(didOpen(URI, 'num_'), request(1, 'completion', URI, { position: { line: 0, character: 4 } }));
    client.send(
      didOpen(URI, `${VALID}prof`),
      request(2, 'completion', URI, { position: endOf(`${VALID}prof`) }),
    );
    client.send(didChange(URI, 2, `${VALID}profi`));
    assert.match(JSON.stringify((await client.answer(2)).result), /profile_data_directory/);
    await client.stop();
  });

  test('answers are in the order of the requests', async () => {
    const client = new RawClient();
    await client.initialize();
    const ids = Array.from({ length: 100 }, (_, i) => i + 1);
    client.send(didOpen(URI, VALID), ...ids.map((id) => request(id, 'hover', URI, PLACE)));
    await client.answer(100);
    const answered = client.received.flatMap(({ id, method }) => (id && method === undefined ? id : []));
    assert.deepEqual(answered, ids);
    await client.stop();
  });
});

function endOf(text: string) {
  const lines = text.split('\n');
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}

const CARET = { position: { line: 0, character: 0 } };
const RANGE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Every request about a document, with parameters and its empty answer. */
const REQUESTS: readonly (readonly [method: string, params: object, empty: unknown])[] = [
  ['hover', CARET, null],
  ['definition', CARET, null],
  ['documentHighlight', CARET, null],
  ['documentSymbol', {}, null],
  ['foldingRange', {}, null],
  ['selectionRange', { positions: [CARET.position] }, null],
  ['codeAction', { range: RANGE, context: { diagnostics: [] } }, null],
  ['completion', CARET, null],
  ['diagnostic', {}, { kind: 'full', items: [] }],
];

suite('unusual requests', () => {
  let client: LanguageClient;
  before(async () => {
    client = await LanguageClient.start();
    await client.open(URI, VALID);
  });

  for (const [method, params, empty] of REQUESTS) {
    test(`${method} of an unknown document is empty`, async () => {
      assert.deepEqual(await client.request(method, 'file:///w/unknown.textproto', params), empty);
    });
  }

  const places: Record<string, unknown> = {
    'beyond the last line': { line: 1_000_000, character: 0 },
    'beyond the end of the line': { line: 2, character: 1_000_000 },
    negative: { line: -5, character: -5 },
    fractional: { line: 1.5, character: 2.5 },
    'no number': { line: 'one', character: 'two' },
    null: null,
    missing: undefined,
  };
  for (const [what, position] of Object.entries(places)) {
    test(`a position that is ${what} gets an answer`, async () => {
      const range = { start: position, end: position };
      for (const [method] of REQUESTS) {
        const params = { position, range, positions: [position], context: { diagnostics: [] } };
        await client.request(method, URI, params);
      }
      assert.match(JSON.stringify(await client.request('hover', URI, PLACE)), /num_hosts/);
    });
  }

  test('a failing request is logged with its name', async () => {
    const since = client.notified.length;
    assert.equal(await client.request('hover', URI, { position: null }), null);
    const { message } = await client.notification<{ message: string }>(
      'window/logMessage',
      () => true,
      since,
    );
    assert.match(message, /textDocument\/hover of file:\/\/\/w\/a\.textproto failed/);
  });

  test('parameters of a wrong type are rejected, and the server keeps running', async () => {
    for (const params of [undefined, null, 7, [], {}, { textDocument: null }, { textDocument: {} }]) {
      for (const [method] of REQUESTS) {
        await client.connection.sendRequest(`textDocument/${method}`, params).catch(() => {});
      }
      for (const method of [
        'documentStatus',
        'optimizerAt',
        'optimizerEdit',
        'compare',
        'convert',
        'report',
      ]) {
        await client.connection.sendRequest(`tpuEmbedding/${method}`, params).catch(() => {});
      }
      for (const method of ['didOpen', 'didChange', 'didClose']) {
        await client.connection.sendNotification(`textDocument/${method}`, params as object);
      }
      await client.connection.sendNotification('workspace/didChangeConfiguration', params as object);
    }
    assert.match(JSON.stringify(await client.request('hover', URI, PLACE)), /num_hosts/);
  });
});
