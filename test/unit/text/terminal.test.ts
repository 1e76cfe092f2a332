// Texts of others on a terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, lines, printable } from '../../../server/src/text/terminal';
import { TREACHEROUS } from '../../support/treacherous';

test('what a terminal would obey or hide is shown as its number', () => {
  assert.equal(printable('a\u001b[2Jb\u202ec\u0085'), 'a\\u001b[2Jb\\u202ec\\u0085');
  for (const char of TREACHEROUS) {
    const number = char.charCodeAt(0).toString(16).padStart(4, '0');
    assert.equal(printable(`a${char}b`), `a\\u${number}b`);
  }
});

test('all else stays as it is', () => {
  const text = '\ttab, ä, 表, \ud83d\ude00, e\u0301, \u05d0\u0627, \u200d, \\u001b';
  assert.equal(printable(text), text);
  assert.equal(printable(printable(TREACHEROUS.join(''))), printable(TREACHEROUS.join('')));
});

test('a text is one line, whatever it holds', () => {
  assert.equal(lines(['a\nb', '', 'c\r\n']), 'a\\u000ab\n\nc\\u000d\\u000a\n');
});

test('JSON is the same data without any of it', () => {
  const data = { [TREACHEROUS.join('')]: ['\t\n', TREACHEROUS] };
  for (const indent of [undefined, 2]) {
    const text = json(data, indent);
    assert.deepEqual(JSON.parse(text), data);
    for (const char of TREACHEROUS) if (char !== '\n') assert.ok(!text.includes(char));
  }
});
