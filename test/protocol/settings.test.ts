// Settings in all ways in which editors send them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import {
  type ClientCapabilities,
  type Diagnostic,
  type DidChangeWatchedFilesRegistrationOptions,
  FileChangeType,
  type ShowMessageParams,
} from 'vscode-languageserver-protocol';
import { endServers, LanguageClient, MODERN, type StartOptions } from '../support/client';
import { descriptorSet, folderOf, ITEM } from './descriptors';
import { NO_COLON, VALID } from './texts';

const URI = 'file:///w/a.textproto';
const OFF = { rules: { 'missing-colon': 'off' } };

/** A client that pulls but does not support configuration requests. */
const UNASKED = { textDocument: { diagnostic: {} } };

const folder = folderOf({
  'sets/item.pb': descriptorSet('Item', 'price'),
  'sets/a set.pb': descriptorSet('Order', 'count'),
  'sets/broken.pb': new Uint8Array([1, 2, 3]),
  'sets/huge.pb': '',
});
truncateSync(join(folder, 'sets/huge.pb'), 64 * 1024 * 1024 + 1);
if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'sets/pipe')]);
after(() => rmSync(folder, { recursive: true }));
after(endServers);

async function codesWith(settings: unknown, text: string, uri = URI, options: StartOptions = {}) {
  const client = await LanguageClient.start(MODERN, { ...options, settings });
  await client.open(uri, text);
  const diagnostics = await client.diagnostics(uri);
  await client.stop();
  return diagnostics.map(({ code }) => code);
}

const severities = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ code, severity }) => [code, severity]);

