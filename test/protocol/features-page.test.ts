// docs/protocol.md has one row for each message of the protocol, and matches the server.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import * as protocol from 'vscode-languageserver-protocol';
import { ABSENT, FEATURES, SERVICE } from '../../scripts/features';
import { endServers, LanguageClient, MODERN } from '../support/client';

after(endServers);

interface Message {
  readonly method: string;
  readonly messageDirection: string;
  readonly type?: object;
  readonly capabilities?: { readonly server?: string };
}

const messages = (Object.values(protocol) as unknown[]).filter(
  (value): value is Message =>
    (typeof value === 'object' || typeof value === 'function') &&
    value !== null &&
    'method' in value &&
    'messageDirection' in value,
);

const METHOD_NOT_FOUND = -32601;

suite('the page of features', () => {
  const offered = FEATURES.flatMap(({ methods }) => methods);

  test('each message of the protocol is listed once', () => {
    const named = [...offered, ...Object.keys(SERVICE), ...Object.keys(ABSENT)];
    assert.deepEqual(named.toSorted(), [...new Set(messages.map(({ method }) => method))].sort());
  });

  test('the server answers exactly the requests that the page lists', async () => {
    const client = await LanguageClient.start(MODERN, {
      initializationOptions: { previewCommand: 'preview', configurationCommand: 'show' },
    });
    const answers = async (method: string) => {
      const position = { line: 0, character: 0 };
      const uri = 'file:///none';
      const params = { uri, textDocument: { uri }, position, positions: [position], items: [] };
      return client.connection.sendRequest<unknown>(method, params).then(
        () => true,
        ({ code }) => code !== METHOD_NOT_FOUND,
      );
    };
    for (const method of offered) assert.ok(await answers(method), `${method} is not answered`);
    const unanswerable = /\/(did|willSave)|^window|^telemetry/;
    for (const method of Object.keys(ABSENT).filter((name) => !unanswerable.test(name)))
      assert.ok(!(await answers(method)), `${method} is answered, but has no row of a feature`);
    await client.stop();
  });

  test('the server announces exactly the capabilities that the page lists', async () => {
    const client = await LanguageClient.start(MODERN, {
      initializationOptions: { previewCommand: 'preview', configurationCommand: 'show' },
    });
    const { capabilities } = client.initialized;
    const says = (path: string) =>
      path
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], capabilities);
    for (const { method, capabilities: needed } of messages) {
      if (!needed?.server || method in SERVICE) continue;
      assert.equal(Boolean(says(needed.server)), offered.includes(method), `${method}: ${needed.server}`);
    }
    await client.stop();
  });
});
