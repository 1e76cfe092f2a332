import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runs } from '../property/runs';
import { type Defect, defectsOf, type Knowledge, noKnowledge, shrunk } from './check';
import { type Program, pythonVersion } from './cpython';
import { program } from './programs';

const FIXTURES = join('test', 'fixtures');
/** Programs per process. */
const BATCH = 500;

const version = pythonVersion();
const skip = version === undefined && 'no python3';
if (skip) console.log(`skipped: ${skip}`);

const shown = ({ program: { text, seed }, message }: Defect) => `${message}\n(seed ${seed})\n${text}`;

for (const [folder, what] of [
  ['python-programs', 'realistic programs'],
  // Each one tests something that is easily confused with something else.
  ['python-traps', 'small programs'],
] as const)
  test(`values that the evaluator knows in ${what} equal those of CPython`, { skip }, () => {
    const programs = programsIn(join(FIXTURES, folder));
    const knowledge = noKnowledge();
    const [defect] = defectsOf(programs, knowledge);
    if (defect) assert.fail(shown(shrunk(defect)));
    tell(what, programs.length, knowledge);
  });

/**
 * A line such as `# --- title` starts another program in the same file. Code after `# outside` uses the program from
 * outside.
 */
const programsIn = (folder: string): readonly Program[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.py'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/^# --- .*\n/m))
    .filter((program) => program !== '' && isReadable(program))
    .map((program) => {
      const [text, outside] = program.split(/^# outside\n/m);
      return { text: text!, seed: 0, outside };
    });

/** A first line such as `# requires 3.12` is the minimum version of CPython. */
function isReadable(text: string): boolean {
  const [, major, minor] = /^# requires (\d+)\.(\d+)/.exec(text) ?? [0, 0, 0];
  return Number(major) < version![0] || (Number(major) === version![0] && Number(minor) <= version![1]);
}

for (const [opaqueness, what] of [
  [0, 'generated programs'],
  [50, 'generated programs with unpredictable code'],
] as const)
  test(`values that the evaluator knows in ${what} equal those of CPython`, { skip }, () => {
    const { numRuns = 0, seed = 0 } = runs(150);
    const knowledge = noKnowledge();
    for (let done = 0; done < numRuns; done += BATCH) {
      const programs = Array.from({ length: Math.min(BATCH, numRuns - done) }, (_, i): Program => {
        const own = seed + done + i;
        return { text: program(own, version!, opaqueness), seed: own };
      });
      const [defect] = defectsOf(programs, knowledge);
      if (defect) assert.fail(shown(shrunk(defect)));
    }
    tell(what, numRuns, knowledge);
  });

/** The number of programs per hundred that may be nested too deeply to be evaluated. */
const MOST_ABANDONED = 3;
/** The share of plain values, in percent, that are known at least: what is not observed cannot be wrong either. */
const LEAST_KNOWN = 70;

function tell(what: string, count: number, { plain, known, abandoned }: Knowledge): void {
  const share = ((known / plain) * 100).toFixed(1);
  console.log(
    `${count} ${what}: ${share} % of ${plain} plain values are known, ${abandoned} are not followed to their end`,
  );
  assert.ok(known * 100 >= plain * LEAST_KNOWN, `only ${share} % of the values in ${what} are known`);
  assert.ok(abandoned <= Math.ceil((count * MOST_ABANDONED) / 100), `${abandoned} of ${count} are given up`);
}
