// The schemas for SchemaStore: keywords of draft 7 alone, and the names that the reader of each file knows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { hyphenated } from '../../../server/src/project/configuration-file/project-file';
import { SHARED_SETTINGS } from '../../../server/src/project/settings';

const KEYWORDS = new Set([
  ...['$schema', '$id', 'title', 'description', 'type', 'properties', 'additionalProperties', 'default'],
  ...['enum', 'items', 'minimum'],
]);

const read = (name: string) => JSON.parse(readFileSync(`schemas/schemastore/${name}.json`, 'utf8'));

/** The keywords of a schema and of those in it. */
function keywordsOf(schema: object): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const inner = keyword === 'properties' ? Object.values(value) : keyword === 'items' ? [value] : [];
    return [keyword, ...inner.flatMap((each) => keywordsOf(each as object))];
  });
}

suite('schemas for SchemaStore', () => {
  for (const [name, names] of [
    ['tpu-embedding', ['$schema', ...SHARED_SETTINGS]],
    ['partial-tpu-embedding', SHARED_SETTINGS.map(hyphenated)],
  ] as const)
    test(`${name}.json has the names of its file and no other keywords`, () => {
      const schema = read(name);
      assert.deepEqual(Object.keys(schema.properties), names);
      assert.equal(schema.$id, `https://json.schemastore.org/${name}.json`);
      assert.deepEqual(
        keywordsOf(schema).filter((keyword) => !KEYWORDS.has(keyword)),
        [],
      );
      assert.ok(!/[%\]]\(command:/.test(JSON.stringify(schema)));
    });

  test('the entry of the catalog leads to the schema', () => {
    assert.equal(read('catalog-entry').url, read('tpu-embedding').$id);
  });
});
