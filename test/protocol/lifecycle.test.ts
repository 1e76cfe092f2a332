// From the first message to the last: initialize, shutdown, exit, and misbehaving clients.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { after, suite, test } from 'node:test';
import { endServers, LanguageClient, MODERN, type Published, type StartOptions } from '../support/client';
import { didOpen, RawClient, request } from './raw';
import { NO_COLON, positionOf } from './texts';

const URI = 'file:///w/a.textproto';

const SERVER_NOT_INITIALIZED = -32002;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;

after(endServers);

suite('life cycle', { concurrency: true }, () => {
  test("initialize returns the server's capabilities", async () => {
    const client = await LanguageClient.start();
    const { serverInfo, capabilities } = client.initialized;
    assert.equal(serverInfo?.name, 'tpu-embedding');
    assert.match(serverInfo?.version ?? '', /^\d+\.\d+\.\d+/);
    assert.equal(capabilities.positionEncoding, 'utf-16');
    assert.deepEqual(capabilities.textDocumentSync, { openClose: true, change: 2, save: true });
    for (const provider of [
      'hoverProvider',
      'definitionProvider',
      'documentHighlightProvider',
      'documentSymbolProvider',
      'foldingRangeProvider',
      'selectionRangeProvider',
      'codeActionProvider',
      'completionProvider',
    ] as const) {
      assert.ok(capabilities[provider], provider);
    }
    assert.deepEqual(capabilities.codeActionProvider, {
      codeActionKinds: ['quickfix', 'refactor.rewrite', 'refactor.extract', 'source.fixAll.tpuEmbedding'],
      resolveProvider: true,
    });
    assert.equal(await client.stop(), 0);
  });

  test('diagnostics are pulled if the client supports it, otherwise pushed', async () => {
    const pulling = await LanguageClient.start();
    assert.deepEqual(pulling.initialized.capabilities.diagnosticProvider, {
      identifier: 'tpu-embedding',
      interFileDependencies: true,
      workspaceDiagnostics: true,
      workDoneProgress: true,
    });
    const pushing = await LanguageClient.start({});
    assert.equal(pushing.initialized.capabilities.diagnosticProvider, undefined);
    await Promise.all([pulling.stop(), pushing.stop()]);
  });

  test('a client that cannot be told to pull again is pushed its diagnostics, also after a change of settings', async () => {
    const client = await LanguageClient.start({ textDocument: { diagnostic: {} } });
    assert.equal(client.initialized.capabilities.diagnosticProvider, undefined);
    await client.open(URI, NO_COLON);
    assert.equal((await client.publishedFor(URI, 1))[0]?.code, 'missing-colon');
    const since = client.notified.length;
    await client.configure({ rules: { 'missing-colon': 'off' } });
    const { diagnostics } = await client.notification<Published>(
      'textDocument/publishDiagnostics',
      ({ uri }) => uri === URI,
      since,
    );
    assert.deepEqual(diagnostics, []);
    await client.stop();
  });

  test('the server speaks over IPC too', async () => {
    const client = await LanguageClient.start(MODERN, { transport: 'ipc' });
    await client.open(URI, NO_COLON);
    const [diagnostic] = await client.diagnostics(URI);
    assert.equal(diagnostic?.code, 'missing-colon');
    assert.equal(await client.stop(), 0);
  });

  const roots: Record<string, StartOptions> = {
    'workspace folders': { workspaceFolders: [{ uri: 'file:///w', name: 'w' }] },
    'a root alone': { rootUri: 'file:///w' },
    'neither a folder nor a process id': { processId: null, rootUri: null },
  };
  for (const [what, options] of Object.entries(roots)) {
    test(`a client may send ${what}`, async () => {
      const client = await LanguageClient.start({}, options);
      await client.open(URI, NO_COLON);
      assert.equal((await client.publishedFor(URI, 1))[0]?.code, 'missing-colon');
      assert.equal(await client.stop(), 0);
    });
  }

  test('requests before initialize are rejected, and initialize still works', async () => {
    const client = new RawClient();
    client.send(
      request(1, 'hover', URI, { position: { line: 0, character: 0 } }),
      request(2, 'diagnostic', URI),
      request(3, 'completion', URI, { position: { line: 0, character: 0 } }),
      { id: 4, method: 'tpuEmbedding/documentStatus', params: { uri: URI } },
    );
    for (const id of [1, 2, 3, 4]) assert.equal(await client.errorCode(id), SERVER_NOT_INITIALIZED);
    await client.initialize();
    client.send(
      didOpen(URI, NO_COLON),
      request(5, 'hover', URI, { position: positionOf(NO_COLON, 'num_hosts') }),
    );
    assert.match(JSON.stringify((await client.answer(5)).result), /num_hosts/);
    assert.equal(await client.stop(), 0);
  });

  test('a second initialize is rejected', async () => {
    const client = new RawClient();
    await client.initialize();
    client.send({
      id: 1,
      method: 'initialize',
      params: { processId: null, rootUri: null, capabilities: {} },
    });
    assert.equal(await client.errorCode(1), INVALID_REQUEST);
    assert.equal(await client.stop(), 0);
  });

  const WRONG: Readonly<Record<string, object>> = {
    'folders that are a text': { workspaceFolders: 'x' },
    'folders that are a number': { workspaceFolders: 5 },
    'a folder that is none': { workspaceFolders: [null, 5, {}, { uri: 5 }, { uri: 'file:///w', name: 'w' }] },
    'a root that is a number': { rootUri: 5 },
    'options that are a text': { initializationOptions: 'x' },
  };
  for (const [what, wrong] of Object.entries(WRONG))
    test(`${what} do not keep the server from starting`, async () => {
      const client = new RawClient();
      client.send({ id: 0, method: 'initialize', params: { processId: null, capabilities: {}, ...wrong } });
      assert.equal((await client.answer(0)).error, undefined);
      client.send(didOpen(URI, NO_COLON));
      const published = await client.next(({ method }) => method === 'textDocument/publishDiagnostics');
      assert.match(JSON.stringify(published), /missing-colon/);
      assert.equal(await client.stop(), 0);
    });

  test('notifications with wrong parameters are passed over', async () => {
    const client = new RawClient();
    await client.initialize({ workspace: { workspaceFolders: true } });
    for (const params of [undefined, {}, { event: null }, { event: { added: 5, removed: [null] } }])
      client.send({ method: 'workspace/didChangeWorkspaceFolders', params });
    client.send(didOpen(URI, NO_COLON));
    await client.next(({ method }) => method === 'textDocument/publishDiagnostics');
    assert.equal(await client.stop(), 0);
    assert.deepEqual(client.complaints, []);
  });

  test('requests after shutdown are rejected, and exit then succeeds', async () => {
    const client = new RawClient();
    await client.initialize();
    client.send({ id: 1, method: 'shutdown' });
    assert.equal((await client.answer(1)).result, null);
    client.send(
      request(2, 'hover', URI, { position: { line: 0, character: 0 } }),
      request(3, 'completion', URI, { position: { line: 0, character: 0 } }),
      { id: 4, method: 'tpuEmbedding/documentStatus', params: { uri: URI } },
    );
    for (const id of [2, 3, 4]) assert.equal(await client.errorCode(id), INVALID_REQUEST);
    client.send({ method: 'exit' });
    assert.equal(await client.exited, 0);
  });

  test('exit without shutdown is a failure', async () => {
    const client = new RawClient();
    await client.initialize();
    client.send({ method: 'exit' });
    assert.equal(await client.exited, 1);
  });

  test('an unknown request is refused, an unknown notification ignored', async () => {
    const client = new RawClient();
    await client.initialize();
    client.send({ method: 'tpuEmbedding/nonsense', params: {} }, { method: '$/nonsense', params: {} });
    client.send({ id: 1, method: 'tpuEmbedding/nonsense', params: {} });
    assert.equal(await client.errorCode(1), METHOD_NOT_FOUND);
    assert.equal(await client.stop(), 0);
  });

  test('the server ends when its input stream ends', async () => {
    const client = new RawClient();
    await client.initialize();
    client.process.stdin!.end();
    assert.equal(await client.exited, 1);
  });

  test('the server ends when the editor that started it ends', async () => {
    const gone = spawnSync(process.execPath, ['--version']).pid;
    const client = new RawClient();
    client.send({
      id: 0,
      method: 'initialize',
      params: { processId: gone, rootUri: null, capabilities: {} },
    });
    assert.equal(await client.exited, 1);
  });

  test('editors may add their process id to the command line', async () => {
    const client = new RawClient(['lsp', '--stdio', `--clientProcessId=${process.pid}`]);
    await client.initialize();
    assert.equal(await client.stop(), 0);
  });

  test('lsp without a transport says how to choose one', () => {
    const { status, stderr } = spawnSync(process.execPath, [resolve('dist/cli.js'), 'lsp'], {
      encoding: 'utf8',
    });
    assert.equal(status, 2);
    assert.match(stderr, /lsp --stdio/);
  });

  test('a client that fails at announced capabilities does not end the server', async () => {
    const client = new RawClient();
    await client.initialize({
      workspace: {
        configuration: true,
        didChangeConfiguration: { dynamicRegistration: true },
        diagnostics: { refreshSupport: true },
      },
      textDocument: { diagnostic: {} },
    });
    // Rejects every request of the server as unhandled.
    const refused = new Set<number>();
    for (let i = 0; i < 3; i++) {
      const { id } = await client.next(
        (m) => m.method !== undefined && m.id !== undefined && !refused.has(m.id),
      );
      refused.add(id!);
      client.send({ id: id!, error: { code: METHOD_NOT_FOUND, message: 'Unhandled method' } });
    }
    client.send(didOpen(URI, NO_COLON), request(100, 'diagnostic', URI));
    assert.match(JSON.stringify((await client.answer(100)).result), /missing-colon/);
    assert.equal(await client.stop(), 0);
  });

  test('a client that never answers gets answers after a while', async () => {
    const client = new RawClient(['lsp', '--stdio'], 1);
    await client.initialize({ workspace: { configuration: true }, textDocument: { diagnostic: {} } });
    client.send(didOpen(URI, NO_COLON), request(100, 'diagnostic', URI));
    assert.match(JSON.stringify((await client.answer(100)).result), /missing-colon/);
    assert.equal(await client.stop(), 0);
  });
});
