// Python through the protocol: calls, text format in strings, and notebook cells.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type {
  CodeAction,
  CompletionItem,
  Diagnostic,
  Hover,
  Location,
  SignatureHelp,
  TextDocumentEdit,
  TextEdit,
} from 'vscode-languageserver-protocol';
import { endServers, LanguageClient, MODERN, type Published } from '../support/client';
import { applyEdits, positionOf, rangeOf, textIn } from './texts';

const URI = 'file:///w/model.py';

const CALL = `import tensorflow as tf

def step(config):
  return tf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=config)
`;

const TEXT = `from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2

config = text_format.Parse("""
mode TRAINING
""", pb2.TPUEmbeddingConfiguration())
config.num_hosts = 1
`;

let client: LanguageClient;
before(async () => {
  client = await LanguageClient.start();
});
after(endServers);

/** The text after the first action that does not silence a rule. */
function fixed(text: string, uri: string, actions: readonly CodeAction[]): string {
  const action = actions.find(({ title }) => !title.startsWith('Ignore'));
  const [change] = (action?.edit?.documentChanges ?? []) as TextDocumentEdit[];
  assert.equal(change?.textDocument.uri, uri);
  return applyEdits(text, change!.edits as TextEdit[]);
}

async function withDocument(text: string, body: () => Promise<void>): Promise<void> {
  await client.open(URI, text, 'python');
  await body();
  await client.close(URI);
}

