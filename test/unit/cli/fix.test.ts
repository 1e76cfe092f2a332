// How --fix changes a file, beyond fixing all mistakes in its text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileChecker } from '../../../server/src/cli/checking/check-file';

function fix(path: string, bytes: string | Buffer) {
  const checker = new FileChecker({});
  const { fixed, unfixed, report, failures } = checker.check({
    path,
    named: true,
    bytes: Buffer.from(bytes),
    withFixes: false,
    fix: true,
  });
  assert.deepEqual(failures, []);
  return { fixed, unfixed, left: report!.parts.flatMap(({ diagnostics }) => diagnostics) };
}

const PROGRAM = `import tensorflow as tf
embedding = tf.tpu.experimental.embedding
embedding.TableConfig(vocab_size=8, dim=8)
embedding.Adagard(learning_rte=0.1, clip_weight_min=-1)
`;
const FIXED = PROGRAM.replace('dim', 'dim')
  .replace('vocab_size', 'vocabulary_size')
  .replace('Adagard', 'Adagrad')
  .replace('learning_rte', 'learning_rate');

test('a mistake that a fix reveals is fixed, too', () => {
  // The argument's name can only be checked once the class's name is fixed.
  const { fixed, left } = fix('model.py', PROGRAM);
  assert.deepEqual([fixed?.text, fixed?.count], [FIXED, 3]);
  assert.deepEqual(left, []);
});

test('a byte order mark is kept in Python, where it has no meaning', () => {
  assert.equal(fix('model.py', `\ufeff${PROGRAM}`).fixed?.text, `\ufeff${FIXED}`);
});

test('in a notebook only the characters of the fix change, in any layout of the source', () => {
  const sources = [PROGRAM, PROGRAM.split(/(?<=\n)/), PROGRAM.trimEnd().split(/(?<=\n)/)];
  for (const source of sources)
    for (const indent of [0, 1, '\t']) {
      const notebook = {
        cells: [
          { cell_type: 'markdown', source: ['learning_rte'] },
          { cell_type: 'code', outputs: [{ text: 'learning_rte \u{1f600}' }], source },
          {
            cell_type: 'code',
            source: ['# "\\\u00e9\u{1f600}"; embedding.Adagard(0.1)\n', 'embedding.Adagard(0.1)'],
          },
        ],
        metadata: { z: 1, a: 1e2 },
        nbformat: 4,
      };
      const json = `${JSON.stringify(notebook, null, indent).replace('\u00e9', '\\u00e9').replace('100', '1e2')}\n`;
      const { fixed, left } = fix('model.ipynb', json);
      const expected = json
        .replace('vocab_size', 'vocabulary_size')
        .replace('embedding.Adagard(learning_rte', 'embedding.Adagrad(learning_rate')
        .replace(/(.*)Adagard/s, '$1Adagrad');
      assert.deepEqual([fixed?.text, left], [expected, []]);
    }
});

test('a file that is not UTF-8 is not changed, and reported', () => {
  const program = Buffer.from(`# coding: latin-1\n# \u00e9\n${PROGRAM}`, 'latin1');
  const { fixed, unfixed, left } = fix('model.py', program);
  assert.equal(fixed, undefined);
  assert.match(unfixed!, /not UTF-8/);
  assert.ok(left.length > 0);
});

test('a file with nothing to fix is not written', () => {
  assert.equal(fix('model.py', FIXED).fixed, undefined);
  assert.equal(fix('a.textproto', '# proto-message: tensorflow.GraphDef\nnode 1\n').fixed, undefined);
});
