// Results of TensorFlow 2.21 for whole programs, compared with our diagnostics. programs.jsonl is made by
// scripts/fixtures/programs.py.
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

const programs = readFileSync('test/fixtures/programs.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Program => JSON.parse(line));
const wanted = (want: Program['want']) => programs.filter((program) => program.want === want);

const options = { analyzer: new Analyzer(builtin, DEFAULT_SETTINGS), path: 'program.py' };

const reported = ({ code }: Program, severities: readonly string[]): string[] =>
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
  const unexpected = wanted('error').flatMap(({ id, code, tensorflow, want }) => {
    const [, raised] = /^((?:Attribute|Parse|Type|Value)Error): /.exec(tensorflow) ?? [];
    const caught = `try:\n${code.replaceAll(/^(?=.)/gm, '  ')}except ${raised}:\n  pass\n`;
    return raised
      ? reported({ id, want, tensorflow, code: caught }, ['error']).map((message) => `${id}: ${message}`)
      : [];
  });
  assert.deepEqual(unexpected, []);
});
