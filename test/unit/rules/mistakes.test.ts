// Common mistakes in Python: each is reported in its line, and nothing is reported once it is fixed.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { mistakes } from '../../support/mistakes';
import { proveCases } from '../../support/rule-cases';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

const diagnose = (text: string) =>
  languageOf('python').analyze(text, { analyzer, path: 'mistake.py' }).diagnose();

proveCases('mistakes', ({ text }) => diagnose(text));

suite('each mistake is reported, and its correction is not', () => {
  for (const { name, fixed } of mistakes()) {
    test(name, () =>
      assert.deepEqual(
        diagnose(fixed).map(({ message }) => message),
        [],
      ),
    );
  }
});

suite('the fixture of mistakes', () => {
  test('each mistake is on one line', () => {
    for (const { name, fixture } of mistakes())
      assert.equal(new Set(fixture.marks.map(({ line }) => line)).size, 1, name);
  });

  test('a mistake that every release rejects is an error, one that a release accepts is a warning', () => {
    for (const { name, raises, fixture } of mistakes()) {
      const { severity, code } = fixture.marks[0]!;
      assert.equal(severity, raises && code !== 'removed-api' ? 'error' : 'warning', name);
    }
  });

  test('the fixture has enough mistakes to compare checkers', () => assert.ok(mistakes().length >= 22));
});
