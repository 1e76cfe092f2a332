import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCheckpointIndex } from '../../../../server/src/reports/extraction/checkpoint';
import { extract } from '../../../../server/src/reports/extraction/extract';
import { sourceOf } from '../../../../server/src/reports/extraction/source';

function read(text: string) {
  const problems: string[] = [];
  let found = 0;
  const give = () => {
    found++;
  };
  const kind = extract(sourceOf(new TextEncoder().encode(text)), give, (problem) => problems.push(problem));
  assert.equal(found, 0);
  return { kind, problems };
}

const node = (value: string) =>
  `node { name: "a" op: "ConfigureTPUEmbedding" attr { key: "config" value { s: "${value}" } } }`;

test('deeply nested brackets are read without recursion', () => {
  for (const open of ['{', '<', '[', 'node {', 'attr { value { ']) {
    const { kind, problems } = read(`node { name: "a" op: "b" ${open.repeat(300_000)}`);
    assert.equal(kind, 'graph');
    assert.ok(problems.length > 0);
  }
});

test('a file that is shorter than the end of a checkpoint is none, and is not read before its beginning', () => {
  for (let size = 0; size < 48; size++)
    assert.equal(isCheckpointIndex({ size, read: (offset) => assert.fail(`read at ${offset}`) }), false);
});

test('an attribute larger than any configuration is skipped and reported', () => {
  assert.deepEqual(read(node('x'.repeat(5_000_000))), {
    kind: 'graph',
    problems: ['The attribute config of a is too large for a configuration.'],
  });
});

test("a wrong type in an op's configuration attribute is reported with its node", () => {
  const problems = [
    'The attribute config of a (ConfigureTPUEmbedding) is no serialized TPUEmbeddingConfiguration.',
  ];
  // Text, another message, known fields in another encoding, and unknown fields only.
  for (const value of ['num_hosts: 1', '\\010\\001', '\\012\\377', '\\340\\177\\001'])
    assert.deepEqual(read(node(value)), { kind: 'graph', problems });
  assert.deepEqual(read(node('')), { kind: 'graph', problems: [] });
});

const ENDLESS = ['The TPUEmbeddingConfiguration logged from line 1 on does not end.'];

test('numbers around a logged configuration are not tried in many ways', () => {
  const begin = 'Beginning log of TPUEmbeddingConfiguration.';
  for (const [before, behind] of [
    ['1 '.repeat(400), ''],
    ['', '1x'],
    ['', ' 1 2 x'],
    ['', '1 '.repeat(400)],
  ]) {
    const lines = [
      `${'1'.repeat(5000)} ${'1 '.repeat(300)}\n`.repeat(200),
      `${'1'.repeat(900_000)}\n`,
      `${'1 '.repeat(400_000)}\n`,
    ];
    for (const text of lines) {
      const { problems } = read(`${before}${begin}${behind}\n${text}`);
      assert.deepEqual(problems, ENDLESS);
    }
  }
});

test('a logged configuration without an end is dropped', () => {
  const line = `profile_data_directory: "${'x'.repeat(500_000)}"\n`;
  const { problems } = read(
    `Beginning log of TPUEmbeddingConfiguration.\n${line.repeat(70)}Done with log of TPUEmbeddingConfiguration.\n`,
  );
  assert.deepEqual(problems, ENDLESS);
});
