// Files that a text names are read in the allowed folders only: not above them, and not by a link that leads out of them.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { askTool } from '../../server/src/languages/protocol';
import { startAssistant } from '../support/assistant';
import { runCli } from '../support/cli';
import { endServers, LanguageClient } from '../support/client';
import { table } from '../support/configurations';
import { folderOf } from './descriptors';

const SECRET = table('TOPSECRET', 10, 8, 1);
const programOf = (path: string) => `import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
config = pb.TPUEmbeddingConfiguration()
text_format.Parse(open(${JSON.stringify(path)}).read(), config)
tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config.SerializeToString())
`;

/** Above the folder `in`, which alone may be read. */
const top = folderOf({
  'secret.textproto': SECRET,
  'in/own.textproto': SECRET,
  // Knows a table of the same name by two letters less.
  'in/names.py': `import tensorflow as tf
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
tf.raw_ops.LoadTPUEmbeddingAdagradParameters(parameters=p, accumulators=a, num_shards=1, shard_id=0, table_name='TOPSECRE')
`,
});
const folder = join(top, 'in');
symlinkSync('../secret.textproto', join(folder, 'link.textproto'));
symlinkSync('..', join(folder, 'up'));
symlinkSync('own.textproto', join(folder, 'inner.textproto'));
after(() => {
  endServers();
  rmSync(top, { recursive: true });
});

const OUTSIDE = {
  'a link to a file': 'link.textproto',
  'a link to a folder': 'up/secret.textproto',
  'a path upwards': '../secret.textproto',
  'an absolute path': join(top, 'secret.textproto'),
  'an absolute path through a link': join(folder, 'up', 'secret.textproto'),
};
/** They show that the same program is followed where it may be. */
const INSIDE = { 'a file': 'own.textproto', 'a link to a file of the folder': 'inner.textproto' };

const each = [
  ...Object.entries(OUTSIDE).map(([what, path]) => ({ what, path, isRead: false })),
  ...Object.entries(INSIDE).map(([what, path]) => ({ what, path, isRead: true })),
];

/** What each tool is asked about a program. */
const questions = (given: object) =>
  [
    ['show', { ...given, as: 'derived' }],
    ['check', given],
    ['show', { ...given, as: 'memory' }],
    ['diff', { before: { text: 'mode: TRAINING\n' }, after: given }],
  ] as const;

suite('an assistant is not led out of its folders by a program', () => {
  for (const isRepository of [false, true])
    test(isRepository ? 'in a part of a repository' : 'in a folder of its own', async (t) => {
      if (isRepository) mkdirSync(join(top, '.git'));
      const { call, close } = await startAssistant({ cwd: folder });
      t.after(close);
      for (const { what, path, isRead } of each) {
        const text = programOf(path);
        writeFileSync(join(folder, 'program.py'), text);
        for (const given of [
          { path: 'program.py' },
          { text, path: 'program.py' },
          { text, language: 'python' },
        ])
          for (const [tool, asked] of questions(given)) {
            const { language, ...rest } = asked as { language?: string; as?: string };
            const answer = JSON.stringify(await call(tool, rest.as === 'derived' ? rest : { ...asked }));
            const isTold = answer.replaceAll(JSON.stringify(path), '').includes('TOPSECRET');
            assert.equal(isTold, isRead && tool !== 'check', `${tool}: ${what}: ${answer}`);
          }
      }
      rmSync(join(top, '.git'), { recursive: true, force: true });
    });
});

suite('a language server is not led out of its folders', () => {
  const start = () => {
    const uri = pathToFileURL(folder).href;
    return LanguageClient.start(undefined, { workspaceFolders: [{ uri, name: 'w' }] });
  };

  test('by a program', async () => {
    const client = await start();
    for (const [i, { what, path, isRead }] of each.entries()) {
      const uri = pathToFileURL(join(folder, `program${i}.py`)).href;
      await client.open(uri, programOf(path), 'python');
      // Files are read for diagnostics.
      await client.diagnostics(uri);
      const ask = (tool: string, given: object) =>
        client.connection.sendRequest<object>(askTool, { tool, arguments: given });
      const answers = {
        derive: await client.connection.sendRequest<object>('tpuEmbedding/derive', { uri }),
        'show as derived': await ask('show', { text: programOf(path), path: 'other.py', as: 'derived' }),
        'show as memory': await ask('show', { text: programOf(path), path: 'other.py', as: 'memory' }),
      };
      for (const [name, answer] of Object.entries(answers))
        assert.equal(JSON.stringify(answer).includes('TOPSECRET'), isRead, `${name}: ${what}`);
    }
    await client.stop();
  });

  test('by the names of tables that it knows', async () => {
    rmSync(join(folder, 'own.textproto'));
    rmSync(join(folder, 'inner.textproto'));
    const client = await start();
    const uri = pathToFileURL(join(folder, 'names.py')).href;
    const answer = await client.connection.sendRequest<object>(askTool, {
      tool: 'check',
      arguments: { path: uri },
    });
    assert.ok(!JSON.stringify(answer).includes('TOPSECRET'), JSON.stringify(answer));
    writeFileSync(join(folder, 'own.textproto'), SECRET);
    symlinkSync('own.textproto', join(folder, 'inner.textproto'));
    await client.stop();
  });
});

test('a check reads what a program names in its repository only', async () => {
  mkdirSync(join(folder, '.git'));
  for (const { what, path, isRead } of each) {
    writeFileSync(join(folder, 'program.py'), programOf(path));
    const { stdout } = await runCli(['check', 'program.py'], { cwd: folder });
    assert.equal(/output-count/.test(stdout), isRead, `${what}: ${stdout}`);
  }
  rmSync(join(folder, '.git'), { recursive: true });
});
