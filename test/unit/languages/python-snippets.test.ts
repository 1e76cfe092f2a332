import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { walk } from '../../../server/src/python/tree';
import { expandSnippet } from '../../support/snippet-text';

const snippets: Readonly<Record<string, { prefix: string; description: string; body: readonly string[] }>> =
  JSON.parse(readFileSync('syntaxes/python-snippets.json', 'utf8'));

suite('snippets for Python', () => {
  for (const [name, { body, description }] of Object.entries(snippets)) {
    test(`"${name}" is complete, and its calls are valid`, () => {
      assert.match(description, /\.$/);
      const file = readPython(`import tensorflow as tf\n${expandSnippet(body.join('\n'))}\n`);
      assert.ok(file && file.calls.length > 0);
      assert.deepEqual(
        [...walk(file.tree.module)].filter(({ kind }) => kind === 'missing'),
        [],
      );
      for (const { node, binding, entry } of file.calls) {
        assert.ok(node.complete);
        assert.deepEqual(binding.problems, [], entry.name);
      }
      assert.equal(file.calls.length, body.filter((line) => /tf\.(?:raw_ops|tpu)/.test(line)).length);
    });
  }

  test('each of the three ops of a training step has a snippet', () => {
    const bodies = Object.values(snippets).map(({ body }) => body.join('\n'));
    for (const op of ['RecvTPUEmbeddingActivations', 'TPUEmbeddingActivations', 'SendTPUEmbeddingGradients'])
      assert.equal(bodies.filter((body) => body.includes(`raw_ops.${op}(`)).length, 1, op);
  });

  test('no two snippets have the same prefix', () => {
    const prefixes = Object.values(snippets).map(({ prefix }) => prefix);
    assert.equal(new Set(prefixes).size, prefixes.length);
  });
});
