// A call that is cancelled while it waits does not run.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { askTool } from '../../server/src/languages/protocol';
import { CLI } from '../support/cli';
import { endServers } from '../support/client';
import { folderOf } from './descriptors';
import { cancel, RawClient } from './raw';

after(endServers);

interface Message {
  readonly id?: unknown;
  readonly method?: string;
}

test('a call of an assistant that waits for its folders', async (t) => {
  const files = Array.from({ length: 5 }, (_, i) => `f${i}.textproto`);
  const folder = folderOf(Object.fromEntries(files.map((file) => [file, 'num_hosts: 1\n'])));
  // From then on, the first read changes when a file was last read.
  for (const file of files) utimesSync(join(folder, file), 1, 2);
  const isRead = (file: string) => statSync(join(folder, file)).atimeMs !== 1000;
  const child = spawn(process.execPath, [CLI, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'], cwd: folder });
  t.after(() => {
    child.kill();
    rmSync(folder, { recursive: true });
  });
  const send = (...messages: readonly object[]) =>
    child.stdin.write(messages.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join(''));
  const waiting = new Map<unknown, (message: Message) => void>();
  createInterface(child.stdout).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    waiting.get(message.method ?? message.id)?.(message);
  });
  const next = (key: unknown) => new Promise<Message>((found) => waiting.set(key, found));
  const started = next('start');
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: { roots: {} }, clientInfo };
  send({ id: 'start', method: 'initialize', params });
  await started;
  const asked = next('roots/list');
  const call = (id: unknown, name: string, given: object) => ({
    id,
    method: 'tools/call',
    params: { name, arguments: given },
  });
  send({ method: 'notifications/initialized' }, ...files.map((path, i) => call(i, 'describe', { path })));
  const { id } = await asked;
  const answered = next('last');
  send(
    ...[1, 2, 3, 4].map((requestId) => ({ method: 'notifications/cancelled', params: { requestId } })),
    call('last', 'explain', { code: 'missing-colon' }),
    { id, result: { roots: [] } },
  );
  await answered;
  if (!isRead(files[0]!)) return t.skip('the disk does not say what was read');
  assert.deepEqual(files.filter(isRead), [files[0]]);
});

test('a request about the workspace that waits for the settings', async () => {
  const client = new RawClient();
  const params = {
    processId: null,
    rootUri: null,
    workspaceFolders: [{ uri: 'virtual:/w', name: 'w' }],
    capabilities: { workspace: { configuration: true } },
    initializationOptions: { readsFiles: true },
  };
  client.send({ id: 0, method: 'initialize', params });
  await client.answer(0);
  client.send({ method: 'initialized', params: {} });
  const { id } = await client.next(({ method }) => method === 'workspace/configuration');
  const asked = { tool: 'check', arguments: { path: 'a.textproto' } };
  client.send({ id: 1, method: askTool, params: asked });
  // Its answer shows that the request before it has arrived.
  client.send({ id: 2, method: 'none' });
  await client.answer(2);
  client.send(cancel(1), { id: id!, result: [null] });
  // To check the file, the server would ask for it.
  const reaction = await client.next(
    (message) => message.id === 1 || message.method?.startsWith('tpuEmbedding/') === true,
  );
  assert.equal(reaction.error?.code, -32800);
  await client.stop();
});
