// Whatever the bytes are: nothing throws, nothing is invented, and no byte is read again and again.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { extract } from '../../server/src/extraction/extract';
import { type Source, sourceOf } from '../../server/src/extraction/source';
import { writeJson } from '../../server/src/forms/json-writer';
import { runs } from './runs';

const FOLDER = 'test/fixtures/extraction';
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => !name.endsWith('.json') && /\.\w+/.test(name))
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(FOLDER, name))) }));
const shards = files.filter(({ name }) => name.includes('.data-'));
const scanned = fc.constantFrom(...files.filter((file) => !shards.includes(file)));

/** How often each byte may be read, and what is read in any case: windows reach further than what is looked for. */
const TIMES = 12;
const AT_LEAST = 1024 * 1024;

function read(bytes: Uint8Array, name: string): string[] {
  let count = 0;
  let size = 0;
  const counted = (of: Uint8Array): Source => {
    size += of.length;
    const source = sourceOf(of);
    return {
      size: source.size,
      read(offset, length) {
        const part = source.read(offset, length);
        count += part.length;
        return part;
      },
    };
  };
  const found: string[] = [];
  extract(counted(bytes), {
    give: ({ node, content }) => found.push(JSON.stringify([node, writeJson(content)])),
    tell: (problem) => assert.match(problem, /^[^\n]+\.$/),
    openShard: () => {
      const shard = shards.find((each) => each.name.startsWith(name.replace(/\.index$/, '.data')));
      return shard && counted(shard.bytes);
    },
  });
  assert.ok(count <= TIMES * size + AT_LEAST, `${count} bytes were read of ${size}`);
  return found;
}

const whole = new Map(files.map(({ name, bytes }) => [name, new Set(read(bytes, name))]));

test('what is left of a file that is cut off has no other configurations than the file', () => {
  const property = fc.property(
    scanned,
    fc.double({ min: 0, max: 1, noNaN: true }),
    ({ name, bytes }, part) => {
      const found = read(bytes.subarray(0, Math.floor(part * bytes.length)), name);
      for (const each of found) assert.ok(whole.get(name)!.has(each), each);
    },
  );
  fc.assert(property, runs(600));
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

test('files with mutated bytes are read to their end, each byte a few times at most', () => {
  const property = fc.property(
    scanned,
    fc.array(edit, { minLength: 1, maxLength: 6 }),
    ({ name, bytes }, edits) => {
      let mutated = bytes;
      for (const { at, removed, added } of edits) {
        const start = Math.floor(at * mutated.length);
        mutated = Buffer.concat([mutated.subarray(0, start), added, mutated.subarray(start + removed)]);
      }
      read(mutated, name);
    },
  );
  fc.assert(property, runs(1_000));
});

test('in random bytes there is no configuration', () => {
  const prefix = fc.constantFrom(
    ...['', '\n', 'node {', '\n\u0005\n\u0001a\u0012', '\u0008\u0001\u0012'].map((text) =>
      new TextEncoder().encode(text),
    ),
  );
  const property = fc.property(prefix, fc.uint8Array({ maxLength: 500 }), (head, bytes) => {
    assert.deepEqual(read(Buffer.concat([head, bytes]), 'random'), []);
  });
  fc.assert(property, runs(3_000));
});
