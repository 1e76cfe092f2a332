// The rows that each host owns, and its share of look-ups.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { idsOf, rowsPerHost, shareOf } from '../../../server/src/sizing/sharding';
import type { ShardingStrategy } from '../../../server/src/sizing/tables';
import { runs } from '../../property/runs';

const owned = (rows: number, hosts: number, strategy: ShardingStrategy) =>
  Array.from({ length: hosts }, (_, host) => {
    const { first, step, count } = idsOf(host, rows, hosts, strategy);
    return Array.from({ length: count }, (_, i) => first + i * step);
  });

test('DIV gives each host consecutive ids, MOD those with the same remainder', () => {
  const cases = [
    [
      13,
      5,
      'DIV_DEFAULT',
      [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [9, 10],
        [11, 12],
      ],
    ],
    [
      13,
      5,
      'MOD',
      [
        [0, 5, 10],
        [1, 6, 11],
        [2, 7, 12],
        [3, 8],
        [4, 9],
      ],
    ],
    [
      10,
      4,
      'DIV_DEFAULT',
      [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7],
        [8, 9],
      ],
    ],
    [
      10,
      4,
      'MOD',
      [
        [0, 4, 8],
        [1, 5, 9],
        [2, 6],
        [3, 7],
      ],
    ],
    [
      8,
      3,
      'DIV_DEFAULT',
      [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7],
      ],
    ],
    [
      8,
      3,
      'MOD',
      [
        [0, 3, 6],
        [1, 4, 7],
        [2, 5],
      ],
    ],
  ] as const;
  for (const [rows, hosts, strategy, expected] of cases)
    assert.deepEqual(owned(rows, hosts, strategy), expected);
});

const size = fc.record({ rows: fc.integer({ min: 1, max: 300 }), hosts: fc.integer({ min: 1, max: 40 }) });

test('each id has one owner, and both strategies give hosts the same number of rows', () => {
  fc.assert(
    fc.property(
      size,
      fc.constantFrom<ShardingStrategy>('MOD', 'DIV_DEFAULT'),
      ({ rows, hosts }, strategy) => {
        const lists = owned(rows, hosts, strategy);
        assert.deepEqual(
          lists.flat().sort((a, b) => a - b),
          Array.from({ length: rows }, (_, id) => id),
        );
        assert.deepEqual(
          lists.map(({ length }) => length),
          rowsPerHost(rows, hosts),
        );
      },
    ),
    runs(100),
  );
});

test("a host's share of look-ups is the sum of 1/(id + 1) over its ids, divided by that over all ids", () => {
  const sum = (ids: readonly number[]) => ids.reduce((total, id) => total + 1 / (id + 1), 0);
  fc.assert(
    fc.property(
      size,
      fc.constantFrom<ShardingStrategy>('MOD', 'DIV_DEFAULT'),
      ({ rows, hosts }, strategy) => {
        for (const [host, ids] of owned(rows, hosts, strategy).entries()) {
          const expected = sum(ids) / sum(owned(rows, 1, 'MOD')[0]!);
          const actual = shareOf(idsOf(host, rows, hosts, strategy), rows);
          assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
        }
      },
    ),
    runs(100),
  );
});
