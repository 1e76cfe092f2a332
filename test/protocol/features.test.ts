// Each feature once through the protocol: capabilities, conversions, URIs. Contents are tested elsewhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type {
  CodeAction,
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  LocationLink,
  SelectionRange,
  TextDocumentEdit,
} from 'vscode-languageserver-protocol';
import type { DocumentStatus } from '../../server/src/languages/protocol';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { applyEdits, NO_COLON, positionOf, rangeOf, textIn, VALID } from './texts';

const URI = 'file:///w/a.textproto';

const FEATURES = `${VALID.replace('  num_features: 2\n', '').replace('batch_size_per_tensor_core: 8\n', '')}\
feature_descriptor { name: "watched" table_id: 0 input_shape: [8] }
`;

let client: LanguageClient;
/** An editor with minimal capabilities. */
let plain: LanguageClient;
before(async () => {
  client = await LanguageClient.start();
  plain = await LanguageClient.start({});
  for (const each of [client, plain]) {
    await each.open(URI, FEATURES);
    await each.open('file:///w/mistake.textproto', NO_COLON);
  }
});
after(endServers);

suite('features', () => {
  test('hover has Markdown and a range', async () => {
    const { contents, range } = await client.at<Hover>('hover', URI, positionOf(FEATURES, 'num_hosts'));
    assert.equal(textIn(FEATURES, range!), 'num_hosts');
    assert.match(JSON.stringify(contents), /"kind":"markdown".*int32 num_hosts/);
    assert.equal(await client.at('hover', URI, positionOf(FEATURES, '{')), null);
  });

  test('a client with its own views for rules and schemas gets links to them', async () => {
    const viewing = await LanguageClient.start(MODERN, {
      initializationOptions: { ruleCommand: 'showRule', rulePages: 'view:/rules', protos: 'view:/protos' },
    });
    const uri = 'file:///w/mistake.textproto';
    await viewing.open(uri, NO_COLON);
    const [diagnostic] = await viewing.diagnostics(uri);
    assert.equal(diagnostic!.codeDescription!.href, 'view:/rules/missing-colon.md');
    const [link] = await viewing.at<LocationLink[]>('definition', uri, positionOf(NO_COLON, 'num_hosts'));
    assert.match(link!.targetUri, /^view:\/protos\/tensorflow\/.*\.proto$/);
    const asked = { range: diagnostic!.range, context: { diagnostics: [] } };
    const actions = await viewing.request<CodeAction[]>('codeAction', uri, asked);
    assert.deepEqual(actions.at(-1), {
      title: 'Explain missing-colon',
      kind: 'quickfix',
      diagnostics: [diagnostic],
      command: { title: 'Explain missing-colon', command: 'showRule', arguments: ['missing-colon'] },
    });
    assert.equal(actions.filter(({ command }) => command).length, 1);
    await viewing.stop();
  });

  test('definition of a field is its declaration in a .proto file', async () => {
    const [link, ...more] = await client.at<LocationLink[]>(
      'definition',
      URI,
      positionOf(FEATURES, 'num_hosts'),
    );
    assert.equal(more.length, 0);
    assert.equal(textIn(FEATURES, link!.originSelectionRange!), 'num_hosts');
    const proto = readFileSync(fileURLToPath(link!.targetUri), 'utf8');
    assert.equal(textIn(proto, link!.targetSelectionRange), 'num_hosts');
    assert.match(textIn(proto, link!.targetRange), /num_hosts/);
  });

  test('definition of a table id is the name of the table', async () => {
    const position = positionOf(FEATURES, '0 input_shape');
    const [link] = await client.at<LocationLink[]>('definition', URI, position);
    assert.equal(link!.targetUri, URI);
    assert.match(textIn(FEATURES, link!.targetSelectionRange), /movie/);
  });

  test('definition is a plain location for a client without link support', async () => {
    const found = await plain.at<Location>('definition', URI, positionOf(FEATURES, 'TRAINING'));
    assert.deepEqual(Object.keys(found).sort(), ['range', 'uri']);
    assert.equal(textIn(readFileSync(fileURLToPath(found.uri), 'utf8'), found.range), 'TRAINING');
    assert.equal(await plain.at('definition', URI, positionOf(FEATURES, '{')), null);
  });

  test('highlights mark a table and the features that use it', async () => {
    const found = await client.at<DocumentHighlight[]>(
      'documentHighlight',
      URI,
      positionOf(FEATURES, 'movie'),
    );
    assert.deepEqual(
      found.map(({ range }) => textIn(FEATURES, range)),
      ['"movie"', '0'],
    );
  });

  test('folding ranges are whole lines; the closing bracket stays visible', async () => {
    const found = await client.request<FoldingRange[]>('foldingRange', URI);
    const lines = FEATURES.split('\n');
    const table = lines.indexOf('table_descriptor {');
    const parameters = lines.indexOf('  optimization_parameters {');
    const blocks = found.filter(({ kind }) => kind === undefined);
    assert.deepEqual(
      blocks.map(({ startLine, endLine }) => [startLine, endLine]),
      [
        [table, lines.indexOf('}') - 1],
        [parameters, lines.indexOf('  }') - 1],
      ],
    );
  });

  test('selection ranges grow from the value to the whole text, one chain per position', async () => {
    const positions = [positionOf(FEATURES, 'movie'), positionOf(FEATURES, 'TRAINING')];
    const found = await client.request<SelectionRange[]>('selectionRange', URI, { positions });
    const texts = found.map((range) => {
      const chain: string[] = [];
      for (let at: SelectionRange | undefined = range; at; at = at.parent)
        chain.push(textIn(FEATURES, at.range));
      return chain;
    });
    assert.equal(texts.length, 2);
    assert.deepEqual(texts[0]!.slice(0, 3), ['movie', '"movie"', 'name: "movie"']);
    assert.deepEqual(texts[1], ['TRAINING', 'mode: TRAINING', FEATURES]);
    for (const chain of texts) {
      chain.slice(1).forEach((outer, i) => {
        assert.ok(outer.includes(chain[i]!) && outer.length > chain[i]!.length);
      });
    }
  });

  test('document symbols are a tree named by tables and features', async () => {
    const found = await client.request<DocumentSymbol[]>('documentSymbol', URI);
    const [table] = found;
    assert.equal(table!.name, 'movie');
    assert.match(textIn(FEATURES, table!.range), /^table_descriptor \{[\s\S]*\n\}$/);
    assert.equal(textIn(FEATURES, table!.selectionRange), '"movie"');
    assert.ok(table!.children?.some(({ name }) => name === 'dimension'));
    assert.ok(found.some(({ name }) => name === 'watched'));
  });

  suite('code actions', () => {
    const uri = 'file:///w/mistake.textproto';
    const range = rangeOf(NO_COLON, 'mode');
    const context = { diagnostics: [] };

    test('a quick fix belongs to its diagnostic and fixes the text', async () => {
      const actions = await client.request<CodeAction[]>('codeAction', uri, { range, context });
      const fix = actions.find(({ isPreferred }) => isPreferred);
      assert.equal(fix?.kind, 'quickfix');
      assert.deepEqual(fix.diagnostics, await client.diagnostics(uri));
      const [change] = fix.edit!.documentChanges as TextDocumentEdit[];
      assert.deepEqual(change!.textDocument, { uri, version: 1 });
      assert.equal(applyEdits(NO_COLON, change!.edits as never), VALID);
    });

    test('edits have no versions for a client that does not support them', async () => {
      const actions = await plain.request<CodeAction[]>('codeAction', uri, { range, context });
      const { edit } = actions.find(({ isPreferred }) => isPreferred)!;
      assert.deepEqual(Object.keys(edit!), ['changes']);
      assert.equal(applyEdits(NO_COLON, edit!.changes![uri]!), VALID);
    });

    test('the fix that adds a silencing comment silences the rule', async () => {
      const actions = await client.request<CodeAction[]>('codeAction', uri, { range, context });
      const titles = ['Ignore missing-colon on this line', 'Ignore missing-colon in this file'];
      for (const title of titles) {
        const { edit } = actions.find((action) => action.title === title)!;
        const [change] = edit!.documentChanges as TextDocumentEdit[];
        const silenced = `file:///w/${encodeURIComponent(title)}.textproto`;
        await client.open(silenced, applyEdits(NO_COLON, change!.edits as never));
        assert.deepEqual(await client.diagnostics(silenced), [], title);
      }
    });

    test('no code action is offered for a text without mistakes', async () => {
      const elsewhere = rangeOf(NO_COLON, 'num_hosts');
      assert.deepEqual(await client.request('codeAction', uri, { range: elsewhere, context }), []);
    });

    for (const only of ['source.fixAll.tpuEmbedding', 'source.fixAll', 'source']) {
      test(`${only} fixes every diagnostic with a single safe fix, anywhere in the text`, async () => {
        const mistakes = NO_COLON.replace('num_hosts:', 'num_hosts').replace('dimension:', 'dimension');
        const many = `file:///w/${only}.textproto`;
        await client.open(many, mistakes);
        const [action, ...more] = await client.request<CodeAction[]>('codeAction', many, {
          range: rangeOf(mistakes, 'movie'),
          context: { diagnostics: [], only: [only] },
        });
        assert.equal(more.length, 0);
        assert.equal(action!.kind, 'source.fixAll.tpuEmbedding');
        const [change] = action!.edit!.documentChanges as TextDocumentEdit[];
        assert.equal(applyEdits(mistakes, change!.edits as never), VALID);
      });
    }

    test('only the requested kinds of code actions are offered', async () => {
      const kinds = async (only?: string[]) => {
        const asked = { range, context: { diagnostics: [], ...(only && { only }) } };
        const actions = await client.request<CodeAction[]>('codeAction', uri, asked);
        return [...new Set(actions.map(({ kind }) => kind))];
      };
      assert.deepEqual(await kinds(), ['quickfix']);
      assert.deepEqual(await kinds(['quickfix']), ['quickfix']);
      assert.deepEqual(await kinds(['refactor', 'source.organizeImports']), []);
      assert.deepEqual(await kinds(['quickfix', 'source.fixAll']), [
        'quickfix',
        'source.fixAll.tpuEmbedding',
      ]);
    });
  });

  suite('status', () => {
    const status = (uri: string) =>
      client.connection.sendRequest<DocumentStatus>('tpuEmbedding/documentStatus', { uri });

    test('the status of a document names its message and the reason', async () => {
      const message = 'tensorflow.tpu.TPUEmbeddingConfiguration';
      const documents: [name: string, text: string, expected: Partial<DocumentStatus>][] = [
        ['header', VALID, { message, reason: 'header' }],
        ['x_tpu_embedding', '', { message, reason: 'pattern' }],
        ['content', 'table_descriptor {}', { message, reason: 'content' }],
        ['none', 'a: 1', { reason: 'none' }],
        ['unknown', '# proto-message: a.B', { reason: 'unknown-message' }],
      ];
      for (const [name, text, expected] of documents) {
        const uri = `file:///w/status/${name}.textproto`;
        await client.open(uri, text);
        const { detail, ...rest } = await status(uri);
        assert.deepEqual(rest, expected, name);
        assert.match(detail, /\.$/, name);
      }
      assert.equal((await status('file:///w/unknown.textproto')).reason, 'none');
    });

    test('a client that asked for the status is notified exactly when it changes', async () => {
      const uri = 'file:///w/status/changing.textproto';
      const changes = () =>
        client.notified.filter(
          ({ method, params }) =>
            method === 'tpuEmbedding/statusChanged' && (params as { uri: string }).uri === uri,
        ).length;
      await client.open(uri, 'a: 1\n');
      assert.equal((await status(uri)).reason, 'none');
      assert.equal(changes(), 1);
      await client.change(uri, 2, [{ text: 'a: 2\n' }]);
      await status(uri);
      assert.equal(changes(), 1);
      await client.change(uri, 3, [{ text: 'table_descriptor {}\n' }]);
      assert.equal((await status(uri)).reason, 'content');
      assert.equal(changes(), 2);
    });

    test('a client that never asked for the status is not notified', async () => {
      await plain.publishedFor(URI, 1);
      assert.ok(!plain.notified.some(({ method }) => method.startsWith('tpuEmbedding/')));
    });
  });

  suite('URIs', () => {
    const uris = {
      untitled: 'untitled:Untitled-1',
      'of a virtual workspace': 'vscode-vfs://github/owner/repository/a.textproto',
      'of a notebook cell': 'vscode-notebook-cell:/w/a.ipynb#W0sZmlsZQ%3D%3D',
      'on a Windows drive': 'file:///c%3A/Users/me/a.textproto',
      'on a Windows share': 'file://server/share/a.textproto',
      'with odd characters': 'file:///w/a%20b%23%F0%9F%8E%AC.textproto',
      'with a broken escape': 'file:///w/100%.textproto',
      'no URI at all': 'a.textproto',
    };
    for (const [what, uri] of Object.entries(uris)) {
      test(`a document ${what} is treated like any other`, async () => {
        await client.open(uri, FEATURES.replace('num_hosts:', 'num_hosts'));
        assert.deepEqual(
          (await client.diagnostics(uri)).map(({ code }) => code),
          ['missing-colon'],
        );
        const [link] = await client.at<LocationLink[]>(
          'definition',
          uri,
          positionOf(FEATURES, '0 input_shape'),
        );
        assert.equal(link!.targetUri, uri);
        await client.close(uri);
      });
    }

    const named = [
      'untitled:new_tpu_embedding.textproto',
      'vscode-vfs://github/owner/repository/tpu_embedding.textproto',
      'file:///c%3A/models/my_tpu_embedding.textproto',
      'file:///w/a%20b/tpu-embedding%20%F0%9F%8E%AC.pbtxt',
    ];
    for (const uri of named) {
      test(`the pattern decides for ${uri}`, async () => {
        await client.open(uri, 'num_hosts 1');
        assert.ok((await client.diagnostics(uri)).some(({ code }) => code === 'missing-colon'));
      });
    }
  });
});
