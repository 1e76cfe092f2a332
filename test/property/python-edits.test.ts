// What is said of a Python text that was edited is what is said of it when it is opened anew.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { Analyzer } from '../../server/src/analysis';
import type { Reading, ReadOptions } from '../../server/src/features/language';
import { python } from '../../server/src/languages/python';
import { builtin } from '../../server/src/schema/builtin';
import { DEFAULT_SETTINGS } from '../../server/src/settings';
import { applyEdit, type Edit } from './generators';
import { runs } from './runs';

const options: ReadOptions = { analyzer: new Analyzer(builtin, DEFAULT_SETTINGS), path: 'model.py' };

const program = fc.constantFrom(
  ...['ranking_model.py', 'ranking_mistakes.py'].map((name) => readFileSync(`examples/${name}`, 'utf8')),
);
/** Lines that change what other lines mean. */
const line = fc.constantFrom(
  'import tensorflow as tf\n',
  'tf = None\n',
  'config = None\n',
  'config.mode = 9\n',
  'embedding = tf.tpu.experimental.embedding\n',
  "table = embedding.TableConfig(10, 0, name='users')\n",
  'optimizer = embedding.Adagrad(lr=1)\n',
  'def step(config):\n',
  '  return config\n',
  'self.x = optimizer\n',
  'print(\n',
  ')\n',
  '"""\n',
  '# tpu-embedding: disable-file\n',
);
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat({ max: 10_000 }),
  remove: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 120 })),
  insert: fc.oneof(
    fc.constant(''),
    line,
    fc.constantFrom('a', '.', '(', ')', '=', ' ', '\n', '\n  ', ',', "'", '#'),
  ),
});

/** All diagnostics, with the changes that mend them. */
const told = (reading: Reading) =>
  reading
    .diagnose()
    .map(({ fixes, commentAbove, ...rest }) => ({ ...rest, fixes: fixes?.(), comment: commentAbove?.('x') }));

test('diagnostics, hovers and completions after edits', () => {
  fc.assert(
    fc.property(program, fc.array(edit, { minLength: 1, maxLength: 6 }), fc.nat(), (start, edits, place) => {
      let text = start;
      let reading = python.read(text, options);
      for (const next of edits) {
        reading.diagnose();
        const { text: edited, ...change } = applyEdit(text, next);
        text = edited;
        reading = reading.change!(text, change);
        const fresh = python.read(text, options);
        const offset = place % (text.length + 1);
        assert.deepStrictEqual(told(reading), told(fresh));
        assert.deepStrictEqual(reading.hover(offset), fresh.hover(offset));
        assert.deepStrictEqual(reading.complete(offset), fresh.complete(offset));
        assert.deepStrictEqual(reading.optimizers(), fresh.optimizers());
      }
    }),
    runs(150),
  );
});
