// The rules' pages are correct: `bad` is reported, `good` is not, and fixes do what they promise.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, test } from 'node:test';
import { allRules, findingRules, rules } from '../../../server/src/rules';
import { apply, check } from '../../support/check';

const GROUPS = ['syntax', 'types', 'portability'];
const documented = Object.values(findingRules);

const problems = (text: string) => check(text, GROUPS).found;
const codes = (text: string) => problems(text).map(({ code }) => code);

test('every problem of the parser and the binder has a rule of its own code', () => {
  for (const [code, rule] of Object.entries(findingRules)) assert.equal(rule.code, code);
});

test('no two rules share a code', () => {
  assert.equal(new Set(rules.map(({ code }) => code)).size, rules.length);
});

test('every file of a rule is listed', () => {
  const codes = new Set(allRules.map(({ code }) => code));
  const folder = 'server/src/rules';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      readFileSync(join(folder, file), 'utf8').includes(`code: '${basename(file, '.ts')}'`),
  );
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((file) => !codes.has(basename(file, '.ts'))),
    [],
  );
});

for (const rule of documented) {
  suite(rule.code, () => {
    test('the bad example is reported', () => {
      assert.ok(codes(rule.bad).includes(rule.code), codes(rule.bad).join(', '));
    });

    test('the good example has no error and is not reported', () => {
      const left = problems(rule.good).filter(
        ({ code, severity }) => code === rule.code || severity === 'error',
      );
      assert.deepEqual(
        left.map(({ message }) => message),
        [],
      );
    });

    test('the preferred fixes repair the bad example', () => {
      const { found } = check(rule.bad, GROUPS);
      const fixes = found.filter(({ code }) => code === rule.code).flatMap(({ fixes }) => fixes());
      for (const fix of fixes.filter((fix) => fix.preferred)) {
        const fixed = apply(rule.bad, fix);
        assert.ok(codes(fixed).length < codes(rule.bad).length, `${fix.title}: ${fixed}`);
      }
    });

    test('the texts are sentences', () => {
      assert.match(rule.summary, /^[A-Z].*\.$/);
      assert.match(rule.details, /^[A-Z].*\.$/s);
    });
  });
}

test('messages are one to three sentences without line breaks', () => {
  for (const { bad } of documented) {
    for (const { message } of problems(bad)) assert.match(message, /^[^\n]{10,220}[.?]$/);
  }
});
