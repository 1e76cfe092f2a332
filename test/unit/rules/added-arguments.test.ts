// For any call, a quick fix that adds arguments inserts no unbound name.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allEntries, type Entry } from '../../../server/src/catalogue';
import { LIBRARIES } from '../../../server/src/catalogue/libraries';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { bindingOf } from '../../../server/src/python/names';
import { walk } from '../../../server/src/python/tree';
import { apply } from '../../support/check';
import { expandSnippet } from '../../support/snippet-text';

/** A call is judged where its library is imported. */
const HEAD = `${Object.values(LIBRARIES)
  .map(({ packages: [root] }) => `import ${root}\n`)
  .join('')}from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb

gradients = [tensorflow.zeros([8, 4])]
data = pb.TPUEmbeddingConfiguration().SerializeToString()
`;

const called = allEntries().filter(
  ({ kind, foreign, removed, parameters }: Entry) =>
    kind !== 'method' && !foreign && !removed && parameters.some(({ required }) => required),
);

/** The text of a call without arguments after each fix that adds some. */
function fixesOf(id: string): { text: string; isSnippet: boolean }[] {
  const text = `${HEAD}${id}()\n`;
  const file = readPython(text);
  assert.ok(file);
  return diagnosePython(file, DEFAULT_SETTINGS)
    .filter(({ code }) => code === 'missing-argument')
    .flatMap(({ fixes }) => fixes())
    .map((fix) => ({ text: apply(text, fix), isSnippet: fix.isSnippet === true }));
}

function unboundIn(text: string): string[] {
  const { tree } = readPython(text)!;
  return [...walk(tree.module)].flatMap((node) =>
    node.kind === 'name' && !bindingOf(tree, node) ? [node.name] : [],
  );
}

const fixes = new Map(called.map(({ id }) => [id, fixesOf(id)]));
const all = [...fixes.values()].flat();

suite('fixes that add arguments', () => {
  test('every entry with missing arguments has one', () => {
    assert.ok(called.length > 150);
    assert.deepEqual(
      [...fixes].filter(([, found]) => found.length !== 1).map(([id]) => id),
      [],
    );
  });

  test('none inserts an unbound name', () => {
    const plain = all.filter(({ isSnippet }) => !isSnippet);
    assert.ok(plain.length > 20);
    for (const { text } of plain) assert.deepEqual(unboundIn(text), [], text);
  });

  test('a fix with placeholders gives a complete call', () => {
    for (const { text, isSnippet } of all) {
      if (!isSnippet) continue;
      const file = readPython(expandSnippet(text))!;
      const problems = file.calls.flatMap(({ binding }) => binding.problems);
      assert.deepEqual(problems, [], text);
    }
  });
});
