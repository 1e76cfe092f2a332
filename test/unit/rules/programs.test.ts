// Results of TensorFlow 2.21 for whole programs, compared with our diagnostics. programs.jsonl is made by
// scripts/fixtures/programs.py; programs2.sample.jsonl was written to find weak spots, and traced by TensorFlow under a
// stand-in for a TPUStrategy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';

interface Program {
  readonly id: string;
  readonly code: string;
  /** `warned` programs are wrong, but TensorFlow accepts them. */
  readonly want: 'error' | 'warned' | 'no-error';
  /** TensorFlow's reaction. */
  readonly tensorflow: string;
}

const readPrograms = (file: string) =>
  readFileSync(`test/fixtures/${file}`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Program => JSON.parse(line));

const programs = readPrograms('programs.jsonl');
const wanted = (want: Program['want']) => programs.filter((program) => program.want === want);

const options = { analyzer: new Analyzer(builtin, DEFAULT_SETTINGS), path: 'program.py' };

const reported = ({ code }: Pick<Program, 'code'>, severities: readonly string[]): string[] =>
  languageOf('python', options.path, code)!
    .analyze(code, options)
    .diagnose()
    .filter(({ severity }) => severities.includes(severity))
    .map(({ message }) => message);

test('no correct program has an error', () => {
  const wrong = wanted('no-error').flatMap((program) =>
    reported(program, ['error']).map((message) => `${program.id}: ${message}`),
  );
  assert.deepEqual(wrong, []);
});

const SHARES = [
  { want: 'error', severities: ['error'], least: 0.97 },
  { want: 'warned', severities: ['error', 'warning'], least: 0.85 },
] as const;

for (const { want, severities, least } of SHARES) {
  test(`at least ${100 * least} % of the programs that are to be "${want}" are reported`, () => {
    const all = wanted(want);
    const missed = all.filter((program) => reported(program, severities).length === 0);
    const names = missed.map(({ id, tensorflow }) => `${id}: ${tensorflow}`).join('\n');
    assert.ok(all.length > 0 && missed.length <= (1 - least) * all.length, names);
  });
}

test('no program has an error if the exception of TensorFlow is caught', () => {
  const unexpected = wanted('error').flatMap(({ id, code, tensorflow }) => {
    const [, raised] = /^((?:Attribute|Parse|Type|Value)Error): /.exec(tensorflow) ?? [];
    const caught = `try:\n${code.replaceAll(/^(?=.)/gm, '  ')}except ${raised}:\n  pass\n`;
    return raised ? reported({ code: caught }, ['error']).map((message) => `${id}: ${message}`) : [];
  });
  assert.deepEqual(unexpected, []);
});

// ---------------------------------------------------------------- Programs written to find weak spots

/** Wrong programs of which nothing is said yet. Who finds one takes it from the list. */
const NOT_FOUND: readonly string[] = [];

const weakSpots = readPrograms('programs2.sample.jsonl');

test('no correct program among the weak spots has an error', () => {
  const accused = weakSpots.filter(
    (program) => program.want === 'no-error' && reported(program, ['error']).length > 0,
  );
  assert.deepEqual(
    accused.map(({ id }) => id),
    [],
  );
});

test('every wrong program among the weak spots is found, except those that are listed', () => {
  const missed = weakSpots.filter(
    (program) =>
      program.want !== 'no-error' &&
      reported(program, program.want === 'error' ? ['error'] : ['error', 'warning']).length === 0,
  );
  assert.deepEqual(missed.map(({ id }) => id).sort(), [...NOT_FOUND].sort());
});
