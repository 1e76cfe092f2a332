// Examples of the configuration rules: the bad one is reported, the good one is not, and each fix removes its problem.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { diagnose } from '../../../server/src/languages/textproto/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { rules } from '../../../server/src/rules';
import { builtin } from '../../../server/src/schema/builtin';
import { apply } from '../../support/check';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

function analyze(text: string) {
  return analyzer.open(text, { path: 'case.textproto', named: true });
}

function assertParses(text: string): void {
  const { tree, bound } = analyze(text);
  assert.deepEqual([...tree.sections.flatMap(({ errors }) => errors), ...bound!.errors.values()], [], text);
}

for (const rule of rules.filter(({ check, checkTable }) => check || checkTable)) {
  suite(rule.code, () => {
    const codes = (text: string) => diagnose(analyze(text)).map(({ code }) => code);

    test('the bad example is reported', () => assert.ok(codes(rule.bad).includes(rule.code), rule.bad));

    test('the good example is not reported', () =>
      assert.ok(!codes(rule.good).includes(rule.code), rule.good));

    test('the examples parse', () => {
      for (const text of [rule.bad, rule.good]) assertParses(text);
    });

    test('the fixes repair the bad example', () => {
      const snapshot = analyze(rule.bad);
      const found = diagnose(snapshot).filter(({ code }) => code === rule.code);
      for (const fix of found.flatMap(({ fixes }) => fixes())) {
        const text = apply(rule.bad, fix);
        assertParses(text);
        assert.equal(codes(text).filter((code) => code === rule.code).length, found.length - 1, text);
      }
    });
  });
}
