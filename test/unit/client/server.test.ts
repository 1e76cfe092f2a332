import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import type { LogOutputChannel } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { errorHandler } from '../../../client/src/error-handler';
import { Server } from '../../../client/src/server';
import { quiet, withClock } from '../../support/scripted';
import { errorsShown } from '../../support/vscode';

const MINUTE = 60_000;

/** A running server, and for each process that was started the function that ends it. */
async function runningServer() {
  const ends: (() => void)[] = [];
  const client = {
    start: async () => {},
    dispose: async () => {},
    onNotification: () => ({ dispose: () => {} }),
  } as unknown as BaseLanguageClient;
  const log = { info: () => {} } as unknown as LogOutputChannel;
  const server = new Server(async (_log, onClosed) => {
    ends.push(onClosed);
    return client;
  }, log);
  server.need();
  await quiet();
  return { server, ends };
}

async function crash(ends: readonly (() => void)[], times = 1) {
  for (let time = 0; time < times; time++) {
    ends.at(-1)!();
    await quiet();
  }
}

suite('crashes of the language server', () => {
  beforeEach(() => void errorsShown.splice(0));

  test('the first four within three minutes restart it, and after the fifth only the user does', async () => {
    const { server, ends } = await runningServer();
    await crash(ends, 4);
    assert.deepEqual([server.state, ends.length, errorsShown], ['running', 5, []]);
    await crash(ends);
    server.need();
    await quiet();
    assert.deepEqual([server.state, ends.length], ['stopped', 5]);
    assert.match(errorsShown.join(), /crashed 5 times within 3 minutes and was not restarted/);
  });

  for (const [minutes, state] of [
    [2.9, 'stopped'],
    [3, 'running'],
  ] as const)
    test(`after four and another ${minutes} minutes later it is ${state}`, () =>
      withClock(async (pass) => {
        const { server, ends } = await runningServer();
        await crash(ends, 4);
        pass(minutes * MINUTE);
        await crash(ends);
        assert.equal(server.state, state);
      }));

  test('a restart by the user begins their count anew', async () => {
    const { server, ends } = await runningServer();
    await crash(ends, 4);
    await server.restart();
    await crash(ends, 4);
    assert.deepEqual([server.state, errorsShown], ['running', []]);
    await crash(ends);
    assert.equal(server.state, 'stopped');
  });

  test('more than three messages in a row that cannot be written count as one crash', async () => {
    const { server, ends } = await runningServer();
    const { error, closed } = errorHandler(ends[0]!);
    for (const count of [1, 2, 3]) await error(new Error('EPIPE'), undefined, count);
    await quiet();
    assert.equal(ends.length, 1);
    for (const count of [4, 5]) await error(new Error('EPIPE'), undefined, count);
    await closed();
    await quiet();
    assert.deepEqual([server.state, ends.length], ['running', 2]);
  });

  test('the end of a process that was stopped or replaced is none', async () => {
    const { server, ends } = await runningServer();
    await server.restart();
    ends[0]!();
    await quiet();
    assert.deepEqual([server.state, ends.length], ['running', 2]);
    await server.dispose();
    await crash(ends);
    assert.deepEqual([server.state, ends.length], ['stopped', 2]);
  });
});