suite('Python', () => {
  test('the server says when to ask for signatures and completion', () => {
    const { capabilities } = client.initialized;
    assert.deepEqual(capabilities.signatureHelpProvider?.triggerCharacters, ['(', ',', '=']);
    for (const character of '.\'"=(:{<[, #')
      assert.ok(capabilities.completionProvider?.triggerCharacters?.includes(character), character);
  });

  test('a wrong argument is reported and fixed', () =>
    withDocument(CALL, async () => {
      const diagnostics = await client.diagnostics(URI);
      const unknown = diagnostics.find(({ code }) => code === 'unknown-argument');
      assert.equal(textIn(CALL, unknown!.range), 'num_output');
      assert.equal(unknown!.severity, 1);
      const context = { diagnostics: [] };
      const actions = await client.request<CodeAction[]>('codeAction', URI, {
        range: unknown!.range,
        context,
      });
      assert.equal(fixed(CALL, URI, actions), CALL.replace('num_output', 'num_outputs'));
    }));

  test('fixes with placeholders are only for clients with snippets in edits', async () => {
    const text = CALL.replace('num_output=2, ', '');
    const titles = async (asked: LanguageClient) => {
      await asked.open(URI, text, 'python');
      const range = rangeOf(text, 'RecvTPUEmbeddingActivations');
      const context = { diagnostics: [] };
      const actions = await asked.request<CodeAction[]>('codeAction', URI, { range, context });
      await asked.close(URI);
      return actions.filter(({ title }) => title === 'Add num_outputs');
    };
    assert.deepEqual(await titles(client), []);
    const workspaceEdit = { documentChanges: true, snippetEditSupport: true };
    const knowing = await LanguageClient.start({
      ...MODERN,
      workspace: { ...MODERN.workspace, workspaceEdit },
    });
    const [action, ...more] = await titles(knowing);
    assert.deepEqual(more, []);
    const [change] = (action?.edit?.documentChanges ?? []) as TextDocumentEdit[];
    const at = positionOf(text, 'config)\n');
    at.character += 'config'.length;
    assert.deepEqual(change?.edits, [
      {
        range: { start: at, end: at },
        snippet: { kind: 'snippet', value: `, num_outputs=\${1:...}` },
      },
    ]);
    await knowing.stop();
  });

  test('ops are completed, described and signed', async () => {
    const text = CALL.replace(
      'RecvTPUEmbeddingActivations(num_output=2, config=config)',
      'RecvTPUEmbeddingActivations()',
    );
    await withDocument(text, async () => {
      const inCall = positionOf(text, '()\n');
      inCall.character++;
      const { signatures } = await client.at<SignatureHelp>('signatureHelp', URI, inCall);
      assert.match(signatures[0]!.label, /num_outputs/);
      const labels = signatures[0]!.parameters!.map(({ label }) =>
        signatures[0]!.label.slice(...(label as [number, number])),
      );
      assert.ok(
        labels.some((label) => label.startsWith('config')),
        `${labels}`,
      );
      const { contents, range } = await client.at<Hover>('hover', URI, positionOf(text, 'RecvTPU'));
      assert.match(JSON.stringify(contents), /num_outputs/);
      assert.equal(textIn(text, range!), 'RecvTPUEmbeddingActivations');
    });
  });

  test('completion offers the ops of the family', async () => {
    const text = CALL.replace('RecvTPUEmbeddingActivations(num_output=2, config=config)', '');
    await withDocument(text, async () => {
      const at = positionOf(text, 'raw_ops.');
      at.character += 'raw_ops.'.length;
      const context = { triggerKind: 2, triggerCharacter: '.' };
      const items = await client.request<CompletionItem[]>('completion', URI, { position: at, context });
      const item = items.find(({ label }) => label === 'SendTPUEmbeddingGradients');
      assert.ok(item, items.map(({ label }) => label).join());
      const resolved = await client.connection.sendRequest<CompletionItem>('completionItem/resolve', item);
      assert.match(JSON.stringify(resolved.documentation), /gradient/i);
    });
  });

  test('an outline, folds and selections of Python are left to the editor', () =>
    withDocument(CALL, async () => {
      for (const method of ['documentSymbol', 'foldingRange'])
        assert.equal(await client.request(method, URI), null, method);
      const positions = [{ line: 0, character: 0 }];
      assert.equal(await client.request('selectionRange', URI, { positions }), null);
      assert.deepEqual(await client.at('documentHighlight', URI, positionOf(CALL, 'config')), []);
    }));

  test('Python without TPU embedding has no diagnostics', () => {
    const text = 'import os\nos.path.join(num_output=2)\n"""mode TRAINING"""\n';
    return withDocument(text, async () => {
      assert.deepEqual(await client.diagnostics(URI), []);
      for (const word of ['os.path', 'num_output', 'TRAINING']) {
        const place = positionOf(text, word);
        assert.equal(await client.at('hover', URI, place), null);
        assert.equal(await client.at('signatureHelp', URI, place), null);
        assert.deepEqual(await client.at('completion', URI, place), []);
      }
    });
  });

  test('an edit of Python is in the next answer', () =>
    withDocument('import os\n', async () => {
      await client.change(URI, 2, [
        { range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }, text: CALL },
      ]);
      assert.equal(
        (await client.diagnostics(URI)).some(({ code }) => code === 'unknown-argument'),
        true,
      );
      await client.change(URI, 3, [{ range: rangeOf(CALL, 'num_output'), text: 'num_outputs' }]);
      assert.equal(
        (await client.diagnostics(URI)).some(({ code }) => code === 'unknown-argument'),
        false,
      );
    }));

  test('text format in a string is checked, explained and fixed', () =>
    withDocument(TEXT, async () => {
      const [diagnostic, ...more] = await client.diagnostics(URI);
      assert.deepEqual([diagnostic?.code, more.length], ['missing-colon', 0]);
      assert.deepEqual(diagnostic?.range, rangeOf(TEXT, 'mode'));
      const range = diagnostic!.range;
      const actions = await client.request<CodeAction[]>('codeAction', URI, {
        range,
        context: { diagnostics: [] },
      });
      assert.equal(fixed(TEXT, URI, actions), TEXT.replace('mode TRAINING', 'mode: TRAINING'));
      const all = { diagnostics: [], only: ['source.fixAll'] };
      const [fixAll] = await client.request<CodeAction[]>('codeAction', URI, { range, context: all });
      assert.ok(fixAll, 'fix all');
      assert.match(JSON.stringify(await client.at('hover', URI, range.start)), /Mode mode = /);
    }));
});

// ---------------------------------------------------------------- Notebooks

const NOTEBOOK = 'file:///w/a.ipynb';
const cellUri = (n: number) => `vscode-notebook-cell:/w/a.ipynb#${n}`;
const cellOf = (n: number) => ({ kind: 2, document: cellUri(n) });
const textOf = (n: number, text: string) => ({ uri: cellUri(n), languageId: 'python', version: 1, text });

const IMPORT = '%load_ext tensorboard\nimport tensorflow as tf';
const RECV = 'tf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=config)';

const openNotebook = (to: LanguageClient, ...texts: readonly string[]) =>
  to.openNotebook(
    NOTEBOOK,
    texts.map((text, n) => textOf(n, text)),
  );

const changeNotebook = (to: LanguageClient, version: number, cells: object) =>
  to.connection.sendNotification('notebookDocument/didChange', {
    notebookDocument: { uri: NOTEBOOK, version },
    change: { cells },
  });