suite('settings', { concurrency: true }, () => {
  test('the first answer uses the settings already', async () => {
    assert.deepEqual(await codesWith({}, NO_COLON), ['missing-colon']);
    assert.deepEqual(await codesWith(OFF, NO_COLON), []);
  });

  const startOptions: Record<string, StartOptions> = {
    'as they are': { initializationOptions: OFF },
    'in a section': { initializationOptions: { tpuEmbedding: OFF } },
  };
  for (const [how, options] of Object.entries(startOptions)) {
    test(`initialization options contain them ${how}, for a client without configuration requests`, async () => {
      const client = await LanguageClient.start(UNASKED, options);
      await client.open(URI, NO_COLON);
      assert.deepEqual(await client.diagnostics(URI), []);
      await client.stop();
    });

    test(`initialization options contain them ${how}, for a client that answers nothing`, async () => {
      const client = await LanguageClient.start(MODERN, { ...options, settings: null });
      await client.open(URI, NO_COLON);
      assert.deepEqual(await client.diagnostics(URI), []);
      // Emacs sends empty settings first.
      await client.configure(null, {});
      assert.deepEqual(await client.diagnostics(URI), []);
      await client.stop();
    });
  }

  test('a client with configuration requests is asked again when settings change', async () => {
    const client = await LanguageClient.start(MODERN, { settings: {} });
    await client.open(URI, NO_COLON);
    assert.equal((await client.diagnostics(URI)).length, 1);
    const since = client.notified.length;
    await client.configure(OFF, null);
    await client.notification('workspace/diagnostic/refresh', () => true, since);
    assert.deepEqual(await client.diagnostics(URI), []);
    await client.stop();
  });

  test('a client without configuration requests sends them', async () => {
    const client = await LanguageClient.start(UNASKED);
    await client.open(URI, NO_COLON);
    assert.equal((await client.diagnostics(URI)).length, 1);
    await client.configure(OFF);
    assert.deepEqual(await client.diagnostics(URI), []);
    await client.configure({});
    assert.equal((await client.diagnostics(URI)).length, 1);
    await client.stop();
  });

  test('without our section, settings return to their defaults', async () => {
    const client = await LanguageClient.start(UNASKED);
    await client.open(URI, NO_COLON);
    for (const without of [{ otherServer: {} }, {}, { tpuEmbedding: null }]) {
      await client.configure(OFF);
      assert.deepEqual(await client.diagnostics(URI), []);
      await client.configure(undefined, without);
      assert.equal((await client.diagnostics(URI)).length, 1, JSON.stringify(without));
    }
    await client.stop();
  });

  test('pushed diagnostics follow the settings', async () => {
    const client = await LanguageClient.start({});
    await client.open(URI, NO_COLON);
    assert.equal((await client.publishedFor(URI, 1)).length, 1);
    const since = client.notified.length;
    await client.configure(OFF);
    const { diagnostics } = await client.notification<{ diagnostics: Diagnostic[] }>(
      'textDocument/publishDiagnostics',
      () => true,
      since,
    );
    assert.deepEqual(diagnostics, []);
    await client.stop();
  });

  test('after several changes of settings the last one applies', async () => {
    const client = await LanguageClient.start(UNASKED);
    await client.open(URI, NO_COLON);
    for (const severity of ['off', 'hint', 'off', 'information']) {
      // These take a while to load, the last ones do not.
      const descriptorSets = severity === 'information' ? [] : [join(folder, 'sets/item.pb')];
      void client.configure({ rules: { 'missing-colon': severity }, descriptorSets });
    }
    assert.deepEqual(severities(await client.diagnostics(URI)), [['missing-colon', 3]]);
    await client.stop();
  });

  test('the setting rules accepts severities, and invalid values are ignored', async () => {
    const client = await LanguageClient.start(UNASKED);
    await client.open(URI, NO_COLON);
    const wanted = { error: 1, warning: 2, information: 3, hint: 4, fatal: 1 };
    for (const [word, severity] of Object.entries(wanted)) {
      await client.configure({ rules: { 'missing-colon': word } });
      assert.deepEqual(severities(await client.diagnostics(URI)), [['missing-colon', severity]], word);
    }
    for (const nonsense of [
      null,
      7,
      'x',
      [],
      { rules: 7, filePatterns: 'x', descriptorSets: {}, maxFileSize: -1 },
    ]) {
      await client.configure(nonsense);
      assert.deepEqual(severities(await client.diagnostics(URI)), [['missing-colon', 1]]);
    }
    await client.stop();
  });

  test('messages about a descriptor set show its control and bidirectional characters as numbers', async () => {
    const client = await LanguageClient.start(UNASKED);
    await client.open(URI, NO_COLON);
    await client.configure({ descriptorSets: ['/nowhere/a\u001b[31m\u202e.pb', '/nowhere/a\0.pb'] });
    await client.diagnostics(URI);
    const told = client.notified.flatMap((n) =>
      n.method === 'window/showMessage' ? [(n.params as ShowMessageParams).message] : [],
    );
    assert.equal(told.length, 2);
    assert.match(told[0]!, /\\u001b\[31m\\u202e\.pb/);
    assert.match(told[1]!, /\\u0000\.pb: no file can have this name\./);
    for (const message of told) assert.doesNotMatch(message, /[\p{Cc}\p{Bidi_Control}]/u);
    await client.stop();
  });

  test('each invalid setting is reported once, and the valid ones apply to every document', async () => {
    const client = await LanguageClient.start(UNASKED);
    await client.open(URI, NO_COLON);
    const mixed = {
      rules: { 'missing-colon': 'hint', constructor: 'off', 'dimension-padding': 'fatal' },
      filePatterns: ['', 7, '**/*.conf', '**/{'],
      descriptorSets: [join(folder, 'sets/missing.pb'), join(folder, 'sets/item.pb')],
      maxFileSize: 'ten',
      codeLens: 3,
    };
    const bad = ['"constructor"', '"fatal"', '""', '7', '"**/{"', 'missing.pb', '"ten"', '3'];
    await client.configure(mixed);
    assert.deepEqual(severities(await client.diagnostics(URI)), [['missing-colon', 4]]);
    const uri = 'file:///w/new.conf';
    await client.open(uri, NO_COLON.slice(NO_COLON.indexOf('\n') + 1), 'pbtxt');
    assert.deepEqual(severities(await client.diagnostics(uri)), [['missing-colon', 4]]);
    await client.open('file:///w/item.textproto', ITEM);
    assert.deepEqual(severities(await client.diagnostics('file:///w/item.textproto')), [
      ['unknown-field', 1],
    ]);

    const told = (method: string): string[] =>
      client.notified.flatMap((n) => (n.method === method ? [(n.params as ShowMessageParams).message] : []));
    const [logged, shown] = [told('window/logMessage'), told('window/showMessage')];
    for (const words of bad)
      assert.equal(logged.filter((m) => m.includes(` ${words}`) || m.includes(`/${words}`)).length, 1, words);
    // More messages would cover the screen.
    assert.deepEqual(shown, logged.slice(0, 5));

    await client.configure({ ...mixed, codeLens: false });
    await client.diagnostics(URI);
    assert.equal(told('window/showMessage').length, shown.length, 'told of twice');
    await client.configure({});
    await client.configure({ codeLens: 3 });
    await client.diagnostics(URI);
    assert.match(told('window/showMessage').slice(shown.length).join('\n'), /^tpuEmbedding\.codeLens: 3 .*$/);
    await client.stop();
  });

  test('filePatterns decide by name', async () => {
    const text = 'num_hosts 1\nbatch: 2\n';
    const settings = { filePatterns: ['**/tpu/*.pbtxt'] };
    const missingColons = async (uri: string, given: unknown) =>
      (await codesWith(given, text, uri)).filter((code) => code === 'missing-colon').length;
    assert.equal(await missingColons('file:///w/tpu/a.pbtxt', {}), 0);
    assert.equal(await missingColons('file:///w/tpu/a.pbtxt', settings), 1);
    assert.equal(await missingColons('file:///w/cpu/a.pbtxt', settings), 0);
  });

  test('a text above maxFileSize gets one note, and is checked when it shrinks', async () => {
    const maxFileSize = NO_COLON.length / 1024 / 1024;
    const client = await LanguageClient.start(MODERN, { settings: { maxFileSize } });
    await client.open(URI, `${NO_COLON}\n`);
    assert.deepEqual(severities(await client.diagnostics(URI)), [['file-too-large', 3]]);
    const last = NO_COLON.split('\n').length - 1;
    const lastLine = { start: { line: last, character: 0 }, end: { line: last + 1, character: 0 } };
    await client.change(URI, 2, [{ range: lastLine, text: '' }]);
    assert.ok((await client.diagnostics(URI)).some(({ code }) => code === 'missing-colon'));
    await client.change(URI, 3, [
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: '#\n\n' },
    ]);
    assert.deepEqual(severities(await client.diagnostics(URI)), [['file-too-large', 3]]);
    await client.stop();
  });

  test('descriptorSets add other messages, by absolute path', async () => {
    assert.deepEqual(await codesWith({}, ITEM), []);
    assert.deepEqual(await codesWith({ descriptorSets: [join(folder, 'sets/item.pb')] }, ITEM), [
      'unknown-field',
    ]);
  });

  const roots: Record<string, StartOptions> = {
    'the first workspace folder': { workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'w' }] },
    'the root where there are no folders': { rootUri: pathToFileURL(folder).href },
  };
  for (const [what, options] of Object.entries(roots)) {
    test(`descriptorSets may be relative to ${what}`, async () => {
      const settings = { descriptorSets: ['sets/item.pb', './sets/a set.pb'] };
      assert.deepEqual(await codesWith(settings, ITEM, URI, options), ['unknown-field']);
      const order = '# proto-message: shop.Order\ncounts: 1\n';
      assert.deepEqual(await codesWith(settings, order, URI, options), ['unknown-field']);
    });
  }

  test('an unreadable descriptor set is reported, and the others are read', async () => {
    const descriptorSets = ['missing.pb', 'broken.pb', 'item.pb'].map((name) => join(folder, 'sets', name));
    const client = await LanguageClient.start(MODERN, { settings: { descriptorSets } });
    for (const name of ['missing.pb', 'broken.pb']) {
      const { type, message } = await client.notification<ShowMessageParams>('window/showMessage', (params) =>
        params.message.includes(name),
      );
      assert.equal(type, 2);
      assert.match(message, /descriptorSets/);
    }
    await client.open(URI, ITEM);
    assert.deepEqual(severities(await client.diagnostics(URI)), [['unknown-field', 1]]);
    await client.open('file:///w/b.textproto', VALID);
    assert.deepEqual(await client.diagnostics('file:///w/b.textproto'), []);
    await client.stop();
  });

  const SPECIAL: Readonly<Record<string, string>> = {
    'a named pipe': join(folder, 'sets/pipe'),
    'a device': '/dev/zero',
    'a folder': join(folder, 'sets'),
    'a set of more than 64 MiB': join(folder, 'sets/huge.pb'),
    'a file on another computer': '//server/share/item.pb',
  };
  for (const [what, path] of Object.entries(SPECIAL)) {
    test(`${what} is rejected as a descriptor set, and the others are read`, {
      skip: process.platform === 'win32',
    }, async () => {
      const descriptorSets = [path, join(folder, 'sets/item.pb')];
      const client = await LanguageClient.start(MODERN, { settings: { descriptorSets } });
      await client.open(URI, ITEM);
      assert.deepEqual(severities(await client.diagnostics(URI)), [['unknown-field', 1]]);
      const { message } = await client.notification<ShowMessageParams>('window/showMessage');
      assert.ok(message.startsWith(`tpuEmbedding.descriptorSets: "${path}": `), message);
      await client.stop();
    });
  }

  const WATCHING: ClientCapabilities = {
    ...MODERN,
    workspace: {
      ...MODERN.workspace,
      didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    },
  };

  /** Waits until the client is asked to watch exactly these. */
  const watches = (client: LanguageClient, ...watched: readonly unknown[][]) =>
    client.registered<DidChangeWatchedFilesRegistrationOptions>('workspace/didChangeWatchedFiles', (all) => {
      const patterns = all.map(({ watchers }) => watchers.map(({ globPattern }) => globPattern));
      return isDeepStrictEqual(patterns, watched);
    });

  test('a descriptor set is read again when it appears, changes, breaks and is deleted', async () => {
    const root = folderOf({});
    const baseUri = pathToFileURL(root).href;
    const client = await LanguageClient.start(WATCHING, {
      settings: { descriptorSets: ['sets/item.pb'] },
      workspaceFolders: [{ uri: baseUri, name: 'w' }],
    });
    await watches(client, [{ baseUri, pattern: 'sets/item.pb' }]);
    await client.open(URI, ITEM);
    assert.deepEqual(await client.diagnostics(URI), []);

    const changed = async (type: FileChangeType) => {
      const since = client.notified.length;
      const changes = [{ uri: `${baseUri}/sets/item.pb`, type }];
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
      await client.notification('workspace/diagnostic/refresh', () => true, since);
      return (await client.diagnostics(URI)).map(({ code }) => code);
    };
    const path = join(root, 'sets/item.pb');
    mkdirSync(join(root, 'sets'));
    writeFileSync(path, descriptorSet('Item', 'price'));
    assert.deepEqual(await changed(FileChangeType.Created), ['unknown-field']);
    writeFileSync(path, descriptorSet('Item', 'prise'));
    assert.deepEqual(await changed(FileChangeType.Changed), []);
    writeFileSync(path, 'broken');
    assert.deepEqual(await changed(FileChangeType.Changed), []);
    writeFileSync(path, descriptorSet('Item', 'price'));
    assert.deepEqual(await changed(FileChangeType.Changed), ['unknown-field']);
    rmSync(path);
    assert.deepEqual(await changed(FileChangeType.Deleted), []);
    const told = client.notified.filter(({ method }) => method === 'window/showMessage');
    assert.equal(told.length, 3, 'missing, broken, missing');
    await client.stop();
    rmSync(root, { recursive: true });
  });

  test('the watched files follow the descriptor sets in the settings', async () => {
    const client = await LanguageClient.start(WATCHING, { settings: { descriptorSets: ['/sets/a.pb'] } });
    await watches(client, [{ baseUri: 'file:///sets', pattern: 'a.pb' }]);
    await client.configure({ descriptorSets: ['/sets/b.pb', '/sets/c.pb'] });
    await watches(client, [
      { baseUri: 'file:///sets', pattern: 'b.pb' },
      { baseUri: 'file:///sets', pattern: 'c.pb' },
    ]);
    await client.configure({ descriptorSets: [] });
    await watches(client);
    await client.stop();
  });
});
