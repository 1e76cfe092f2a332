// What TensorFlow 2.21 did with steps and the configurations that reach them, and what we know of these.
// Made by scripts/fixtures/step-configurations.py.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import {
  configurationOf,
  type ReachingConfiguration,
} from '../../../server/src/dataflow/calls/reaching-configuration';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';

interface Verdict {
  readonly id: string;
  readonly code: string;
  readonly raises: { readonly type: string; readonly message: string } | null;
  /** The configurations that ops received, in order of execution. */
  readonly ops: readonly {
    readonly op: string;
    readonly tables: readonly string[];
    readonly features: number;
    readonly tags: number;
    readonly mode: number;
    /** Equal for the same bytes. */
    readonly bytes: number;
  }[];
}

const verdicts = readFileSync('test/fixtures/step-configurations.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Verdict => JSON.parse(line));

const files = new Map(verdicts.map((verdict) => [verdict, readPython(verdict.code)!]));
const diagnosticsOf = (verdict: Verdict) => diagnosePython(files.get(verdict)!, DEFAULT_SETTINGS);
const errorsOf = (verdict: Verdict) => diagnosticsOf(verdict).filter(({ severity }) => severity === 'error');
const codesOf = (verdict: Verdict) => diagnosticsOf(verdict).map(({ code }) => code);
const verdictNamed = (id: string) => verdicts.find((verdict) => verdict.id === id)!;

test('no program that TensorFlow accepts has an error', () => {
  const accepted = verdicts.filter(({ raises }) => !raises);
  assert.ok(accepted.length > 200);
  const wrong = accepted.flatMap((verdict) =>
    errorsOf(verdict).map(({ message }) => `${verdict.id}: ${message}`),
  );
  assert.deepEqual(wrong, []);
});

test("the inferred configuration equals TensorFlow's", () => {
  let known = 0;
  for (const verdict of verdicts) {
    const file = files.get(verdict)!;
    for (const call of file.calls) {
      const reaching = configurationOf(call);
      if (!reaching) continue;
      const name = call.entry.op!.name;
      const isAlone = file.calls.filter(({ entry }) => entry.op?.name === name).length === 1;
      // A program that ends early has not run every call.
      if (!isAlone && verdict.raises) continue;
      const got = verdict.ops.filter(({ op }) => op === name);
      const agreeing = got.filter((op) => contradictions(reaching, op).length === 0);
      const isRight = isAlone ? agreeing.length === got.length : agreeing.length > 0;
      const why = got.map((op) => contradictions(reaching, op).join(', ')).join('; ');
      assert.ok(isRight, `${verdict.id}: ${why}\n${verdict.code}`);
      if (got.length > 0) known++;
    }
  }
  assert.ok(known > 200, `${known} known`);
});

function contradictions(reaching: ReachingConfiguration, op: Verdict['ops'][number]): string[] {
  const outputs = op.features || op.tables.length;
  const facts: [string, unknown, unknown][] = [
    ['tables', reaching.tableCount, op.tables.length],
    ['names', reaching.tableNames?.join(), op.tables.join()],
    ['outputs', reaching.outputs?.count, outputs],
    ['tags', reaching.dynamicInputs, op.tags],
    ['mode', reaching.isWhole ? reaching.configuration.mode : undefined, op.mode],
  ];
  return facts.flatMap(([name, ours, theirs]) =>
    ours === undefined || ours === theirs ? [] : [`${name} ${ours} for ${theirs}`],
  );
}

test('a wrong number of outputs or learning rates is reported if the configuration is known', () => {
  const missed = verdicts.filter((verdict) => {
    const expected = verdict.id.endsWith('/recv-more')
      ? ['output-count']
      : verdict.id.endsWith('/send-more')
        ? ['output-count', 'learning-rate-count']
        : [];
    const codes = new Set(codesOf(verdict));
    return !expected.every((code) => codes.has(code));
  });
  const families = [...new Set(missed.map(({ id }) => id.slice(0, id.indexOf('/'))))];
  assert.deepEqual(families, NOT_FOLLOWED);
});

test('a program that fails at once has an error', () => {
  const rejected = verdicts.filter(({ raises }) => raises);
  const missed = rejected.filter((verdict) => errorsOf(verdict).length === 0).map(({ id }) => id);
  assert.deepEqual(
    missed.filter((id) => !NOT_FOLLOWED.includes(id.slice(0, id.indexOf('/')))),
    [],
  );
});

/** Ways to build a configuration that we treat as unknown. */
const NOT_FOLLOWED: readonly string[] = (
  'made-in-try by-globals in-try merge-from ' +
  'deleted popped inserted from-string merge-from-string chosen sorted-in-place'
).split(' ');

test('the right numbers of outputs and learning rates are not reported', () => {
  const right = verdicts.filter(({ id, raises }) => /\/(?:recv|send)$/.test(id) && !raises);
  const wrong = right.filter((verdict) =>
    codesOf(verdict).some((code) => code === 'output-count' || code === 'learning-rate-count'),
  );
  assert.deepEqual(
    wrong.map(({ id }) => id),
    [],
  );
});

test('two configurations of a step are distinguished exactly if their bytes differ', () => {
  for (const verdict of verdicts.filter(({ id }) => id.startsWith('pair/'))) {
    const isSame = new Set(verdict.ops.map(({ bytes }) => bytes)).size === 1;
    const isReported = codesOf(verdict).includes('step-configs-differ');
    if (isSame) assert.ok(!isReported, verdict.id);
    else if (!PAIRS_UNKNOWN.includes(verdict.id)) assert.ok(isReported, verdict.id);
  }
});

const PAIRS_UNKNOWN: readonly string[] = ['pair/other-order'];

test('an op that names a table that does not exist is reported', () => {
  for (const [id, isUnknown] of [
    ['lookup/1', false],
    ['lookup/2', true],
    ['retrieve/1', false],
    ['retrieve/2', true],
    ['retrieve-name/b', false],
    ['retrieve-name/c', true],
  ] as const) {
    assert.equal(codesOf(verdictNamed(id)).includes('unknown-table'), isUnknown, id);
  }
});
