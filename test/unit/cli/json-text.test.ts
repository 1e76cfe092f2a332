import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '../../../server/src/cli/input/json-text';
import { SpecError } from '../../../server/src/optimizers';
import { runs } from '../../property/runs';

const mistakeOf = (text: string): string => {
  try {
    parseJson(text);
  } catch (error) {
    assert(error instanceof SpecError, String(error));
    return error.message;
  }
  return '';
};

suite('invalid JSON is reported with its line and column, and how to write it correctly', () => {
  for (const [text, message] of [
    [
      '[.1]',
      'a value or ] expected, .1 found in line 1, column 2. A number begins with a digit: write 0.1, not .1.',
    ],
    [
      '{"a": 1,\n}',
      'a name in double quotes expected, } found in line 2, column 1. Remove the comma after the last one.',
    ],
    [
      "{'a': 1}",
      "a name in double quotes or } expected, 'a' found in line 1, column 2. Strings take double quotes.",
    ],
    ['[1 2]', ', or ] expected, 2 found in line 1, column 4.'],
    ['{"a" 2}', ': expected, 2 found in line 1, column 6.'],
    [
      '[nan]',
      'a value or ] expected, nan found in line 1, column 2. JSON has no NaN and Infinity; write "NaN", "Infinity" or "-Infinity".',
    ],
    ['\n\n# x', 'a value expected, # found in line 3, column 1. JSON has no comments.'],
    ['', 'a value expected, the end found in line 1, column 1.'],
    ['[[1]', ', or ] expected, the end found in line 1, column 5.'],
    ['{} {}', 'the end expected, { found in line 1, column 4.'],
    ['["a\nb"]', 'a value or ] expected, "a found in line 1, column 2.'],
    ['[01]', 'a value or ] expected, 01 found in line 1, column 2.'],
    ['[True]', 'a value or ] expected, True found in line 1, column 2. JSON writes true, false and null.'],
    [
      'num_hosts: 1',
      'a value expected, num_hosts found in line 1, column 1. A configuration in text format is read from a file whose name ends with .textproto.',
    ],
  ] as const)
    test(JSON.stringify(text), () => {
      assert.equal(mistakeOf(text), `this is not JSON: ${message}`);
    });
});

test('JSON may have a byte order mark and deep nesting', () => {
  assert.deepEqual(parseJson('\ufeff{"a": [1]}'), { a: [1] });
  assert.match(mistakeOf('['.repeat(1e6)), /the end found in line 1, column 1000001\.$/);
});

test('everything that JSON.parse rejects is reported with a place, in any changed text', () => {
  const changed = fc
    .tuple(
      fc.json(),
      fc.nat(200),
      fc.nat(3),
      fc.constantFrom('', ',', ':', '"', '}', ']', '-', '.', 'e', '\\', '\u0001', '0', '\u2028'),
    )
    .map(([json, at, count, put]) => json.slice(0, at) + put + json.slice(at + count));
  fc.assert(
    fc.property(changed, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      const mistake = mistakeOf(text);
      assert.equal(mistake === '', isJson);
      if (!isJson) assert.match(mistake, /found in line \d+, column \d+\./);
    }),
    runs(1000),
  );
});
