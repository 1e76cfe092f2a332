import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixAll } from '../../../server/src/languages/fixes';
import { diagnose } from '../../../server/src/languages/textproto/diagnostics';
import { snapshotOf } from '../../support/snapshots';

const report = (text: string) => diagnose(snapshotOf(text, ['types', 'editor'])).map(({ code }) => code);

test('a comment silences a rule on its own line', () => {
  assert.deepEqual(report('num_host: 1  # tpu-embedding: ignore[unknown-field]\n'), []);
  assert.deepEqual(report('num_host: 1  # see below. tpu-embedding: ignore[unknown-field]\n'), []);
});

test('a comment on its own line silences the next line that is not blank', () => {
  assert.deepEqual(report('# tpu-embedding: ignore[unknown-field]\n\n# why\nnum_host: 1\nnum_hos: 1\n'), [
    'unknown-field',
  ]);
});

test('a comment may list several codes, or none to silence all', () => {
  const text = (codes: string) => `mode: TRAIN num_host: 1  # tpu-embedding: ignore${codes}\n`;
  assert.deepEqual(report(text('[unknown-field, unknown-enum-value]')), []);
  assert.deepEqual(report(text('')), []);
  assert.deepEqual(report(text('[unknown-field]')), ['unknown-enum-value']);
});

test('ignore-file silences a rule in the whole file', () => {
  assert.deepEqual(report('num_host: 1\nnum_hos: 1\n# tpu-embedding: ignore-file[unknown-field]\n'), []);
});

test('each code that silences nothing is reported', () => {
  const text = 'num_host: 1  # tpu-embedding: ignore[unknown-field, wrong-type]\n';
  const [only, ...more] = diagnose(snapshotOf(text, ['types', 'editor']));
  assert.deepEqual(more, []);
  assert.equal(only?.code, 'unused-suppression');
  assert.equal(text.slice(only.start, only.end), 'wrong-type');
});

test('an unknown code is reported as unknown', () => {
  const [unknown] = diagnose(snapshotOf('num_hosts: 1  # tpu-embedding: ignore[unknown-feld]\n', ['editor']));
  assert.match(unknown!.message, /no rule "unknown-feld"; did you mean "unknown-field"/);
});

/** The text after all safe fixes of what the checker says of itself. */
function fixed(text: string): string {
  const snapshot = snapshotOf(text, ['editor']);
  return fixAll(diagnose(snapshot)).reduceRight(
    (result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end),
    text,
  );
}

test('the fix removes the whole comment with the blanks before it', () => {
  assert.equal(
    fixed('num_hosts: 1  # tpu-embedding: ignore[unknown-field]\nmode: 1\n'),
    'num_hosts: 1\nmode: 1\n',
  );
  assert.equal(fixed('# tpu-embedding: ignore\r\nmode: 1\r\n'), 'mode: 1\r\n');
});

test('the fix keeps the rest of the comment', () => {
  assert.equal(fixed('num_hosts: 1  # tpu-embedding: ignore[a] why\n'), 'num_hosts: 1  #  why\n');
  assert.equal(fixed('num_hosts: 1  # see 2. tpu-embedding: ignore[a]\n'), 'num_hosts: 1  # see 2. \n');
});

test('the fix keeps the codes that silence something', () => {
  const text = 'num_host: 1  # tpu-embedding: ignore[wrong-type, unknown-field, octal-number]\n';
  const snapshot = snapshotOf(text, ['types', 'editor']);
  const [change] = fixAll(diagnose(snapshot));
  assert.equal(change!.newText, 'unknown-field');
  assert.equal(text.slice(change!.start, change!.end), 'wrong-type, unknown-field, octal-number');
});

test('a list without a code or without its end silences only the codes that it names', () => {
  assert.deepEqual(report('num_host: 1  # tpu-embedding: ignore[]\n'), [
    'unknown-field',
    'unused-suppression',
  ]);
  assert.deepEqual(report('num_host: 1  # tpu-embedding: ignore[\n'), [
    'unknown-field',
    'unused-suppression',
  ]);
  assert.deepEqual(report('num_host: 1  # tpu-embedding: ignore[unknown-field\n'), []);
});

test('silencing comments inside a string are ignored', () => {
  const text = 'profile_data_directory: "# tpu-embedding: ignore" num_host: 1\n';
  assert.deepEqual(report(text), ['unknown-field']);
});
