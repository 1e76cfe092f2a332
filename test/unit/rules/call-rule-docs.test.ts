// Examples of the Python rules: the bad one is reported, the good one has no error.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { callRules } from '../../../server/src/rules/python';
import { apply } from '../../support/check';
import { runningOn } from '../../support/running-on';

const diagnose = (text: string, release?: string) =>
  diagnosePython(readPython(text, { environment: runningOn(release) })!, DEFAULT_SETTINGS);

for (const rule of callRules) {
  test(rule.code, () => {
    const found = diagnose(rule.bad, rule.runsOn?.bad).filter(({ code }) => code === rule.code);
    assert.ok(found.length > 0, rule.bad);
    assert.deepEqual(
      diagnose(rule.good, rule.runsOn?.good)
        .filter(({ code, severity }) => code === rule.code || severity === 'error')
        .map(({ message }) => message),
      [],
    );
    for (const fix of found.flatMap(({ fixes }) => fixes()).filter(({ preferred }) => preferred)) {
      const left = diagnose(apply(rule.bad, fix)).filter(({ code }) => code === rule.code);
      assert.ok(left.length < found.length, fix.title);
    }
    for (const { message } of found) assert.match(message, /^[^\n]{10,260}[.?]$/);
  });
}
