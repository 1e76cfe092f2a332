import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { firstMistake } from '../../../server/src/basics/json-mistake';
import { runs } from '../../property/runs';

suite('the first mistake in JSON has a place, and a hint how to write it correctly', () => {
  for (const [text, at, what, hint] of [
    ['[.1]', '.1', 'unexpected .1', 'A number begins with a digit: write 0.1, not .1.'],
    ['[1.]', '1.', 'unexpected 1.', 'A decimal point needs a digit after it: write 1.0, not 1.'],
    ['[01]', '01', 'unexpected 01', 'A number has no zeros before its first digit.'],
    ['[+1]', '+1', 'unexpected +1', 'A number has no plus sign before it.'],
    ['[2kg]', '2kg', 'unexpected 2kg'],
    ['{"a": 1,\n}', '}', 'a name in double quotes expected, } found', 'Remove the comma after the last one.'],
    ['[1, ]', ']', 'a value expected, ] found', 'Remove the comma after the last one.'],
    ["{'a': 1}", "'a'", "unexpected 'a'", 'Strings take double quotes.'],
    ['[1 2]', '2', 'a comma expected, 2 found'],
    ['{"a" 2}', '2', 'a colon expected, 2 found'],
    [
      '[-inf]',
      '-inf',
      'unexpected -inf',
      'JSON has no NaN and Infinity; write "NaN", "Infinity" or "-Infinity".',
    ],
    ['\n\n# x', '#', 'unexpected #', 'JSON has no comments.'],
    ['[1] // x', '// x', 'unexpected //', 'JSON has no comments.'],
    ['', '', 'a value expected, the end found'],
    ['[[1]', '', ', or ] expected, the end found'],
    ['{} {}', '{', 'the end expected, { found'],
    ['["a\nb"]', '"a', 'a string without its closing quote'],
    ['["\\x"]', '"\\x"', 'an escape in a string that JSON does not know'],
    ['["\\u12"]', '"\\u12"', '\\u without four hexadecimal digits in a string'],
    ['["\t"]', '"\t"', 'a control character in a string'],
    ['[True]', 'True', 'unexpected True', 'JSON writes true, false and null.'],
  ] as const)
    test(JSON.stringify(text), () => {
      const mistake = firstMistake(text)!;
      assert.deepEqual(
        [text.slice(mistake.start, mistake.end), mistake.what, mistake.hint],
        [at, what, hint],
      );
    });
});

test('JSON.parse rejects exactly the texts that have a mistake', () => {
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
      assert.equal(firstMistake(text) === undefined, isJson);
    }),
    runs(1000),
  );
});
