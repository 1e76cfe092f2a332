// Every snippet, with its placeholders unchanged, must be valid text format.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson, tokenize } from './engine.mjs';

const snippets = Object.entries(readJson('server/src/languages/textproto/completion/snippets.json'));

const expand = (body) =>
  [body]
    .flat()
    .join('\n')
    .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
    .replace(/\$\{\d+:([^{}]*)\}/g, '$1')
    .replace(/\$\d+/g, '');

for (const [name, { prefix, description, body }] of snippets) {
  test(`snippet ${prefix}: ${name}`, async () => {
    const text = expand(body);
    assert.doesNotMatch(text, /\$|\t/);
    assert.match(description, /\.$/);
    const tokens = await tokenize(text);
    assert.deepEqual(
      tokens.filter(({ scopes }) => scopes.some((scope) => scope.startsWith('invalid.'))),
      [],
    );
    assert.deepEqual((await tokenize(`${text}\nafter: 1`)).at(-1).scopes, [
      'source.textproto',
      'constant.numeric.integer.textproto',
    ]);
  });
}

test('placeholders are numbered from 1 without gaps', () => {
  for (const [name, { body }] of snippets) {
    const numbers = [
      ...[body]
        .flat()
        .join('\n')
        .matchAll(/\$\{(\d+)/g),
    ].map(([, number]) => Number(number));
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
      name,
    );
  }
});

test('no two snippets share a prefix', () => {
  const prefixes = snippets.map(([, { prefix }]) => prefix);
  assert.equal(new Set(prefixes).size, prefixes.length);
});
