import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misspelled } from '../../../server/src/basics/nearest';

test('a typo is corrected to the intended name', () => {
  for (const name of ['usr', 'uesr', 'User', 'userr'])
    assert.equal(misspelled(name, ['item', 'user']), 'user');
  assert.equal(misspelled('userid', ['user_id']), 'user_id');
});

test('a name that may well be another one is not corrected', () => {
  for (const [name, other] of [
    ['ad', 'id'],
    ['cat', 'car'],
    ['query_a', 'query_b'],
    ['table_1', 'table_2'],
    ['user', 'user_history'],
    ['cat', 'category'],
  ] as const)
    assert.equal(misspelled(name, [other]), undefined, `${name}, ${other}`);
});
