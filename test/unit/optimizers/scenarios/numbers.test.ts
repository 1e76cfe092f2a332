import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ENGLISH, parseCounts, randomFrom } from '../../../../server/src/optimizers/scenarios';
import {
  anywhere,
  normalQuantile,
  normals,
  stratified,
} from '../../../../server/src/optimizers/scenarios/normal';
import { sampler, shares, zipf } from '../../../../server/src/optimizers/scenarios/popularity';

const mean = (numbers: ArrayLike<number>) => Array.from(numbers).reduce((a, b) => a + b, 0) / numbers.length;
const meanSquare = (numbers: ArrayLike<number>) => mean(Array.from(numbers, (number) => number ** 2));

test("Zipf's law: the second row is looked up 2^exponent times less often than the first", () => {
  const probabilities = zipf(1.1, 1000);
  assert(Math.abs(probabilities[0]! / probabilities[1]! - 2 ** 1.1) < 1e-12);
  assert(Math.abs(mean(probabilities) * 1000 - 1) < 1e-12);
});

test('rows are drawn in proportion to their probabilities, and never with probability 0', () => {
  for (const counts of [
    [1, 2, 3, 4],
    [0, 7, 0, 0, 1e-9, 3],
    [1],
    [1e308, 1e308, 5e307],
    Array.from(zipf(1.1, 300)),
  ]) {
    const probabilities = shares(counts);
    const drawn = new Int32Array(200_000);
    const found = new Int32Array(counts.length);
    const different = sampler(probabilities, randomFrom(1))(drawn, found);
    for (const [row, probability] of probabilities.entries()) {
      const deviation = Math.sqrt(probability * (1 - probability) * drawn.length);
      assert(Math.abs(found[row]! - probability * drawn.length) <= 5 * deviation + 1e-6, `row ${row}`);
    }
    assert.deepEqual(new Set(different), new Set(drawn));
    assert.equal(different.length, new Set(drawn).size);
  }
});

test('quantiles of the normal distribution equal published tables', () => {
  const table = { 0.5: 0, 0.8413447460685429: 1, 0.975: 1.959963984540054, 0.001: -3.090232306167813 };
  for (const [probability, quantile] of Object.entries(table))
    assert(Math.abs(normalQuantile(Number(probability)) - quantile) < 1e-8, probability);
});

test('targets of a few rows are spread like N(0, 1), with one row from every range', () => {
  for (const columns of [1, 5, 8]) {
    const targets = stratified(1000, columns, randomFrom(3));
    assert(Math.abs(mean(targets)) < 0.02 && Math.abs(meanSquare(targets) - 1) < 0.02, `${columns} columns`);
    const bounds = Array.from({ length: columns - 1 }, (_, i) => normalQuantile((i + 1) / columns));
    for (let row = 0; row < 1000; row++) {
      const own = targets.subarray(row * columns, (row + 1) * columns);
      const ranges = Array.from(own, (value) => bounds.filter((bound) => bound < value).length);
      assert.deepEqual(
        ranges.sort(),
        Array.from({ length: columns }, (_, i) => i),
      );
    }
  }
  assert(Math.abs(meanSquare(stratified(10, 8, randomFrom(1))) - 1) < 0.1);
});

test('noise has mean 0 and deviation 1', () => {
  const count = 50_000;
  const from = anywhere(randomFrom(5));
  const numbers = normals(count).subarray(from, from + count);
  assert(Math.abs(mean(numbers)) < 0.02 && Math.abs(meanSquare(numbers) - 1) < 0.02);
});

suite('counts', () => {
  const read = (text: string, most = 100) => parseCounts(text, ENGLISH, most);

  for (const [what, text, counts, labels] of [
    ['one count a line', '5\n3\n0\n', [5, 3, 0], ['0', '1', '2']],
    ['ids and counts under a header', 'item_id,count\n42,1500\n7,3\n', [1500, 3], ['42', '7']],
    ['tabs, blanks and semicolons', 'a\t1\nb 2\nc; 3\r\nd , 4', [1, 2, 3, 4], ['a', 'b', 'c', 'd']],
    ['quoted cells, commas inside', '"x, y",2\nz,1e3\n"u","7"', [2, 1000, 7], ['x, y', 'z', 'u']],
    ['comments and empty lines', '# by day\n\n3\n', [3], ['0']],
    ['the last of several cells', 'a,b,c\nx,1,2\n', [2], ['x,1']],
  ] as const)
    test(`are read from ${what}`, () => {
      assert.deepEqual(read(text), { counts: [...counts], labels: [...labels] });
    });

  for (const [what, text, words] of [
    ['a word instead of a count', 'a,1\nb,two\n', /^Line 2: "two" is not a count\.$/],
    ['a second header', 'id,count\nid,count\n', /^Line 2: /],
    ['a negative count', '1\n-1\n', /^Line 2: a count is 0 or more, -1 found\.$/],
    ['an id that stands twice', 'a,1\nb,1\na,2\n', /^Line 3: the id "a" is already in line 1\.$/],
    ['nothing', '\n', /^No counts found/],
    ['NaN in the first line', 'a,nan\nb,1\n', /^Line 1: "nan" is not a count\.$/],
    ['a comma for a point', 'a;1,5\nb;2,5\n', /^Line 1: "1,5" is not a count\.$/],
    ['thousands set apart', 'a,"1,500"\n', /^Line 1: "1,500" is not a count\.$/],
    ['zeros alone', '0\n0\n', /^No counts found/],
    ['too many rows', '1\n'.repeat(101), /^At most 100 rows/],
  ] as const)
    test(`with ${what} are rejected with the reason`, () => {
      const found = read(text);
      assert('problem' in found);
      assert.match(found.problem, words);
    });
});
