import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { oncePerName, oncePerWord } from '../../../server/src/basics/once';

for (const [what, once] of [
  ['dotted names', oncePerName],
  ['words', oncePerWord],
] as const)
  test(`functions of ${what} have their own answers, which they find once, nothing included`, () => {
    const asked: string[] = [];
    const length = once((name) => asked.push(`length ${name}`) && name.length);
    const dot = once((name) => {
      asked.push(`dot ${name}`);
      return name.includes('.') ? length(`${name}.more`) : undefined;
    });
    for (let i = 0; i < 2; i++)
      assert.deepEqual(
        ['tf', 'tf.nn', 'np'].map((name) => [length(name), dot(name)]),
        [
          [2, undefined],
          [5, 10],
          [2, undefined],
        ],
      );
    const all = [
      'length tf',
      'dot tf',
      'length tf.nn',
      'dot tf.nn',
      'length tf.nn.more',
      'length np',
      'dot np',
    ];
    assert.deepEqual(asked, all);
  });

test('after very many names, the answers are right, and the first ones are found anew', () => {
  let count = 0;
  const own = oncePerName((name) => {
    count++;
    return name;
  });
  for (let i = 0; i < 25_000; i++) assert.equal(own(`name.${i % 12_500}`), `name.${i % 12_500}`);
  assert.ok(count > 12_500 && count <= 25_000, `${count}`);
});

test('only modules ask, as each question takes its place in all answers', () => {
  const root = join(process.cwd(), 'server', 'src');
  const within = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      readFileSync(join(root, name), 'utf8')
        .split('\n')
        .filter((line) => /^\s.*\b(?:oncePerName|cachedByTree|cachedBySection)\(/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
  // Only modules call `byPackage`.
  assert.deepEqual(
    within.filter((line) => !line.startsWith('dataflow/libraries/by-package.ts: ')),
    [],
  );
});
