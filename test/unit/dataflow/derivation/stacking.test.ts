// Stacks of the tables of programs, which the libraries themselves have run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../../server/src/languages';
import { Analyzer } from '../../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../../server/src/project/settings';
import { builtin } from '../../../../server/src/schema/builtin';
import { stacksOn } from '../../../../server/src/sizing/library-stacks';
import type { Chips } from '../../../../server/src/sizing/sparsecore/padding';
import { asInFixture, stackCases } from '../../../support/stack-cases';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

/** The stacks of a program's tables, or why they are not known. */
function stacksOf(program: string, chips: Chips) {
  const [configuration, ...others] = languageOf('python')
    .analyze(program, { analyzer, path: 'model.py' })
    .sizes({});
  assert.equal(others.length, 0);
  if (configuration?.refused) return configuration.refused.reason;
  const found = configuration?.sizes && stacksOn(configuration.sizes, chips);
  assert.ok(found);
  return 'unknown' in found ? found.unknown : found.stacks.map((stack) => asInFixture(stack, chips));
}

test('stacks of programs equal those of the libraries that ran them', () => {
  for (const { chips, program, stacks, error } of stackCases) {
    const found = stacksOf(program, chips);
    if (error) assert.equal(typeof found, 'string', program);
    else assert.deepEqual(found, stacks, program);
  }
});
