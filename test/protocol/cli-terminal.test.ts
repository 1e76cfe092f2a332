// File contents and names that must not affect the terminal or the log.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import { FORMAT_NAMES } from '../../server/src/cli/checking/reports/formats';
import { runCli } from '../support/cli';
import { table } from '../support/configurations';
import { TREACHEROUS } from '../support/treacherous';
import { folderOf } from './descriptors';

/** Every character allowed in a string and, except the slash, in a file name. */
const EVIL = TREACHEROUS.filter((char) => char !== '\0' && char !== '\n' && char !== '\r').join('');
const NAME = `${EVIL}\n\r::error::`;
const shown = (text: string) =>
  text.replace(/[^ -~\t]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

const CONFIGURATION = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
${table(EVIL, 1000, 16, 2)}\
mode: TRAINING
batch_size_per_tensor_core: 8
num_hosts: 1
num_tensor_cores: 8
`;
/** A duplicate name, an unknown field and an unknown value; a tab and control characters before the mark. */
const MISTAKES = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
${table(EVIL, 1000, 16, 2)}${table(EVIL, 1000, 16, 2)}
feature_descriptor {\tname: "${'\u001b\u202e'}"   oops: 1 }
num_hosts: ${'\u001b'}
mode: "${'\u0007'}"
`;
const CALLS = `import tensorflow as tf
# ${EVIL}
tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs="${'\u001b\u009b\u2028'}", ${'\u202e'}config="${'\u0007'}")
`;

const folder = folderOf({
  [`${NAME}/${NAME}.textproto`]: MISTAKES,
  [`${NAME}/${NAME}.py`]: CALLS,
  [`${NAME}/graph.textproto`]: `# proto-message: a${EVIL}b\n`,
  'good.textproto': CONFIGURATION,
  [`${NAME}.textproto`]: CONFIGURATION,
  [`${NAME}.json`]: JSON.stringify({ [EVIL]: 1 }),
});
after(() => rmSync(folder, { recursive: true }));

const FOLDER = `./${NAME}`;
const COMMANDS: readonly (readonly string[])[] = [
  ...FORMAT_NAMES.map((format) => ['check', '--format', format, FOLDER]),
  ['check', `${FOLDER}/graph.textproto`],
  ['check', `${FOLDER}/missing.py`],
  ['check', '--rule', `${EVIL}=off`, 'good.textproto'],
  ['check', '--format', EVIL, 'good.textproto'],
  ['check', `--${NAME}`],
  ['check', '--descriptor-set', `${FOLDER}.json`, 'good.textproto'],
  ['describe', `${FOLDER}.textproto`],
  ['describe', '--format=json', 'good.textproto'],
  ['describe', `${FOLDER}/${NAME}.textproto`],
  ['describe', `${FOLDER}/${NAME}.py`],
  ['describe', `${FOLDER}/graph.textproto`],
  ['simulate', `${FOLDER}.json`],
  ['simulate', `${FOLDER}.textproto`],
  [NAME],
];

suite('no control or bidirectional character is printed', { concurrency: 4 }, () => {
  for (const args of COMMANDS) {
    test(`by ${shown(args.map((arg) => arg.replaceAll(EVIL, '…')).join(' '))}`, async () => {
      const { stdout, stderr } = await runCli(args, { cwd: folder });
      assert.notEqual(stdout + stderr, '');
      for (const char of TREACHEROUS) {
        if (char !== '\n') assert.ok(!(stdout + stderr).includes(char), `${shown(char)} is printed`);
      }
    });
  }
});

suite('characters are printed as numbers instead', { concurrency: 4 }, () => {
  const check = (format: string) => runCli(['check', '--format', format, FOLDER], { cwd: folder });

  test('the file name starts each line, and marks are aligned with what they mark', async () => {
    const { stdout } = await check('text');
    const path = shown(NAME);
    let marks = 0;
    const all = stdout
      .slice(0, stdout.search(/^\d+ errors?, /m))
      .trimEnd()
      .split('\n');
    for (const [i, line] of all.entries()) {
      assert.match(line, /^ {4}|^\S+: (?:error|warning|information|hint): /);
      if (!line.startsWith('    ')) assert.ok(line.startsWith(`${path}/`), line);
      if (!/^ {4}\s*\^+$/.test(line)) continue;
      const [message, source] = [all[i - 2]!, all[i - 1]!];
      const marked = source.slice(line.indexOf('^'), line.length);
      if (message.includes('"oops"')) {
        assert.equal(marked, 'oops');
        marks++;
      }
      if (message.endsWith('[invalid-character]')) {
        assert.equal(marked, '\\u001b');
        marks++;
      }
      const before = line.indexOf('^');
      assert.equal(line.slice(0, before), source.slice(0, before).replace(/[^\t]/g, ' '));
    }
    assert.equal(marks, 2);
  });

  test('each line of the format github is one command about one file', async () => {
    const { stdout } = await check('github');
    const file = shown(NAME.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll(':', '%3A'));
    for (const line of stdout.trimEnd().split('\n')) {
      assert.match(line, /^::(?:error|warning|notice) file=/);
      assert.ok(line.includes(`file=${file}/`), line);
      assert.equal(line.split('::').length, 3);
    }
  });

  test('JSON keeps the data', async () => {
    const { stdout } = await check('json');
    const { files } = JSON.parse(stdout);
    assert.deepEqual(
      files.map(({ path }: { path: string }) => path),
      [`${NAME}/${NAME}.py`, `${NAME}/${NAME}.textproto`],
    );
    const described = await runCli(['describe', '--format=json', 'good.textproto'], { cwd: folder });
    assert.equal(JSON.parse(described.stdout).tables[0].name, EVIL);
  });
});
