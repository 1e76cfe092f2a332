import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allEntries, bindArguments, type Entry, exampleOf } from '../../../server/src/catalogue';
import { parentPath } from '../../../server/src/catalogue/names';
import { asArgument } from '../../../server/src/dataflow/calls/arguments';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { parsePython } from '../../../server/src/python/parser';
import { walk } from '../../../server/src/python/tree';

/** The outermost call of an example. */
function callIn(example: string) {
  const tree = parsePython(example);
  assert.ok([...walk(tree.module)].every(({ kind }) => kind !== 'missing'));
  const call = tree.calls.find((each) => each.start === 0);
  assert.ok(call && call.close >= 0, `no call: ${example}`);
  return call;
}

const examples = allEntries()
  .filter(({ foreign }) => !foreign)
  .flatMap((entry): [Entry, string][] => {
    const example = exampleOf(entry, entry.name);
    return example === undefined ? [] : [[entry, example]];
  });

suite('examples', () => {
  test('every entry with required arguments has an example', () => {
    const shown = new Set(examples.map(([entry]) => entry));
    const without = allEntries().filter(
      (entry) => entry.parameters.some(({ required }) => required) && !entry.removed && !shown.has(entry),
    );
    assert.deepEqual(
      without.filter(({ foreign, isAbstract }) => !foreign && !isAbstract).map(({ id }) => id),
      [],
    );
  });

  test('each example gives every required argument, and only existing ones', () => {
    for (const [entry, example] of examples) {
      const { problems } = bindArguments(entry, callIn(example).arguments.map(asArgument));
      assert.deepEqual(problems, [], example);
    }
  });

  test('no rule reports a mistake in an example', () => {
    for (const [entry] of examples.filter(([{ kind }]) => kind !== 'method')) {
      // In a function, which may be called inside a strategy's scope.
      const body = exampleOf(entry, entry.id)!.replaceAll('\n', '\n  ');
      const file = readPython(
        `import ${parentPath(entry.id)}\nTPUEmbedding = 0\nfrom elsewhere import tf\ndef example():\n  ${body}\n`,
      )!;
      assert.ok(file.calls.some((call) => call.entry === entry) || entry.message, body);
      assert.deepEqual(
        diagnosePython(file, DEFAULT_SETTINGS).map(({ message }) => message),
        [],
        body,
      );
    }
  });

  test('no line is too long to read', () => {
    for (const [, example] of examples)
      for (const line of example.split('\n')) assert.ok(line.length <= 100, line);
  });
});
