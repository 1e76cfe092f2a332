// A configuration as text and one built in Python are the same message, in both directions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languageOf } from '../../server/src/languages';
import { Analyzer } from '../../server/src/languages/snapshot';
import { diagnose } from '../../server/src/languages/textproto/diagnostics';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';
import { apply } from '../support/check';
import { snapshotOf } from '../support/snapshots';

const READABLE = readFileSync('test/fixtures/config-verdicts.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): string => JSON.parse(line).text)
  // Comments would be lost.
  .map((text) => text.replaceAll(/[ \t]*#[^"\n]*$/gm, ''))
  // Runtimes treat octal numbers differently, and enum numbers without a name have no value in Python.
  .filter((text) => !/#|: 0\d|mode: -?\d/.test(text))
  .filter((text) =>
    diagnose(snapshotOf(text, ['syntax', 'types'])).every(({ severity }) => severity !== 'error'),
  );

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

const analyze = (text: string) => languageOf('python').analyze(text, { analyzer, path: 'a.py' });

const program = (text: string) => `\
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2

config = text_format.Parse(
    """${text.replaceAll('\\', '\\\\')}""",
    pb2.TPUEmbeddingConfiguration(),
)
config.SerializeToString()
`;

/** The program after a refactoring at a word. */
function refactored(text: string, word: string, title: string): string | undefined {
  const at = text.indexOf(word);
  const found = analyze(text).refactorings({ start: at, end: at });
  const refactoring = found.find((each) => each.title === title);
  return refactoring?.changes && apply(text, { title, changes: refactoring.changes() });
}

/** The fields of the program's message that differ from their defaults. */
function messageOf(text: string) {
  const [derived, ...more] = analyze(text).derive({});
  assert.equal(more.length, 0);
  assert.deepEqual(derived?.unknown, []);
  return derived.message;
}

const codes = (text: string) =>
  analyze(text)
    .diagnose()
    .map(({ code }) => code)
    .sort();

test('text converted to statements and back makes the same message', () => {
  assert.ok(READABLE.length > 40);
  for (const text of READABLE.slice(0, 12)) {
    const before = program(text);
    const built = refactored(before, 'config = ', 'Build the message in Python');
    assert.ok(built, `not offered: ${before}`);
    assert.deepEqual(messageOf(built), messageOf(before), built);
    const back = refactored(built, 'config = ', 'Write the message as text');
    assert.ok(back, `no way back: ${built}`);
    assert.deepEqual(messageOf(back), messageOf(before), back);
    const known = codes(before);
    for (const after of [built, back])
      assert.deepEqual(
        codes(after).filter((code) => !known.includes(code)),
        [],
        after,
      );
  }
});
