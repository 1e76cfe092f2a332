// The programs in examples/: those with mistakes show each of them, the others none.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

const programOf = (name: string) =>
  languageOf('python').analyze(readFileSync(join('examples', name), 'utf8'), { analyzer, path: name });

const isRight = (name: string) => name.endsWith('.py') && !name.includes('mistakes');

for (const name of readdirSync('examples').filter(isRight))
  test(`${name} is right`, () => assert.deepEqual(programOf(name).diagnose(), []));

test('each mistake with Keras RS is found', () => {
  const program = programOf('sparsecore_mistakes.py');
  assert.deepEqual(
    program.diagnose().map(({ code, start, end }) => `${code}: ${program.text.slice(start, end)}`),
    [
      'unknown-argument: dim',
      'few-ids-per-partition: TableConfig',
      'keras-optimizer-option: epsilon=1e-10',
      'refused-later: "average"',
      'table-name-twice: "item"',
      'missing-argument: FeatureConfig',
      'feature-shape: (BATCH,)',
      'feature-shape: 64',
      'table-stack: ("user", "shop")',
    ],
  );
});

test('all is known of the tables and features of the program with Keras RS', () => {
  const [derived, ...more] = programOf('sparsecore_two_towers.py').derive({});
  assert.equal(more.length, 0);
  assert.deepEqual(derived?.unknown, []);
  assert.deepEqual([derived?.made?.tables.length, derived?.made?.features.length], [2, 3]);
});
