// Files that TensorFlow 2.21 wrote, and their content read with its own messages, both made by
// scripts/fixtures/extraction.py. EXTRACTION names another folder made by it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { allEntries } from '../../../../server/src/catalogue';
import { DISK } from '../../../../server/src/cli/files/disk';
import { holdsConfiguration } from '../../../../server/src/reports/extraction/collector';
import { configurationIn } from '../../../../server/src/reports/extraction/is-configuration';
import { extractedJson } from '../../../../server/src/reports/extraction/report';
import { type SearchedFile, searchPath } from '../../../../server/src/reports/extraction/search';

const KEPT = 'test/fixtures/extraction';
const FOLDER = process.env['EXTRACTION'] ?? KEPT;
const read = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const expected: {
  /** In base64. */
  messages: string[];
  /** Each configuration by path: its file, its node, and the index of its message. */
  files: Record<string, [path: string, node: string, message: number][]>;
} = read(FOLDER, 'expected.json');

suite('exactly the configurations that TensorFlow wrote are found, each at its place', () => {
  for (const [name, configurations] of Object.entries(expected.files)) {
    test(name, async () => {
      const refuse = (error: unknown) => assert.fail(String(error));
      const files = [];
      for await (const file of searchPath(join(FOLDER, name), DISK, refuse)) files.push(file);
      assert.deepEqual(
        files.flatMap(({ problems }) => problems),
        [],
      );
      const wanted = configurations.map(([path, node, message]) => ({
        path: join(FOLDER, path),
        kind: 'graph' as const,
        found: [{ node, content: configurationIn(Buffer.from(expected.messages[message]!, 'base64'))! }],
        problems: [],
      }));
      assert.deepEqual(sorted(files), sorted(wanted));
    });
  }
});

const sorted = (files: readonly SearchedFile[]) => {
  const { configurations }: { configurations: unknown[] } = JSON.parse([...extractedJson(files)].join(''));
  return configurations.map((each) => JSON.stringify(each)).sort();
};

test('JSON is written one node at a time, because the whole may exceed the length of a string', () => {
  const content = configurationIn(Buffer.from(expected.messages[0]!, 'base64'))!;
  const found = Array.from({ length: 1000 }, (_, i) => ({ node: `node_${i}`, content }));
  const pieces = [...extractedJson([{ path: 'a.pb', kind: 'graph', found, problems: [] }])];
  assert.equal(pieces.length, 1001);
  assert.equal(JSON.parse(pieces.join('')).configurations.length, 1000);
  assert.deepEqual(JSON.parse([...extractedJson([])].join('')), { configurations: [] });
});

/** The attributes of every TensorFlow op with `config` in their name. */
const attributes: Record<string, string[]> = read(KEPT, 'config-attributes.json');

test('exactly the op attributes that hold a configuration are known', () => {
  const others = ['PartitionedCall.config', 'StatefulPartitionedCall.config'];
  for (const [op, names] of Object.entries(attributes))
    for (const name of names) {
      const isOurs = /^(?:(?:tpu_)?embedding_)?config$/.test(name) && !others.includes(`${op}.${name}`);
      assert.equal(holdsConfiguration(op, name), isOurs, `${op}.${name}`);
    }
});

test('attributes that the catalogue calls serialized configurations are searched', () => {
  const ours = allEntries().flatMap(({ op, parameters }) =>
    op
      ? parameters.filter(({ type }) => type.of === 'serialized').map(({ name }) => [op.name, name] as const)
      : [],
  );
  assert.ok(ours.length > 30);
  for (const [op, name] of ours) assert.ok(holdsConfiguration(op, name), `${op}.${name}`);
});
