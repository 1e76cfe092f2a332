// The cases in test/fixtures/refactorings: a text with a cursor, and the result of each refactoring. `snippet` has
// placeholders, `disabled` has the reason why it is impossible, `none` must not exist.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';
import { apply } from '../../support/check';
import { caseFiles, readCases } from '../../support/fixtures';
import { takeCursor } from '../../support/snapshots';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

/** Titles of refactorings that keep the message and only change the program's notation. */
const KEEPS_MESSAGES = /^(Build|Write|Extract)/;

for (const file of caseFiles('refactorings')) {
  const path = file.includes('python') ? 'case.py' : 'case.textproto';
  const analyze = (text: string) => languageOf('', path).analyze(text, { analyzer, path, named: true });
  suite(file, () => {
    for (const { name, text: marked, parts } of readCases(file)) {
      const { text, offset } = takeCursor(marked);
      const analysis = analyze(text);
      const offered = analysis.refactorings({ start: offset, end: offset });
      const titles = offered.map(({ title }) => title).join(' | ') || 'none';
      for (const { key, argument, text: expected } of parts)
        test(`${name}: ${key} "${argument}"`, () => {
          const found = offered.find(({ title }) => title === argument);
          if (key === 'none') return assert.equal(found, undefined);
          assert.ok(found, `no "${argument}"; there are: ${titles}`);
          if (key === 'disabled') return assert.equal(found.disabled, expected.trim());
          assert.equal(found.disabled, undefined);
          const changes = (key === 'snippet' ? found.snippet : found.changes)?.();
          assert.ok(changes, `it has no ${key}`);
          const after = apply(text, { title: '', changes });
          assert.equal(after, expected);
          if (key === 'snippet') return;
          const messages = (of: typeof analysis) => of.derive({}).map(({ message }) => message);
          if (KEEPS_MESSAGES.test(argument)) assert.deepEqual(messages(analyze(after)), messages(analysis));
          const codes = (of: typeof analysis) => of.diagnose().map(({ code }) => code);
          const before = codes(analysis);
          assert.deepEqual(
            codes(analyze(after)).filter((code) => !before.includes(code)),
            [],
          );
        });
    }
  });
}

test('a chain of 20,000 subscripts after a message does not overflow the stack', () => {
  const text = `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
config = pb2.TPUEmbeddingConfiguration()
config${'[0]'.repeat(20_000)}
`;
  const analysis = languageOf('python').analyze(text, { analyzer, path: 'case.py' });
  const start = text.indexOf('config =');
  assert.deepEqual(analysis.refactorings({ start, end: start }), []);
});
