import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../server/src/features/diagnostics';
import { fixAll } from '../../server/src/features/fixes';
import { snapshotOf } from '../support/snapshots';

const report = (text: string) => diagnose(snapshotOf(text, ['types', 'editor'])).map(({ code }) => code);

test('a comment silences a rule on its own line', () => {
  assert.deepEqual(report('num_host: 1  # tpu-embedding: ignore[unknown-field]\n'), []);
  assert.deepEqual(report('num_host: 1  # see below. tpu-embedding: ignore[unknown-field]\n'), []);
});

test('a comment alone silences the next line that holds anything', () => {
  assert.deepEqual(report('# tpu-embedding: ignore[unknown-field]\n\n# why\nnum_host: 1\nnum_hos: 1\n'), [
    'unknown-field',
  ]);
});

test('several codes, and none for all', () => {
  const text = (codes: string) => `mode: TRAIN num_host: 1  # tpu-embedding: ignore${codes}\n`;
  assert.deepEqual(report(text('[unknown-field, unknown-enum-value]')), []);
  assert.deepEqual(report(text('')), []);
  assert.deepEqual(report(text('[unknown-field]')), ['unknown-enum-value']);
});

test('for the whole file', () => {
  assert.deepEqual(report('num_host: 1\nnum_hos: 1\n# tpu-embedding: ignore-file[unknown-field]\n'), []);
});

test('a silencer that silences nothing is reported, code by code', () => {
  const text = 'num_host: 1  # tpu-embedding: ignore[unknown-field, wrong-type]\n';
  const [only, ...more] = diagnose(snapshotOf(text, ['types', 'editor']));
  assert.deepEqual(more, []);
  assert.equal(only?.code, 'unused-suppression');
  assert.equal(text.slice(only.start, only.end), 'wrong-type');
});

test('a code that does not exist is told from one that reports nothing', () => {
  const [unknown] = diagnose(snapshotOf('num_hosts: 1  # tpu-embedding: ignore[unknown-feld]\n', ['editor']));
  assert.match(unknown!.message, /no rule "unknown-feld"; did you mean "unknown-field"/);
});

test('the fix takes the whole comment away, blanks before it included', () => {
  const text = 'num_hosts: 1  # tpu-embedding: ignore[unknown-field]\nmode: 1\n';
  const snapshot = snapshotOf(text, ['editor']);
  const [change] = fixAll(diagnose(snapshot));
  assert.equal(
    text.slice(0, change!.start) + change!.newText + text.slice(change!.end),
    'num_hosts: 1\nmode: 1\n',
  );
});

test('the words in a string silence nothing', () => {
  const text = 'profile_data_directory: "# tpu-embedding: ignore" num_host: 1\n';
  assert.deepEqual(report(text), ['unknown-field']);
});
