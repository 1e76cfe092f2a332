// Editors that tests cannot run: each command in docs/editors.md gets requests about the files that the page names.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { endServers, LanguageClient } from '../support/client';
import { blocksOf } from '../support/editors-page';
import { NO_COLON } from './texts';

const PROGRAM = `import tensorflow as tf
tf.tpu.experimental.embedding.TableConfig(1000, 8, optimzer=None)
`;
const TEXT_FORMAT = ['pbtxt', 'textpb', 'textproto', 'txtpb'];

after(endServers);

interface Named {
  readonly command: readonly string[];
  /** Language name by file extension. */
  readonly languages: ReadonlyMap<string, string>;
}

const jsonBelow = (heading: string) =>
  blocksOf(heading)
    .filter(({ language }) => language === 'json')
    .map(({ text }) => JSON.parse(text))[0];

function jetBrains(): Named {
  const { programArgs, fileTypeMappings } = jsonBelow('JetBrains');
  const words: string[] = programArgs.default.match(/"[^"]*"|\S+/g);
  const mappings: { fileType: { patterns: string[] }; languageId: string }[] = fileTypeMappings;
  return {
    command: words.map((word) => word.replaceAll('"', '')),
    languages: new Map(
      mappings.flatMap(({ fileType, languageId }) =>
        fileType.patterns.map((pattern) => [pattern.replace('*.', ''), languageId] as const),
      ),
    ),
  };
}

/** Zed writes language names in lower case. */
function zed(): Named {
  const { file_types, languages, lsp } = jsonBelow('Zed');
  const [name, ...others]: string[] = languages.Proto.language_servers;
  assert.ok(others.every((other) => other.startsWith('!')));
  const { path, arguments: args } = lsp[name!].binary;
  const endings: string[] = file_types.Proto;
  return { command: [path, ...args], languages: new Map(endings.map((ending) => [ending, 'proto'])) };
}

suite('what docs/editors.md names', { concurrency: true }, () => {
  for (const [editor, { command, languages }, endings] of [
    ['JetBrains', jetBrains(), [...TEXT_FORMAT, 'py']],
    ['Zed', zed(), TEXT_FORMAT],
  ] as const) {
    test(`${editor}: its command reports the problems of its files`, async () => {
      assert.deepEqual([...languages.keys()].toSorted(), [...endings].toSorted());
      const [node, ...server] = command;
      assert.equal(node, 'node');
      const client = await LanguageClient.start({}, { server });
      for (const [ending, languageId] of languages) {
        const uri = `file:///w/a.${ending}`;
        await client.open(uri, ending === 'py' ? PROGRAM : NO_COLON, languageId);
        assert.equal((await client.publishedFor(uri, 1)).length, 1, ending);
      }
      await client.stop();
    });
  }
});
