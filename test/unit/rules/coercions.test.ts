// Verdicts of TensorFlow 2.21 on calls with one odd value, compared with our diagnostics.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';

interface Coercion {
  readonly id: string;
  readonly code: string;
  /** `warned` values are accepted, but changed, or make no sense. */
  readonly want: 'error' | 'warned' | 'no-error';
  readonly argument: string;
  readonly value: string;
}

const coercions = readFileSync('test/fixtures/coercion.sample.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Coercion => JSON.parse(line));

function severitiesOf({ code }: Coercion): ReadonlySet<string | undefined> {
  const file = readPython(code);
  return new Set(file && diagnosePython(file, DEFAULT_SETTINGS).map(({ severity }) => severity));
}

const HOLDS: Readonly<Record<Coercion['want'], (severities: ReadonlySet<string | undefined>) => boolean>> = {
  error: (severities) => severities.has('error'),
  warned: (severities) => severities.has('warning') && !severities.has('error'),
  'no-error': (severities) => severities.size === 0,
};

const LEAST = { error: 0.97, warned: 0.8, 'no-error': 1 };

for (const [want, holds] of Object.entries(HOLDS) as [Coercion['want'], (typeof HOLDS)['error']][])
  test(`${100 * LEAST[want]} % of the odd values that are to be "${want}" are judged so`, () => {
    const all = coercions.filter((coercion) => coercion.want === want);
    const missed = all.filter((coercion) => !holds(severitiesOf(coercion)));
    const names = missed.map(({ id, argument, value }) => `${id}: ${argument}=${value}`).join('\n');
    assert.ok(all.length > 20 && missed.length <= (1 - LEAST[want]) * all.length, names);
  });
