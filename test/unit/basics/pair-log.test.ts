import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PairLog } from '../../../server/src/basics/pair-log';

const pairsOf = (log: PairLog<number, string>) => {
  const pairs: [number, string][] = [];
  log.each((first, second) => pairs.push([first, second]));
  return pairs;
};

test('a log has the pairs that were added to it since it was cleared, in their order', () => {
  const log = new PairLog<number, string>();
  for (let count = 0; count < 100; count++) {
    const pairs = Array.from({ length: count }, (_, i): [number, string] => [i, `${i} of ${count}`]);
    for (const [first, second] of pairs) log.add(first, second);
    assert.equal(log.size, count);
    assert.deepEqual(pairsOf(log), pairs);
    log.clear();
    assert.deepEqual(pairsOf(log), []);
  }
});
