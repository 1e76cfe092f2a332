import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';

/** Values that double in each iteration of a loop, starting from `x`. */
const DOUBLING = [
  ['[1]', 'x += x'],
  ['[1]', 'x.extend(x)'],
  ['[1]', 'x = x + x'],
  ['[1]', 'x[:0] = x'],
  ['[1]', 'x = [*x, *x]'],
  ['[1]', 'x = [y for y in x for _ in (1, 2)]'],
  ['[1]', 'x = list(itertools.chain(x, x))'],
  ['[1, 2]', 'x = list(itertools.product(x, x))'],
  ['[1]', 'x = [y for y in twice(x)]'],
  ['(1, 2)', 'x += x'],
  ['(1, 2)', 'x *= 2'],
  ['{"a": 1}', 'x = {"a": x, "b": x}'],
  ['"ab"', 'x += x'],
  ['"ab"', 'x = f"{x}{x}"'],
  ['"ab"', 'x = "%s%s" % (x, x)'],
  ['"ab"', 'x = "{0}{0}".format(x)'],
  ['"ab"', 'x = x.join([x, x, x])'],
  ['"ab"', 'x = x.replace("a", x)'],
  ['b"ab"', 'x += x'],
  ['3', 'x *= x'],
  ['3', 'x = x ** 3'],
  ['3', 'x = x << 1_000_000'],
] as const;

for (const [first, round] of DOUBLING)
  test(`a value that doubles in each iteration does not block the check: x = ${first}; ${round}`, () => {
    const file = readPython(`import itertools
import tensorflow as tf
def twice(values):
  yield from values
  yield from values
x = ${first}
for _ in range(90):
  ${round}
for _ in ${first === '3' ? 'range(3)' : 'x'}:
  ${round}
tf.tpu.experimental.embedding.SGD(lr=0.1)
`)!;
    assert.deepEqual(
      diagnosePython(file, DEFAULT_SETTINGS).map(({ code }) => code),
      ['unknown-argument'],
    );
  });
