import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiagnosticLimit, MAX_DIAGNOSTICS } from '../../../server/src/languages/diagnostic-limit';

test('many hints hide no error, and many errors no hint', () => {
  for (const [many, other] of [
    ['hint', 'error'],
    ['error', 'hint'],
  ] as const) {
    const limit = new DiagnosticLimit();
    for (let i = 0; i < MAX_DIAGNOSTICS; i++) assert.ok(!limit.exhausted && limit.take(many));
    assert.ok(limit.exhausted);
    assert.ok(!limit.take(many));
    assert.ok(limit.take(other));
  }
});

test('a rule that is off is never reported, and takes no place', () => {
  const limit = new DiagnosticLimit();
  for (let i = 0; i < 2 * MAX_DIAGNOSTICS; i++) assert.ok(!limit.take('off'));
  assert.ok(!limit.exhausted);
});
