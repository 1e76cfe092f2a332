// Diagnostics of text format in Python strings after edits equal those of a new analysis.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Analysis } from '../../server/src/languages/language';
import { python } from '../../server/src/languages/python';
import { Analyzer } from '../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';
import { applyEdit, configuration, type Edit } from './generators';
import { runs } from './runs';

const options = { analyzer: new Analyzer(builtin, DEFAULT_SETTINGS), path: 'train.py' };

const HEADER = `from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import optimization_parameters_pb2 as opt, tpu_embedding_configuration_pb2 as pb2
`;

const escaped = (text: string, quote: string) =>
  text.replaceAll(/[\\\n\r"']/g, (c) =>
    c === '\n' ? '\\n' : c === '\r' ? '\\r' : c === quote ? `\\${c}` : c,
  );

/** The ways to write a text as Python. */
const WRITTEN: readonly ((text: string) => string)[] = [
  (text) => `"""${text}"""`,
  (text) => `r'''\n${text}'''`,
  (text) => `b"""${text}"""`,
  (text) => `'${escaped(text, "'")}'`,
  (text) =>
    `(${text
      .split('\n')
      .map((line) => `"${escaped(line, '"')}\\n"`)
      .join('\n  ')})`,
  (text) => `"${escaped(text, '"')}" + '\\x6dode: 1 \\\n'`,
  (text) => `f"""${text.replaceAll(/[{}]/g, '$&$&')}"""`,
];
const literal = fc.tuple(configuration, fc.constantFrom(...WRITTEN)).map(([text, write]) => write(text));
const statement = fc
  .tuple(
    literal,
    fc.constantFrom('pb2.TPUEmbeddingConfiguration()', 'opt.OptimizationParameters()', 'other'),
    fc.boolean(),
  )
  .map(([text, message, isNamed]) =>
    isNamed
      ? `TEXT = ${text}\nc = text_format.Parse(TEXT, ${message})\n`
      : `text_format.Parse(${text}, ${message})\n`,
  );
const program = fc
  .array(fc.oneof({ weight: 4, arbitrary: statement }, fc.constantFrom('x = 1\n', '# note\n')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => HEADER + parts.join(''));

const insert = fc.constantFrom(
  ...[
    '',
    '',
    ' ',
    'a',
    '1',
    '\n',
    '\\',
    '\\n',
    '\\x4',
    '\\101',
    '\\u00e9',
    '\r',
    '"',
    "'",
    '"""',
    "'''",
    '{',
    '}',
  ],
  ...[
    'f',
    'r',
    'b',
    '" "',
    "' '",
    '# note\n',
    'num_hosts: 1\n',
    'table_descriptor {\n',
    ')',
    '(',
    ' + "a"',
    'x = 1\n',
  ],
  'text_format.Parse("mode: 9", pb2.TPUEmbeddingConfiguration())\n',
);
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat({ max: 10_000 }),
  remove: fc.oneof(
    { weight: 5, arbitrary: fc.nat({ max: 3 }) },
    { weight: 1, arbitrary: fc.nat({ max: 100 }) },
  ),
  insert,
});

const findings = (analysis: Analysis) =>
  analysis.diagnose().map(({ fixes, commentAbove, ...rest }) => ({
    ...rest,
    fixes: fixes(),
    comment: commentAbove?.('words'),
  }));

test('diagnostics of embedded texts after edits equal those of a new analysis', () => {
  const edits = fc.array(fc.tuple(edit, fc.boolean()), { minLength: 1, maxLength: 6 });
  const property = fc.property(program, edits, (start, session) => {
    let analysis: Analysis = python.analyze(start, options);
    for (const [next, undone] of session) {
      const before = analysis.text;
      const { text, ...change } = applyEdit(before, next);
      const back = {
        start: change.start,
        end: change.start + change.newLength,
        newLength: change.end - change.start,
      };
      analysis.diagnose();
      analysis = analysis.change!(text, change);
      const again = python.analyze(text, options);
      assert.deepStrictEqual(findings(analysis), findings(again));
      assert.deepStrictEqual(analysis.hover(change.start), again.hover(change.start));
      assert.deepStrictEqual(analysis.complete(change.start), again.complete(change.start));
      assert.deepStrictEqual(analysis.optimizers(), again.optimizers());
      assert.deepStrictEqual(analysis.names(), again.names());
      if (undone) analysis = analysis.change!(before, back);
    }
  });
  fc.assert(property, runs(150));
});
