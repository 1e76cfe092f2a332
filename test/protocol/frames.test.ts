// Standard input: complete, split and invalid frames.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, suite, test } from 'node:test';
import { endOf, endServers, OURS } from '../support/client';
import { RawClient, request } from './raw';

after(endServers);

const frame = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { processId: null, rootUri: null, capabilities: {} },
});

/** Sends bytes to a server without closing the connection; returns how the server ends. */
async function endAfter(bytes: string): Promise<{ status: number | null; stderr: string }> {
  const server = spawn(process.execPath, OURS, { stdio: ['pipe', 'ignore', 'pipe'] });
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // The server may end before everything is written.
  server.stdin.on('error', () => {}).write(bytes);
  const [status] = await Promise.all([endOf(server), once(server.stderr, 'end')]);
  return { status, stderr };
}

const BROKEN: Readonly<Record<string, { readonly bytes: string; readonly told: RegExp }>> = {
  'a negative length': { bytes: 'Content-Length: -5\r\n\r\n{}', told: /Content-Length "-5"/ },
  'a length in words': { bytes: 'Content-Length: abc\r\n\r\n{}', told: /Content-Length "abc"/ },
  'a length with a word behind it': { bytes: 'Content-Length: 2x\r\n\r\n{}', told: /Content-Length "2x"/ },
  'a fraction as length': { bytes: 'Content-Length: 2.5\r\n\r\n{}', told: /Content-Length "2\.5"/ },
  'an empty length': { bytes: 'Content-Length:\r\n\r\n{}', told: /Content-Length ""/ },
  'no length': { bytes: 'Content-Type: application/json\r\n\r\n{}', told: /without Content-Length/ },
  'a length beyond all reason': {
    bytes: 'Content-Length: 99999999999\r\n\r\n{}',
    told: /Content-Length "99999999999"/,
  },
  'an endless header': { bytes: 'x'.repeat(100_000), told: /header of more than \d+ bytes/ },
  'an endless header of many lines': {
    bytes: 'X-A: b\r\n'.repeat(10_000),
    told: /header of more than \d+ bytes/,
  },
  'a body that is no JSON': { bytes: frame('{ nonsense'), told: /cannot be read: .*JSON/ },
};

suite('frames', { concurrency: true }, () => {
  for (const [what, { bytes, told }] of Object.entries(BROKEN)) {
    for (const [when, before] of [
      ['first', ''],
      ['later', frame(INITIALIZE)],
    ] as const) {
      test(`${what}, sent ${when}, ends the server with a message`, async () => {
        const { status, stderr } = await endAfter(before + bytes);
        assert.equal(status, 1);
        assert.match(stderr, told);
        assert.match(stderr, /^tpu-embedding: The client sent .*\. The language server ends\.\n$/);
      });
    }
  }

  test('split frames, headers in any case and an empty body are read', async () => {
    const client = new RawClient();
    const shutdown =
      '{"jsonrpc":"2.0","id":1,"method":"shutdown","params":"\u00e9\\r\\n\\r\\nContent-Length: -5"}';
    const text = `content-LENGTH:${INITIALIZE.length}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n${INITIALIZE}${frame(shutdown)}`;
    const bytes = Buffer.from(text);
    for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 2) % 37 || 1) {
      await new Promise((done) => client.process.stdin!.write(bytes.subarray(at, at + size), done));
    }
    assert.equal((await client.answer(1)).error?.code ?? 0, 0);
    client.process.stdin!.end();
    assert.equal(await client.exited, 0);
  });

  test('a message that makes the library throw does not end the server', async () => {
    const client = new RawClient();
    await client.initialize();
    const cancel = (params: object) =>
      JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', ...params });
    client.process.stdin!.write(
      [{}, { params: null }, { params: 1 }, { params: [] }, { params: { id: null } }]
        .map((params) => frame(cancel(params)))
        .join(''),
    );
    client.send(request(1, 'hover', 'file:///w/a.textproto', { position: { line: 0, character: 0 } }));
    assert.equal((await client.answer(1)).result, null);
    assert.equal(await client.stop(), 0);
  });

  test('JSON that is not a message does not end the server', async () => {
    const client = new RawClient();
    await client.initialize();
    client.process.stdin!.write(
      ['null', '7', '[]', '"x"', '{}', '{"jsonrpc":"2.0","id":{}}'].map(frame).join(''),
    );
    client.send(request(1, 'hover', 'file:///w/a.textproto', { position: { line: 0, character: 0 } }));
    assert.equal((await client.answer(1)).result, null);
    assert.equal(await client.stop(), 0);
  });
});
