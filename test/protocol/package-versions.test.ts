// Problems of requirements and lock files in an editor, which asks the server for nothing else about them.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { ClientCapabilities, TextDocumentRegistrationOptions } from 'vscode-languageserver-protocol';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { NO_COLON, rangeOf } from './texts';

after(endServers);

const REGISTERING: ClientCapabilities = {
  ...MODERN,
  textDocument: {
    ...MODERN.textDocument,
    synchronization: { dynamicRegistration: true },
    diagnostic: { dynamicRegistration: true },
  },
};
const PUSHING: ClientCapabilities = { textDocument: { synchronization: { dynamicRegistration: true } } };

const WRONG = 'tensorflow==2.21.0\nprotobuf==7.36.2\n';
const RIGHT = 'tensorflow==2.21.0\nprotobuf==6.33.6\n';

/** The patterns that are registered for a method. */
async function patternsOf(client: LanguageClient, method: string): Promise<readonly string[]> {
  let patterns: readonly string[] = [];
  await client.registered<TextDocumentRegistrationOptions>(method, (all) => {
    patterns = all.flatMap(({ documentSelector }) =>
      (documentSelector ?? []).map((filter) => String((filter as { pattern?: unknown }).pattern)),
    );
    return patterns.length > 0;
  });
  return patterns;
}

suite('versions that do not go together', { concurrency: true }, () => {
  test('are reported at the line of the package, with the others and a way to silence them', async () => {
    const client = await LanguageClient.start(REGISTERING);
    const uri = 'file:///w/requirements.txt';
    await client.open(uri, WRONG, 'pip-requirements');
    const [problem, ...others] = await client.diagnostics(uri);
    assert.deepEqual(others, []);
    assert.deepEqual(problem!.range, rangeOf(WRONG, 'protobuf==7.36.2'));
    assert.deepEqual([problem!.severity, problem!.code], [2, 'package-versions']);
    assert.match(
      String(problem!.message),
      /^tensorflow 2\.21\.0 and protobuf 7\.36\.2 do not go together\. /,
    );
    const actions = await client.request<readonly { title: string }[]>('codeAction', uri, {
      range: problem!.range,
      context: { diagnostics: [problem] },
    });
    assert.deepEqual(
      actions.map(({ title }) => title).filter((title) => title.includes('package-versions')),
      ['Ignore package-versions on this line', 'Ignore package-versions in this file'],
    );
    await client.change(uri, 2, [{ range: rangeOf(WRONG, '7.36.2'), text: '6.33.6' }]);
    assert.deepEqual(await client.diagnostics(uri), []);
    await client.stop();
  });

  test('are reported whatever the editor calls the language', async () => {
    const client = await LanguageClient.start();
    const lock =
      '[[package]]\nname = "tensorflow"\nversion = "2.21.0"\n\n[[package]]\nname = "protobuf"\nversion = "7.1.0"\n';
    for (const [path, languageId, text] of [
      ['uv.lock', 'toml', lock],
      ['uv.lock', 'plaintext', lock],
      ['Dockerfile', 'dockerfile', `FROM python:3.12\nRUN pip install ${WRONG.trim().replace('\n', ' ')}\n`],
      ['environment.yml', 'yaml', 'dependencies:\n  - tensorflow=2.21\n  - protobuf=7.1\n'],
      ['base.in', 'pip-requirements', WRONG],
    ] as const) {
      const uri = `file:///w/${languageId}/${path}`;
      await client.open(uri, text, languageId);
      assert.deepEqual(
        (await client.diagnostics(uri)).map(({ code }) => code),
        ['package-versions'],
        path,
      );
    }
    await client.open('file:///w/notes.txt', WRONG, 'plaintext');
    assert.deepEqual(await client.diagnostics('file:///w/notes.txt'), []);
    await client.stop();
  });

  test('are the only thing that an editor is told to ask for', async () => {
    const client = await LanguageClient.start(REGISTERING);
    for (const method of ['didChange', 'didClose', 'diagnostic', 'didOpen']) {
      const patterns = await patternsOf(client, `textDocument/${method}`);
      for (const pattern of ['**/*requirements*.txt', '**/pyproject.toml', '**/Pipfile.lock'])
        assert.ok(patterns.includes(pattern), method);
    }
    const uri = 'file:///w/requirements.txt';
    await client.open(uri, WRONG, 'pip-requirements');
    const at = { position: { line: 0, character: 3 } };
    assert.equal(await client.request('hover', uri, at), null);
    assert.deepEqual(await client.request('completion', uri, at), []);
    assert.deepEqual(await client.request('codeLens', uri), []);
    await client.stop();
  });

  test('are not reported again with the workspace', async () => {
    const client = await LanguageClient.start(REGISTERING);
    await client.open('file:///w/requirements.txt', WRONG, 'pip-requirements');
    await client.open('file:///w/a.textproto', NO_COLON);
    const { items } = await client.connection.sendRequest<{ items: readonly { uri: string }[] }>(
      'workspace/diagnostic',
      { previousResultIds: [] },
    );
    assert.deepEqual(
      items.map(({ uri }) => uri),
      ['file:///w/a.textproto'],
    );
    await client.stop();
  });

  test('are pushed to an editor that does not pull', async () => {
    const client = await LanguageClient.start(PUSHING);
    assert.ok((await patternsOf(client, 'textDocument/didOpen')).length > 0);
    const uri = 'file:///w/constraints.txt';
    await client.open(uri, WRONG, 'plaintext');
    assert.deepEqual(
      (await client.publishedFor(uri, 1)).map(({ code }) => code),
      ['package-versions'],
    );
    await client.change(uri, 2, [{ text: RIGHT }]);
    assert.deepEqual(await client.publishedFor(uri, 2), []);
    await client.stop();
  });
});
