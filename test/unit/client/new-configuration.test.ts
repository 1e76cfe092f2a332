import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Choice,
  configurationSnippet,
  OPTIMIZERS,
  readSlice,
  readTables,
} from '../../../client/src/new-configuration/configuration';
import { diagnose } from '../../../server/src/languages/textproto/diagnostics';
import { format } from '../../../server/src/textproto/formatting/format';
import { snapshotOf } from '../../support/snapshots';
import { expandSnippet } from '../../support/snippet-text';

const tables = readTables('items 100000 64, users 5000 x 32; a/b-c.d 4 8') as Choice['tables'];

suite('a new configuration', () => {
  for (const style of ['table', 'feature'] as const)
    for (const optimizer of OPTIMIZERS)
      test(`in ${style} style with ${optimizer.name} has no problem and is formatted, for any tables and hosts`, () => {
        for (const count of [1, 2, 3])
          for (const slice of [
            { hosts: 1, cores: 8 },
            { hosts: 4, cores: 32 },
          ]) {
            const snippet = configurationSnippet({ style, tables: tables.slice(0, count), optimizer, slice });
            const text = expandSnippet(snippet);
            assert.deepEqual(
              diagnose(snapshotOf(text)).map(({ message }) => message),
              [],
              text,
            );
            assert.equal(format(text), text);
            assert.equal(snapshotOf(text).configuration?.tables.length, count);
          }
      });

  test('has one tab stop per value, shared by all tables if it should be equal, from the first one on', () => {
    const snippet = configurationSnippet({
      style: 'table',
      tables,
      optimizer: OPTIMIZERS.find(({ name }) => name === 'Adam')!,
      slice: { hosts: 1, cores: 8 },
    });
    const stops = [...snippet.matchAll(/(\w+): (\$\{\d+[:|][^}]*\})/g)].map(
      ([, field, stop]) => `${field} ${stop}`,
    );
    const first = new Set(stops);
    assert.equal(first.size, 4 + 1 + tables.length + 2, 'of Adam, rate, num_features, mode and batch size');
    assert.deepEqual(
      [...new Set(stops.map((stop) => Number(/\d+/.exec(stop.slice(stop.indexOf('$')))![0])))].sort(
        (a, b) => a - b,
      ),
      [...first].map((_, i) => i + 1),
    );
  });
});

suite('the input for tables', () => {
  const cases = {
    'items 100000 64': [{ name: 'items', vocabularySize: 100000, dimension: 64 }],
    ' items 100000x64 ; users 5 × 8 ': [
      { name: 'items', vocabularySize: 100000, dimension: 64 },
      { name: 'users', vocabularySize: 5, dimension: 8 },
    ],
    '': { misfit: 'form', entry: '' },
    'items 100000': { misfit: 'form', entry: 'items 100000' },
    'items 5 8, ': { misfit: 'form', entry: '' },
    'it"ems 5 8': { misfit: 'name', entry: 'it"ems' },
    'user 50M 64, term 1e6 x 64, ad 50_000_000 × 1k, "a b" 1.5k 8': [
      { name: 'user', vocabularySize: 50_000_000, dimension: 64 },
      { name: 'term', vocabularySize: 1_000_000, dimension: 64 },
      { name: 'ad', vocabularySize: 50_000_000, dimension: 1000 },
      { name: 'a b', vocabularySize: 1500, dimension: 8 },
    ],
    'user many 64': { misfit: 'number', entry: 'many' },
    'user 10 6.5': { misfit: 'number', entry: '6.5' },
    'user 10 64 7': { misfit: 'form', entry: 'user 10 64 7' },
    'items 5 8, items 6 8': { misfit: 'twice', entry: 'items' },
    'items 0 8': { misfit: 'size', entry: 'items 0 8' },
    'items 99999999999 8': { misfit: 'size', entry: 'items 99999999999 8' },
  };
  for (const [text, expected] of Object.entries(cases))
    test(`"${text}" is ${'misfit' in expected ? `refused (${expected.misfit})` : 'read'}`, () =>
      assert.deepEqual(readTables(text), expected));
});

suite('the input for hosts and TensorCores', () => {
  const cases = {
    '1 8': { hosts: 1, cores: 8 },
    ' 4, 32 ': { hosts: 4, cores: 32 },
    '8': { misfit: 'form', entry: '8' },
    '0 8': { misfit: 'size', entry: '0 8' },
    '3 8': { misfit: 'uneven', entry: '3 8' },
    '5 10': { misfit: 'few-rows', entry: 'a/b-c.d' },
  };
  for (const [text, expected] of Object.entries(cases))
    test(`"${text}" is ${'misfit' in expected ? `refused (${expected.misfit})` : 'read'}`, () =>
      assert.deepEqual(readSlice(text, tables), expected));
});
