import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misspelled, nearest } from '../../../server/src/basics/nearest';

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

test('a name with a number is not corrected to one with another number', () => {
  assert.equal(nearest('beta3', ['beta1', 'beta2']), undefined);
  assert.equal(nearest('beta_1', ['beta1', 'beta2']), 'beta1');
});
