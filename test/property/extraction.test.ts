// For any bytes: nothing throws, no configuration is invented, and no byte is read many times.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { type FileSystem, searchPath } from '../../server/src/reports/extraction/search';
import { writeJson } from '../../server/src/reports/forms/json-writer';
import { runs } from './runs';

const FOLDER = 'test/fixtures/extraction';
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => !name.endsWith('.json') && /\.\w+/.test(name))
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(FOLDER, name))) }));
const shards = files.filter(({ name }) => name.includes('.data-'));
const scanned = fc.constantFrom(...files.filter((file) => !shards.includes(file)));

/** The maximum number of reads per byte, and an offset, because windows extend beyond what is searched. */
const TIMES = 12;
const AT_LEAST = 1024 * 1024;

async function read(bytes: Uint8Array, name: string): Promise<string[]> {
  let count = 0;
  let size = 0;
  const places: FileSystem = {
    async open(path) {
      const all = path === name ? bytes : shards.find((shard) => shard.name === path)?.bytes;
      if (!all) throw new Error(`${path} is missing`);
      size += all.length;
      return {
        size: all.length,
        read(offset, length) {
          const part = all.subarray(offset, offset + length);
          count += part.length;
          return part;
        },
        close() {},
      };
    },
    list: async () => [],
    join,
  };
  const found: string[] = [];
  for await (const file of searchPath(name, places, (error) => assert.fail(String(error)))) {
    for (const problem of file.problems) assert.match(problem, /^[^\n]+\.$/);
    found.push(...file.found.map(({ node, content }) => JSON.stringify([node, writeJson(content)])));
  }
  assert.ok(count <= TIMES * size + AT_LEAST, `${count} bytes were read of ${size}`);
  return found;
}

const whole = new Map<string, ReadonlySet<string>>();
before(async () => {
  for (const { name, bytes } of files) whole.set(name, new Set(await read(bytes, name)));
});

test('a truncated file has no configurations that the whole file lacks', async () => {
  const property = fc.asyncProperty(
    scanned,
    fc.double({ min: 0, max: 1, noNaN: true }),
    async ({ name, bytes }, part) => {
      const found = await read(bytes.subarray(0, Math.floor(part * bytes.length)), name);
      for (const each of found) assert.ok(whole.get(name)!.has(each), each);
    },
  );
  await fc.assert(property, runs(600));
});

const edit = fc.record({
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  removed: fc.oneof(fc.constant(1), fc.nat(40)),
  added: fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc.constantFrom(
      ...['"', '\\', '{', '}', '[', ']', '<', '#', '\n'].map((text) => new TextEncoder().encode(text)),
    ),
    fc.constant(new Uint8Array(9).fill(0xff)),
  ),
});

test('files with mutated bytes are read to their end, and each byte only a few times', async () => {
  const property = fc.asyncProperty(
    scanned,
    fc.array(edit, { minLength: 1, maxLength: 6 }),
    async ({ name, bytes }, edits) => {
      let mutated = bytes;
      for (const { at, removed, added } of edits) {
        const start = Math.floor(at * mutated.length);
        mutated = Buffer.concat([mutated.subarray(0, start), added, mutated.subarray(start + removed)]);
      }
      await read(mutated, name);
    },
  );
  await fc.assert(property, runs(1_000));
});

test('in random bytes there is no configuration', async () => {
  const prefix = fc.constantFrom(
    ...['', '\n', 'node {', '\n\u0005\n\u0001a\u0012', '\u0008\u0001\u0012'].map((text) =>
      new TextEncoder().encode(text),
    ),
  );
  const property = fc.asyncProperty(prefix, fc.uint8Array({ maxLength: 500 }), async (head, bytes) => {
    assert.deepEqual(await read(Buffer.concat([head, bytes]), 'random'), []);
  });
  await fc.assert(property, runs(3_000));
});
