import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainNumber, numberForm } from '../../../server/src/textproto/lexer';
import {
  escapeErrors,
  floatValue,
  floatWord,
  integerValue,
  stringText,
} from '../../../server/src/textproto/literals';

test('numbers are classified by their form', () => {
  const forms: Record<string, string[]> = {
    decimal: ['0', '7', '120'],
    octal: ['00', '010', '0777'],
    hexadecimal: ['0x0', '0X1f', '0xABCdef'],
    float: ['1.', '.5', '1.5', '1e3', '1.e-3', '10f', '1.5F', '0.', '0e1', '1E+9f'],
    invalid: ['08', '1_000', '10bar', '0x', '1e', '1e+', '00.5', '01f', '0x1p3', '1.2.3', '.', '1ff'],
  };
  for (const [form, tokens] of Object.entries(forms)) {
    for (const token of tokens) assert.equal(numberForm(token), form, token);
  }
});

test('a plain number is a decimal or a float, and short forms of 10 or 0.1 are equal', () => {
  let tokens = [''];
  for (let length = 1; length <= 6; length++) {
    tokens = tokens.flatMap((token) => [...'01.eE+-f'].map((character) => token + character));
    for (const token of tokens)
      if (isPlainNumber(token, 0, length)) assert.match(numberForm(token), /^(?:decimal|float)$/, token);
  }
  for (const token of ['0', '10', '0.1', '1e1', '1E-1', '1.0e+01', '10.00e0'])
    assert(isPlainNumber(`-${token} `, 1, 1 + token.length), token);
});

test('integers are exact in every base', () => {
  assert.equal(integerValue('9223372036854775808'), 9223372036854775808n);
  assert.equal(integerValue('0xffffffffffffffff'), 18446744073709551615n);
  assert.equal(integerValue('0777'), 511n);
  assert.equal(integerValue('1.0'), undefined);
});

test('an integer that is too long for any type has no value, despite leading zeros', () => {
  const zeros = '0'.repeat(1000);
  assert.equal(integerValue('9'.repeat(1000)), undefined);
  assert.equal(integerValue(`0x${'f'.repeat(1000)}`), undefined);
  assert.equal(integerValue(`0x${zeros}1f`), 31n);
  assert.equal(integerValue(`${zeros}17`), 15n);
});

test('floats may have a suffix, and inf and nan are words', () => {
  assert.equal(floatValue('1.5f'), 1.5);
  assert.equal(floatValue('10F'), 10);
  assert.ok(Number.isNaN(floatValue('1e')));
  assert.equal(floatWord('iNfInItY'), Number.POSITIVE_INFINITY);
  assert.ok(Number.isNaN(floatWord('NaN')));
  assert.equal(floatWord('infinit'), undefined);
});

test('strings are decoded as bytes and must be UTF-8', () => {
  assert.equal(stringText(['"a"', "'b'"]), 'ab');
  assert.equal(stringText(['"\\x41\\102\\u0043\\U00000044\\n"']), 'ABCD\n');
  assert.equal(stringText(['"\\xc3"', '"\\xa4"']), 'ä');
  assert.equal(stringText(['"\\xc0"']), undefined);
  assert.equal(stringText(['"\\1234"']), 'S4');
});

test('wrong escapes are reported at their offset', () => {
  const found = (token: string) =>
    [...escapeErrors(token, true)].map(
      ({ start, end, portable }) => `${token.slice(start, end)}${portable ? '?' : ''}`,
    );
  assert.deepEqual(found('"\\a\\n\\"\\\\\\x1\\7\\X41"'), []);
  assert.deepEqual(found('"\\z \\xg \\u12 \\U0001"'), ['\\z', '\\x', '\\u', '\\U']);
  assert.deepEqual(found('"\\ud800\\U00110000"'), ['\\ud800', '\\U00110000']);
  assert.deepEqual(found('"\\?\\400"'), ['\\??', '\\400?']);
});
