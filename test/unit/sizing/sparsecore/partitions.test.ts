// Ids of SparseCore partitions: those that NumPy counts of given ids and simulates of laws, written by scripts/fixtures/partitions.py.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expectedTraffic } from '../../../../server/src/sizing/sparsecore/expected';
import { uniform, zipf } from '../../../../server/src/sizing/sparsecore/laws';
import { ObservedTraffic } from '../../../../server/src/sizing/sparsecore/observed';

interface Counted {
  readonly shards: number;
  readonly batch: number;
  readonly tables: readonly (readonly [vocabulary: number, rotation: number])[];
  readonly features: readonly (readonly [table: number, samples: readonly (readonly number[])[]])[];
  readonly ids: readonly (readonly number[])[];
  readonly uniqueIds: readonly (readonly number[])[];
  readonly limits: readonly [ids: number, uniqueIds: number];
  readonly dropped: number;
}

interface Simulated {
  readonly exponent: number;
  readonly vocabulary: number;
  readonly shards: number;
  readonly batch: number;
  readonly idsPerSample: number;
  readonly limits: readonly [ids: number, uniqueIds: number];
  readonly dropped: number;
  readonly expected: readonly [ids: number, uniqueIds: number];
  readonly quantile: readonly [ids: number, uniqueIds: number];
}

const cases = readFileSync('test/fixtures/partitions.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Counted | Simulated);
const counted = cases.filter((each) => 'tables' in each);
const simulated = cases.filter((each) => 'exponent' in each);

const limitsOf = ([ids, uniqueIds]: readonly [number, number]) => ({ ids, uniqueIds });

test('given ids make partitions of as many ids and different ids as NumPy counts, and as many are dropped', () => {
  assert.equal(counted.length, 200);
  for (const { shards, batch, tables, features, ids, uniqueIds, limits, dropped } of counted) {
    let offset = 0;
    const placements = tables.map(([vocabulary, rotation]) => {
      const rowOffset = offset;
      offset += 8 * Math.ceil(vocabulary / (8 * shards));
      return { rowOffset, rotation };
    });
    const traffic = new ObservedTraffic(shards, limitsOf(limits), offset * shards);
    const found = [];
    for (let sender = 0; sender < shards; sender++) {
      const [from, to] = [sender, sender + 1].map((each) => (each * batch) / shards) as [number, number];
      for (const [table, samples] of features) {
        let end = 0;
        const ends = Int32Array.from(samples, (sample) => (end += sample.length));
        traffic.add({ ids: Int32Array.from(samples.flat()), ends }, from, to, placements[table]!);
      }
      found.push(traffic.partitions);
      traffic.endSender();
    }
    traffic.endBatch();
    assert.deepEqual(
      found.map((each) => [...each.ids]),
      ids,
    );
    assert.deepEqual(
      found.map((each) => [...each.uniqueIds]),
      uniqueIds,
    );
    assert.deepEqual(traffic.traffic(), {
      ids: { expected: Math.max(...ids.flat()), quantile: Math.max(...ids.flat()) },
      uniqueIds: { expected: Math.max(...uniqueIds.flat()), quantile: Math.max(...uniqueIds.flat()) },
      dropped,
    });
  }
});

test('a sample that repeats its ids sends each once, however long it is and however far its ids are apart', () => {
  for (const [different, apart] of [
    [3, 1],
    [40, 7],
    [500, 123_457],
  ] as const) {
    const shards = 4;
    const once = Array.from({ length: different }, (_, i) => i * apart);
    const ids = Int32Array.from([...once, ...once.toReversed(), ...once]);
    const traffic = new ObservedTraffic(shards, undefined, different * apart + shards);
    for (let sender = 0; sender < 2; sender++) {
      const ends = Int32Array.of(2 * different, 3 * different);
      traffic.add({ ids, ends }, 0, 2, { rowOffset: 0, rotation: 0 });
      const to = (receiver: number) => once.filter((id) => id % shards === receiver).length;
      const expected = Array.from({ length: shards }, (_, receiver) => to(receiver));
      assert.deepEqual([...traffic.partitions.uniqueIds], expected);
      assert.deepEqual(
        [...traffic.partitions.ids],
        expected.map((each) => 2 * each),
      );
      traffic.endSender();
    }
  }
});

test('of a law, about as many ids are expected and dropped as in 1,000 simulated batches', () => {
  assert.equal(simulated.length, 30);
  for (const each of simulated) {
    const { exponent, vocabulary, shards, batch, idsPerSample } = each;
    const law = exponent === 0 ? uniform(vocabulary) : zipf(exponent, vocabulary);
    const found = expectedTraffic(
      [{ name: 't', rotation: 0 }],
      () => ({ law, features: [{ samples: batch, idsPerSample }] }),
      shards,
      limitsOf(each.limits),
    );
    const what = JSON.stringify([each, found]);
    assert.ok(isNear(found.dropped!, each.dropped, 0.05), what);
    for (const [i, kind] of (['ids', 'uniqueIds'] as const).entries()) {
      assert.ok(
        Math.abs(found[kind].expected - each.expected[i]!) <= Math.max(0.3, each.expected[i]! / 100),
        what,
      );
      // That of 1,000 batches is the fullest of them.
      assert.ok(
        Math.abs(found[kind].quantile - each.quantile[i]!) <= Math.max(2, each.quantile[i]! / 12),
        what,
      );
    }
  }
});

const isNear = (found: number, expected: number, part: number): boolean =>
  Math.abs(found - expected) <= part * expected;
