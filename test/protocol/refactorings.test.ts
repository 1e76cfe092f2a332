// Refactorings as code actions: immediate and deferred edits, reasons, snippets, and only on request.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { ClientCapabilities, CodeAction, TextDocumentEdit } from 'vscode-languageserver-protocol';
import { endServers, LanguageClient } from '../support/client';
import { applyEdits, positionOf, VALID } from './texts';

const URI = 'file:///w/a.textproto';

const able = (codeAction: object, workspaceEdit = {}): ClientCapabilities => ({
  workspace: { workspaceEdit: { documentChanges: true, ...workspaceEdit } },
  textDocument: { codeAction },
});

const LATER = able({ resolveSupport: { properties: ['edit'] }, dataSupport: true, disabledSupport: true });

async function open(capabilities: ClientCapabilities, text = VALID) {
  const client = await LanguageClient.start(capabilities);
  await client.open(URI, text);
  const ask = (word: string, only?: string[]) => {
    const position = positionOf(text, word);
    const range = { start: position, end: position };
    const context = { diagnostics: [], ...(only && { only }) };
    return client.request<CodeAction[]>('codeAction', URI, { range, context });
  };
  return { client, ask };
}

const titles = (actions: readonly CodeAction[]) => actions.map(({ title }) => title);

after(endServers);

suite('refactorings', { concurrency: true }, () => {
  test('a deferred edit is sent when the action is chosen, unless the text has changed', async () => {
    const { client, ask } = await open(LATER);
    const [action] = (await ask('adagrad', ['refactor'])).filter(({ title }) => title.startsWith('Give'));
    assert.equal(action!.kind, 'refactor.rewrite');
    assert.equal(action!.edit, undefined);
    const resolve = () => client.connection.sendRequest<CodeAction>('codeAction/resolve', action!);
    const [change] = (await resolve()).edit!.documentChanges as TextDocumentEdit[];
    assert.equal(change!.textDocument.version, 1);
    assert.match(applyEdits(VALID, change!.edits as never), /dynamic \{ tag: 0 \}/);
    client.change(URI, 2, [{ text: `${VALID}# more` }]);
    await assert.rejects(resolve, { code: -32801 });
    await client.stop();
  });

  test('an editor without deferred edits gets the edit at once', async () => {
    const { client, ask } = await open({});
    const [action] = (await ask('adagrad')).filter(({ title }) => title.startsWith('Give'));
    assert.match(JSON.stringify(action!.edit!.changes![URI]), /dynamic/);
    await client.stop();
  });

  test('an impossible refactoring is shown with its reason if the client asks for refactorings', async () => {
    const { client, ask } = await open(LATER);
    const convert = (actions: readonly CodeAction[]) =>
      actions.find(({ title }) => title === 'Convert to feature style');
    assert.match(convert(await ask('movie', ['refactor']))!.disabled!.reason, /derive a batch of/);
    assert.equal(convert(await ask('movie')), undefined);
    assert.deepEqual(titles(await ask('movie', ['quickfix'])), []);
    await client.stop();
  });

  test('placeholders are for editors with snippets', async () => {
    const { client, ask } = await open(able({}, { snippetEditSupport: true }));
    const limits = (actions: readonly CodeAction[]) => actions.find(({ title }) => title === 'Clip weights')!;
    // Editors indent all lines except the first themselves.
    assert.match(
      JSON.stringify(limits(await ask('adagrad'))),
      /\\nclipping_limits \{\\n {2}lower \{ value: \$\{1:-1\} \}/,
    );
    await client.stop();
    const plain = await open({});
    assert.match(JSON.stringify(limits(await plain.ask('adagrad'))), /lower \{ value: -1 \}/);
    await plain.client.stop();
  });
});
