// Files are read as what they are, under any language id.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { endServers, LanguageClient, MODERN, OURS } from '../support/client';
import { blocksOf } from '../support/editors-page';
import { NO_COLON, VALID } from './texts';

const PYTHON = `import tensorflow as tf
tf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=config)
`;
const WITHOUT_HEADER = NO_COLON.slice(NO_COLON.indexOf('\n') + 1);
const FILE_HEADER = `# proto-file: tpu_embedding_configuration.proto\n${WITHOUT_HEADER}`;
const SCHEMA = 'syntax = "proto3";\nmessage TPUEmbeddingConfiguration { int32 num_hosts = 1; }\n';
const PROSE = 'table_descriptor { is a block of text format.\nSo is feature_descriptor {\n';

const TEXT_FORMAT_IDS = ['textproto', 'pbtxt', 'prototext', 'txtpb', 'textpb', 'PBTXT'];
const UNTELLING_IDS = ['protobuf', 'proto', 'text', 'plaintext', 'conf', 'json', 'constructor', ''];
const PYTHON_IDS = ['python', 'Python', 'python3', 'ipython', 'py'];

const TEXT_FORMAT_PATHS = [
  '/a.textproto',
  '/a.pbtxt',
  '/a.txtpb',
  '/a.textpb',
  '/A.TEXTPROTO',
  '/a%20b.Pbtxt',
];
const UNTELLING_PATHS = ['/a.conf', '/a.txt', '/a', '/a.pbtxt/b', '/a.pbtxt.bak'];
const PYTHON_PATHS = ['/a.py', '/A.PY', '/a.pyi'];

interface Case {
  readonly ids: readonly string[];
  readonly uris: readonly string[];
  readonly text: string;
  /** The code of the first diagnostic. */
  readonly reported?: string;
}

const files = (paths: readonly string[]) => paths.map((path) => `file:///w${path}`);
const untitled = ['untitled:Untitled-1', 'untitled:/w/b', 'buffer:1'];
const anyFile = files([...TEXT_FORMAT_PATHS, ...UNTELLING_PATHS, ...PYTHON_PATHS]).concat(untitled);

const CASES: Readonly<Record<string, Case>> = {
  'text format by its id is read as that in any file': {
    ids: TEXT_FORMAT_IDS,
    uris: anyFile,
    text: NO_COLON,
    reported: 'missing-colon',
  },
  'text format by its id needs no header': {
    ids: TEXT_FORMAT_IDS,
    uris: files(UNTELLING_PATHS).concat(untitled),
    text: WITHOUT_HEADER,
    reported: 'missing-colon',
  },
  'Python by its id is read as that in any file': {
    ids: PYTHON_IDS,
    uris: anyFile.concat('vscode-notebook-cell:/w/a.ipynb#W0'),
    text: PYTHON,
    reported: 'unknown-argument',
  },
  'under an id that says nothing, text format goes by its ending': {
    ids: UNTELLING_IDS,
    uris: files(TEXT_FORMAT_PATHS),
    text: WITHOUT_HEADER,
    reported: 'missing-colon',
  },
  'under an id that says nothing, Python goes by its ending': {
    ids: UNTELLING_IDS,
    uris: files(PYTHON_PATHS),
    text: PYTHON,
    reported: 'unknown-argument',
  },
  'where neither id nor ending says anything, the header with the message does': {
    ids: UNTELLING_IDS,
    uris: files(UNTELLING_PATHS).concat(untitled),
    text: NO_COLON,
    reported: 'missing-colon',
  },
  'where neither id nor ending says anything, the header with the file does': {
    ids: UNTELLING_IDS,
    uris: files(UNTELLING_PATHS).concat(untitled),
    text: FILE_HEADER,
    reported: 'missing-colon',
  },
  'a schema stays silent': {
    ids: ['proto', 'protobuf', 'text', ''],
    uris: files(['/a.proto']),
    text: SCHEMA,
  },
  'prose stays silent': { ids: UNTELLING_IDS, uris: files(['/a.txt', '/a.md', '/README']), text: PROSE },
  'text format in a file of another kind stays silent without a header': {
    ids: UNTELLING_IDS,
    uris: files(UNTELLING_PATHS).concat(untitled),
    text: WITHOUT_HEADER,
  },
  'Python in a file of another kind stays silent': {
    ids: UNTELLING_IDS,
    uris: files(['/a.txt', '/a.ipynb']).concat(untitled),
    text: PYTHON,
  },
};

