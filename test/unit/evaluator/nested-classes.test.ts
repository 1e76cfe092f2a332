import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { evaluationOf } from '../../../server/src/dataflow/calls/evaluation';
import { Program } from '../../../server/src/evaluator';
import { parsePython } from '../../../server/src/python/parser';

/** Classes in methods of classes, each of which changes its object. */
function nestedClasses(depth: number): string {
  const lines = ['import tensorflow as tf'];
  for (let i = 0; i < depth; i++) {
    const indent = '    '.repeat(i);
    lines.push(`${indent}class C${i}:`, `${indent}  def m(self, x):`, `${indent}    self.n = x`);
  }
  lines.push(`${'    '.repeat(depth)}tf.tpu.experimental.embedding.SGD(0.1)`);
  return `${lines.join('\n')}\n`;
}

/** The number of functions that are called or entered to follow such classes. */
function callsIn(depth: number): number {
  const call = mock.method(Program.prototype, 'callFunction');
  evaluationOf(parsePython(nestedClasses(depth)));
  call.mock.restore();
  return call.mock.callCount();
}

test('methods that change their object do not run again and again in classes within methods', () => {
  const [few, many] = [callsIn(6), callsIn(12)];
  assert.ok(few >= 6, 'each method runs');
  assert.ok(many < 8 * few, `twice as deep takes ${many} calls in place of ${few}`);
});
