// What TensorFlow 2.21 did with 200 calls, each run by itself, and what we say about them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readPython } from '../../server/src/calls/python-file';
import { diagnosePython } from '../../server/src/features/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../server/src/settings';

interface Verdict {
  readonly id: string;
  readonly code: string;
  readonly raises: { readonly type: string; readonly message: string } | null;
}

const verdicts = readFileSync('test/fixtures/python_verdicts.sample.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Verdict => JSON.parse(line));

const errorsOf = ({ code }: Verdict) => {
  const file = readPython(code);
  return file ? diagnosePython(file, DEFAULT_SETTINGS).filter(({ severity }) => severity === 'error') : [];
};

test('no call that TensorFlow accepts has an error', () => {
  const accepted = verdicts.filter(({ raises }) => !raises);
  const wrong = accepted.flatMap((verdict) =>
    errorsOf(verdict).map(({ message }) => `${verdict.id}: ${message}`),
  );
  assert.deepEqual(wrong, []);
});

test('at least 99 % of the calls that TensorFlow rejects have an error', () => {
  const rejected = verdicts.filter(({ raises }) => raises);
  const missed = rejected.filter((verdict) => errorsOf(verdict).length === 0);
  assert.ok(
    missed.length <= rejected.length * 0.01,
    missed.map(({ id, code, raises }) => `${id}: ${raises!.message}\n${code}`).join('\n'),
  );
});