let client: LanguageClient;
before(async () => {
  client = await LanguageClient.start();
});
after(endServers);

suite('language ids', () => {
  for (const [title, { ids, uris, text, reported }] of Object.entries(CASES)) {
    test(title, async () => {
      for (const id of ids) {
        for (const uri of uris) {
          await client.open(uri, text, id);
          const [diagnostic] = await client.diagnostics(uri);
          assert.equal(diagnostic?.code, reported, `"${id}" for ${uri}`);
          await client.close(uri);
        }
      }
    });
  }

  test('a file of ambiguous language id follows its header while that is typed and deleted', async () => {
    const uri = 'untitled:Untitled-1';
    await client.open(uri, WITHOUT_HEADER, 'plaintext');
    const header = NO_COLON.slice(0, -WITHOUT_HEADER.length);
    const start = { line: 0, character: 0 };
    const codes = async () => (await client.diagnostics(uri)).map(({ code }) => code);
    assert.deepEqual(await codes(), []);
    await client.change(uri, 2, [{ range: { start, end: start }, text: header }]);
    assert.deepEqual(await codes(), ['missing-colon']);
    await client.change(uri, 3, [{ range: { start, end: { line: 1, character: 0 } }, text: '' }]);
    assert.deepEqual(await codes(), []);
    await client.change(uri, 4, [{ text: NO_COLON }]);
    assert.deepEqual(await codes(), ['missing-colon']);
    await client.close(uri);
  });

  test('folding works under every language id of text format', () => {
    assert.deepEqual(client.initialized.capabilities.foldingRangeProvider, {
      documentSelector: ['textproto', 'pbtxt', 'prototext', 'txtpb', 'textpb'].map((language) => ({
        language,
      })),
    });
  });
});

suite('the Neovim snippet of docs/editors.md', () => {
  const [{ text: lua } = { text: '' }] = blocksOf('Neovim: without the plug-in');
  const words = (name: string) =>
    [...(new RegExp(`${name} = (.*)`).exec(lua)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, word]) => word!);

  test('starts our server', () => {
    assert.deepEqual(words('cmd').slice(-2), OURS.slice(-2));
  });

  // Neovim sends the file type as language id, and uses "pbtxt" for all extensions of text format.
  test('checks all supported files under its settings', async () => {
    const [code, severity] = words('settings');
    const text = NO_COLON.replace('dimension: 16', 'dimension: 20').replace('1000', '1000000');
    const ours = [
      ...['a.textproto', 'a.pbtxt', 'a.txtpb', 'a.textpb'].map((path) => ({ path, type: 'pbtxt', text })),
      { path: 'a.py', type: 'python', text: PYTHON },
    ];
    const codesUnder = async (settings: unknown) => {
      const vim = await LanguageClient.start(MODERN, { settings });
      const found: unknown[] = [];
      for (const { path, type, text } of ours) {
        if (!words('filetypes').includes(type)) continue;
        await vim.open(`file:///w/${path}`, text, type);
        found.push((await vim.diagnostics(`file:///w/${path}`)).map((diagnostic) => diagnostic.code));
      }
      await vim.stop();
      return found;
    };
    const checked = (textFormat: unknown[]) => [...Array(4).fill(textFormat), ['unknown-argument']];
    assert.deepEqual(await codesUnder({}), checked([code, 'missing-colon']));
    assert.deepEqual(await codesUnder({ rules: { [code!]: severity } }), checked(['missing-colon']));
  });
});

test('a valid configuration has no diagnostics under any language id', async () => {
  const uri = 'file:///w/a.pbtxt';
  for (const id of [...TEXT_FORMAT_IDS, ...UNTELLING_IDS]) {
    await client.open(uri, VALID, id);
    assert.deepEqual(await client.diagnostics(uri), [], id);
    await client.close(uri);
  }
});
