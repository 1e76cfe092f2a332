import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Attached } from '../../../server/src/basics/attached';

test('each has a value of its own for an object, frozen or not', () => {
  const [sizes, names] = [new Attached<object, number>(), new Attached<object, string | undefined>()];
  const [table, feature] = [{ of: 'table' }, Object.freeze({ of: 'feature' })];
  sizes.set(table, 1).set(feature, 2).set(table, 3);
  names.set(table, undefined);
  assert.deepEqual([sizes.get(table), sizes.get(feature)], [3, 2]);
  assert.deepEqual([names.has(table), names.has(feature), names.get(feature)], [true, false, undefined]);
});

test('copies and derived objects have nothing, and objects look as before', () => {
  const sizes = new Attached<object, number>();
  const table = { of: 'table' };
  sizes.set(table, 1);
  assert.equal(sizes.has({ ...table }), false);
  assert.equal(sizes.has(Object.create(table)), false);
  assert.deepEqual(Reflect.ownKeys(table), ['of']);
});

test('only modules have some, as what is attached stays with the object', () => {
  const root = join(process.cwd(), 'server', 'src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const texts = files.map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
  const within = texts
    .filter(({ text }) =>
      /import \{[^}]*\b(?:once|Attached)\b[^}]*\} from '[^']*\/(?:once|attached)'/.test(text),
    )
    .flatMap(({ name, text }) =>
      text
        .split('\n')
        .filter((line) => /^\s.*(?:\bnew Attached\b|(?<![\w.])once\((?![a-z]+,))|=> once\(/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
  const made = ['basics/once.ts', 'python/cache.ts'];
  assert.deepEqual(
    within.filter((line) => !made.some((name) => line.startsWith(`${name}: `))),
    [],
  );
});
