// VS Code's problem matcher finds in the output of `check` the same as `check --format json`.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { sep } from 'node:path';
import { after, test } from 'node:test';
import { checkJson, runCli } from '../support/cli';
import { notebookOf } from '../support/notebook';
import { folderOf } from './descriptors';

const {
  contributes: {
    problemMatchers: [{ pattern }],
  },
} = JSON.parse(readFileSync('package.json', 'utf8'));

const BROKEN = '# proto-message: tensorflow.tpu.OptimizationParameters\nadagra {}\n';
const PROGRAM = 'import tensorflow as tf\ntf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=0, config=c)\n';

/** File names that look like places. */
const FILES = {
  'plain.pbtxt': BROKEN,
  'with a space.pbtxt': BROKEN,
  'a folder: 1/cell 3.pbtxt': BROKEN,
  '12:3: error: x.pbtxt': BROKEN,
  'ünïcode.py': PROGRAM,
  'messages.pbtxt': `${BROKEN}adagrad { x [y]: "error: z [code]" }\n`,
  'note book.ipynb': notebookOf(PROGRAM),
};

test('each problem that check prints is matched with its file, place, severity, code and message', async () => {
  const folder = folderOf(FILES);
  after(() => rmSync(folder, { recursive: true, force: true }));
  const { stdout } = await runCli(['check', '.'], { cwd: folder });
  const { files } = await checkJson(['.'], { cwd: folder });
  const regexp = new RegExp(pattern.regexp);
  const matched = stdout.split('\n').flatMap((line) => {
    const match = regexp.exec(line);
    return match
      ? [['file', 'line', 'column', 'severity', 'message', 'code'].map((part) => match[pattern[part]])]
      : [];
  });
  const told = files.flatMap(({ path, diagnostics }) =>
    diagnostics.map(({ range: { start }, severity, message, code }) => [
      path.replaceAll('/', sep),
      `${start.line + 1}`,
      `${start.character + 1}`,
      severity,
      message,
      code,
    ]),
  );
  assert.ok(told.length >= Object.keys(FILES).length, 'each file has a problem');
  assert.deepEqual(matched.sort(), told.sort());
});
