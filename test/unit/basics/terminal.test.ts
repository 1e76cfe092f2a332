// Untrusted text on a terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, lines, printable } from '../../../server/src/basics/terminal';
import { TREACHEROUS } from '../../support/treacherous';

test('characters that a terminal would obey or hide are shown as numbers', () => {
  assert.equal(printable('a\u001b[2Jb\u202ec\u0085'), 'a\\u001b[2Jb\\u202ec\\u0085');
  for (const char of TREACHEROUS) {
    const number = char.charCodeAt(0).toString(16).padStart(4, '0');
    assert.equal(printable(`a${char}b`), `a\\u${number}b`);
  }
});

test('all other text is unchanged', () => {
  const text = '\ttab, ä, 表, \ud83d\ude00, e\u0301, \u05d0\u0627, \u200d, \\u001b';
  assert.equal(printable(text), text);
  assert.equal(printable(printable(TREACHEROUS.join(''))), printable(TREACHEROUS.join('')));
});

test('any text becomes one line', () => {
  assert.equal(lines(['a\nb', '', 'c\r\n']), 'a\\u000ab\n\nc\\u000d\\u000a\n');
});

test('JSON has the same data without such characters', () => {
  const data = { [TREACHEROUS.join('')]: ['\t\n', TREACHEROUS] };
  for (const indent of [undefined, 2]) {
    const text = json(data, indent);
    assert.deepEqual(JSON.parse(text), data);
    for (const char of TREACHEROUS) if (char !== '\n') assert.ok(!text.includes(char));
  }
});
