// Results of TensorFlow 2.21 for single calls, compared with our diagnostics. call-verdicts.jsonl is made by
// scripts/fixtures/call-verdicts.py.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';

interface Verdict {
  readonly code: string;
  /** The exception that the call raised. */
  readonly raises: string | { readonly type: string } | null;
}

const errorsOf = ({ code }: Pick<Verdict, 'code'>) => {
  const file = readPython(code);
  return file ? diagnosePython(file, DEFAULT_SETTINGS).filter(({ severity }) => severity === 'error') : [];
};

for (const name of ['python_verdicts.sample.jsonl', 'call-verdicts.jsonl']) {
  const verdicts = readFileSync(`test/fixtures/${name}`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Verdict => JSON.parse(line));

  test(`no call that TensorFlow accepts has an error: ${name}`, () => {
    const accepted = verdicts.filter(({ raises }) => raises === null);
    const wrong = accepted.flatMap((verdict) =>
      errorsOf(verdict).map(({ message }) => `${message}\n${verdict.code}`),
    );
    assert.ok(accepted.length > 50);
    assert.deepEqual(wrong, []);
  });

  test(`at least 99 % of the calls that TensorFlow rejects have an error: ${name}`, () => {
    const rejected = verdicts.filter(({ raises }) => raises !== null);
    const missed = rejected.filter((verdict) => errorsOf(verdict).length === 0);
    assert.ok(rejected.length > 100);
    assert.ok(
      missed.length <= rejected.length * 0.01,
      missed.map(({ code, raises }) => `${JSON.stringify(raises)}\n${code}`).join('\n'),
    );
  });

  test(`no call has an error if the exception of TensorFlow is caught: ${name}`, () => {
    const unexpected = verdicts.flatMap(({ code, raises }) => {
      const raised = typeof raises === 'string' ? raises : raises?.type;
      const caught = `try:\n${code.replaceAll(/^(?=.)/gm, '  ')}except ${raised}:\n  pass\n`;
      return raised ? errorsOf({ code: caught }).map(({ message }) => `${message}\n${caught}`) : [];
    });
    assert.deepEqual(unexpected, []);
  });
}
