// Formatting of text format in a Python string on request.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { builtin } from '../../../server/src/schema/builtin';

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
const HEAD = `from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
c = text_format.Parse(`;
const TAIL = ', pb2.TPUEmbeddingConfiguration())\n';

/** The literal after formatting; undefined if formatting is not offered. */
function formatted(literal: string): string | undefined {
  const text = HEAD + literal + TAIL;
  const analysis = languageOf('python').analyze(text, { analyzer, path: 'a.py' });
  const at = text.indexOf('num_hosts');
  const formatting = analysis
    .refactorings({ start: at, end: at })
    .find(({ title }) => title === 'Format the text format in this string');
  return formatting
    ?.changes?.()
    .reduceRight(
      (result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end),
      text,
    )
    .slice(HEAD.length, -TAIL.length);
}

suite('formatting a text in a Python string', () => {
  const cases: Record<string, [literal: string, formatted: string | undefined]> = {
    'the lines stay as deep as the first, and the quotes where they are': [
      '"""\n    num_hosts :1\n  mode:  TRAINING\n    """',
      '"""\n    num_hosts: 1\n    mode: TRAINING\n    """',
    ],
    'a text may begin right behind the quotes': [
      "r'''num_hosts :1\n  mode:  TRAINING'''",
      "r'''num_hosts: 1\n  mode: TRAINING'''",
    ],
    'a text on one line stays there': ["'num_hosts :1  mode:TRAINING'", "'num_hosts: 1 mode: TRAINING'"],
    'a mistake leaves its field alone': [
      '"""\nnum_hosts :1\nmode = 2\n"""',
      '"""\nnum_hosts: 1\nmode = 2\n"""',
    ],
    'what is escaped stays escaped': [
      '"""\nnum_hosts :1 table_descriptor { name: "\\\\x41" }\n"""',
      '"""\nnum_hosts: 1\ntable_descriptor { name: "\\\\x41" }\n"""',
    ],
    'single quotes inside become double ones only where Python allows it': [
      '"num_hosts :1 table_descriptor { name: \'a\' }"',
      '"num_hosts: 1 table_descriptor { name: \\"a\\" }"',
    ],
    'a formatted text has nothing to change': ['"""\n  num_hosts: 1\n"""', undefined],
    'a text on one line that needs more is not offered': ['"num_hosts :1 # one"', undefined],
    'several literals are not offered': ['"num_hosts :1" " mode:TRAINING"', undefined],
    'an f-string is not offered': ['f"num_hosts :1"', undefined],
    'line ends that are escapes are not offered': ['"num_hosts :1\\nmode:TRAINING"', undefined],
  };
  for (const [name, [literal, expected]] of Object.entries(cases)) {
    test(name, () => assert.equal(formatted(literal), expected));
  }

  for (const end of ['\u2028', '\u2029', '\u0085', '\v', '\f']) {
    const code = end.charCodeAt(0).toString(16);
    test(`U+${code.padStart(4, '0')} ends no line`, () => {
      const said = `table_descriptor { name: "${end}" }`;
      assert.equal(formatted(`'num_hosts :1 ${said}'`), `'num_hosts: 1 ${said}'`);
      const result = formatted(`'num_hosts :1${end} ${said}'`);
      assert.ok(result === undefined || !/[\r\n]/.test(result), result);
    });
  }
});