const closeNotebook = (to: LanguageClient, ...cells: readonly number[]) =>
  to.connection.sendNotification('notebookDocument/didClose', {
    notebookDocument: { uri: NOTEBOOK },
    cellTextDocuments: cells.map((n) => ({ uri: cellUri(n) })),
  });

const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);

suite('notebooks', () => {
  test('the server asks for Python cells of notebooks', () => {
    assert.deepEqual(client.initialized.capabilities.notebookDocumentSync, {
      notebookSelector: [{ notebook: '*', cells: [{ language: 'python' }] }],
    });
  });

  test('names of one cell are known in the next, and positions are relative to the cell', async () => {
    await openNotebook(client, IMPORT, RECV);
    assert.deepEqual(await client.diagnostics(cellUri(0)), []);
    const [diagnostic] = await client.diagnostics(cellUri(1));
    assert.equal(diagnostic?.code, 'unknown-argument');
    assert.deepEqual(diagnostic.range, rangeOf(RECV, 'num_output'));
    const hover = await client.at<Hover>('hover', cellUri(1), positionOf(RECV, 'RecvTPU'));
    assert.deepEqual(hover.range, rangeOf(RECV, 'RecvTPUEmbeddingActivations'));
    const context = { diagnostics: [] };
    const actions = await client.request<CodeAction[]>('codeAction', cellUri(1), {
      range: diagnostic.range,
      context,
    });
    assert.equal(fixed(RECV, cellUri(1), actions), RECV.replace('num_output', 'num_outputs'));
    await closeNotebook(client, 0, 1);
    assert.deepEqual(await client.diagnostics(cellUri(1)), []);
  });

  test('a definition may be in another cell', async () => {
    const text = `from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
TEXT = """
table_descriptor { name: "user" }
feature_descriptor { table_id: 0 }
"""`;
    const parse = 'text_format.Parse(TEXT, pb2.TPUEmbeddingConfiguration())';
    await openNotebook(client, parse.replace('TEXT', '"mode: 1"'), text, parse);
    const place = positionOf(text, '0 }');
    const definition = await client.at<(Location & { targetUri?: string })[]>(
      'definition',
      cellUri(1),
      place,
    );
    assert.equal(definition[0]?.targetUri, cellUri(1));
    await closeNotebook(client, 0, 1, 2);
  });

  test('changed, added and removed cells take effect at once', async () => {
    const pushing = await LanguageClient.start({ ...MODERN, textDocument: {} });
    const latest = async (n: number, since: number) => {
      const accept = ({ uri }: Published) => uri === cellUri(n);
      return (await pushing.notification<Published>('textDocument/publishDiagnostics', accept, since))
        .diagnostics;
    };
    await openNotebook(pushing, IMPORT, RECV);
    assert.deepEqual(codes(await latest(1, 0)), ['unknown-argument']);

    let since = pushing.notified.length;
    const document = { uri: cellUri(0), version: 2 };
    const changes = [{ range: rangeOf(IMPORT, 'tensorflow'), text: 'os' }];
    await changeNotebook(pushing, 2, { textContent: [{ document, changes }] });
    assert.deepEqual(await latest(1, since), [], 'tf is not TensorFlow any more');

    since = pushing.notified.length;
    const added = { start: 1, deleteCount: 0, cells: [cellOf(2)] };
    await changeNotebook(pushing, 3, { structure: { array: added, didOpen: [textOf(2, IMPORT)] } });
    assert.deepEqual(codes(await latest(1, since)), ['unknown-argument'], 'tf is imported in between');

    since = pushing.notified.length;
    const removed = { start: 1, deleteCount: 1 };
    await changeNotebook(pushing, 4, { structure: { array: removed, didClose: [{ uri: cellUri(2) }] } });
    assert.deepEqual(await latest(1, since), []);
    assert.equal(await pushing.stop(), 0);
  });

  test('a client that pulls is told to pull again for the other cells', async () => {
    const other = await LanguageClient.start();
    await openNotebook(other, IMPORT, RECV);
    await other.diagnostics(cellUri(1));
    const since = other.notified.length;
    const textContent = [{ document: { uri: cellUri(0), version: 2 }, changes: [{ text: 'import os' }] }];
    await changeNotebook(other, 2, { textContent });
    await other.notification('workspace/diagnostic/refresh', () => true, since);
    assert.deepEqual(await other.diagnostics(cellUri(1)), []);
    await other.stop();
  });
});
