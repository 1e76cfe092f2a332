import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { format } from '../../../../server/src/textproto/formatting/format';
import { caseFiles, readCases } from '../../../support/fixtures';

const lines = (text: string) => text.replace(/\n*$/, '\n');

for (const file of caseFiles('formatting')) {
  for (const { name, text, parts } of readCases(file)) {
    test(`formatting: ${name}`, () => {
      assert.equal(lines(format(text)), lines(parts[0]!.text));
    });
  }
}

for (const line of readFileSync('test/fixtures/formatting/format_cases.sample.jsonl', 'utf8')
  .trim()
  .split('\n')) {
  const { id, in: badlyLaidOut, out } = JSON.parse(line) as { id: string; in: string; out: string };
  test(`${id} is formatted as txtpbfmt does it`, () => {
    assert.equal(format(badlyLaidOut), out);
    assert.equal(format(out), out);
  });
}

test('a byte order mark is kept, and lines end in LF', () => {
  assert.equal(format('\ufeffa:1\r\n\r\n# b\r\n\r\nc:2'), '\ufeffa: 1\n\n# b\n\nc: 2\n');
});

test('a single blank line at the end is kept', () => {
  assert.equal(format('a: 1\n\n\n'), 'a: 1\n\n');
});

test('text nested too deeply is unchanged', () => {
  const deep = `${'a{'.repeat(100_000)}${'}'.repeat(100_000)}\n`;
  assert.equal(format(`${deep}b:1`), `${deep}b: 1\n`);
});

test('20,000 fields with a mistake each are unchanged', () => {
  const broken = 'a { b: = }\n'.repeat(20_000);
  assert.equal(format(broken), broken);
});
