// Text format in Python strings: which strings count, mapping between both texts, and fixes that stay valid Python.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { TextEdit } from '../../../server/src/basics/range';
import { languageOf } from '../../../server/src/languages';
import { LiteralText } from '../../../server/src/languages/python/embedded/literal-text';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { parsePython } from '../../../server/src/python/parser';
import type { StringLiteral } from '../../../server/src/python/tree';
import { builtin } from '../../../server/src/schema/builtin';
import { runs } from '../../property/runs';
import { takeCursor } from '../../support/snapshots';

const IMPORTS = `from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
`;

const read = (text: string) =>
  languageOf('python').analyze(text, { analyzer: new Analyzer(builtin, DEFAULT_SETTINGS), path: 'a.py' });

/** `code: what is marked` for each diagnostic. */
const found = (code: string) => {
  const text = IMPORTS + code;
  return read(text)
    .diagnose()
    .map(({ code, start, end }) => `${code}: ${text.slice(start, end)}`);
};

const parse = (literal: string, target = 'pb2.TPUEmbeddingConfiguration()') =>
  `config = text_format.Parse(${literal}, ${target})\n`;

suite('strings that are read as text format', () => {
  const mistake = ['unknown-field: tabel_descriptor'];
  const cases: Record<string, [code: string, found: readonly string[]]> = {
    'triple quotes': [parse('"""\ntabel_descriptor {}\n"""'), mistake],
    'one line': [parse("'tabel_descriptor {}'"), mistake],
    raw: [parse('r"tabel_descriptor {}"'), mistake],
    bytes: [parse('b"tabel_descriptor {}"'), mistake],
    'an escape before': [parse('"\\x20\\ntabel_descriptor {}"'), mistake],
    'an escape within': [parse('"tabel\\x5fdescriptor {}"'), ['unknown-field: tabel\\x5fdescriptor']],
    'joined by Python': [parse('("mode: TRAINING "\n "tabel_descriptor {}")'), mistake],
    'joined by a plus': [parse('"mode: TRAINING " + "tabel_descriptor {}"'), mistake],
    'by name': [`TEXT = """tabel_descriptor {}"""\n${parse('TEXT')}`, mistake],
    dedented: [`import textwrap\n${parse('textwrap.dedent("""\n  tabel_descriptor {}""")')}`, mistake],
    stripped: [parse('"""tabel_descriptor {} """.strip()'), mistake],
    'by keyword': [
      'text_format.Merge(message=pb2.TPUEmbeddingConfiguration(), text="tabel_descriptor {}")\n',
      mistake,
    ],
    'into a variable': [
      'config = pb2.TPUEmbeddingConfiguration()\ntext_format.Merge("tabel_descriptor {}", config)\n',
      mistake,
    ],
    'of another message of ours': [
      `from tensorflow.core.protobuf.tpu import optimization_parameters_pb2\n${parse('"adagard {}"', 'optimization_parameters_pb2.OptimizationParameters()')}`,
      ['unknown-field: adagard'],
    ],
    'of a message that is added': [
      'config = pb2.TPUEmbeddingConfiguration()\ntext_format.Parse("dimensio: 1", config.table_descriptor.add())\n',
      ['unknown-field: dimensio'],
    ],
    'of an element, by name': [
      'config = pb2.TPUEmbeddingConfiguration()\nt = config.table_descriptor[0]\ntext_format.Merge("dimensio: 1", t)\n',
      ['unknown-field: dimensio'],
    ],
    'of a message within another': [
      parse('"dimensio: 1"', 'pb2.TPUEmbeddingConfiguration.TableDescriptor()'),
      ['unknown-field: dimensio'],
    ],
    'of a field that is a message': [
      'def f(c: pb2.TPUEmbeddingConfiguration):\n  text_format.Merge("enable: true", c.spmd_sharding)\n',
      ['unknown-field: enable'],
    ],
    'with doubled braces': [parse('f"tabel_descriptor {{}}"'), ['unknown-field: tabel_descriptor']],
    'with replacement fields that are not known': [parse('f"tabel_descriptor {{ {name} }}"'), []],
    'made by formatting': [parse('"tabel_descriptor %s" % 1'), ['unknown-field: tabel_descriptor']],
    'of an unknown message': [parse('"tabel_descriptor {}"', 'other.Message()'), []],
    'while the quote is open': [
      'text_format.Parse("""tabel_descriptor {}, pb2.TPUEmbeddingConfiguration())',
      [],
    ],
    'that a test expects to fail': [
      `with self.assertRaises(text_format.ParseError):\n  ${parse('"tabel_descriptor {}"')}`,
      [],
    ],
    'that nothing reads': ['x = """tabel_descriptor {}"""\n', []],
  };
  for (const [name, [code, expected]] of Object.entries(cases)) {
    test(name, () => {
      const problems = found(code).filter((problem) => problem.startsWith('unknown-field'));
      assert.deepEqual(problems, expected);
    });
  }

  test('a text that other code completes is not checked as a whole', () => {
    const text = parse('"num_hosts: 1"');
    assert.ok(found(text).some((problem) => problem.startsWith('mode-unspecified')));
    assert.deepEqual(found(`${text}config.mode = 1\n`), []);
    assert.deepEqual(found(`${text}config.table_descriptor.add()\n`), []);
    assert.deepEqual(found(parse('"num_hosts: 1"', 'pb2.TPUEmbeddingConfiguration(mode=1)')), []);
    assert.ok(found(`${text}assert config.mode == 1\n`).length > 0);
  });
});

suite('editor features in embedded text format', () => {
  const at = (literal: string) => {
    const { text, offset } = takeCursor(IMPORTS + parse(literal));
    return { text, offset, analysis: read(text) };
  };

  test("a completion's range is the word in the Python source", () => {
    for (const literal of ['"""num_ho|"""', '"mode: TRAINING\\nnum_ho|"', '("mode: 1 " "\\x6eum_ho|")']) {
      const { text, offset, analysis } = at(literal);
      const item = analysis.complete(offset).find(({ label }) => label === 'num_hosts');
      assert.ok(item, literal);
      assert.match(text.slice(item.insertRange.start, item.insertRange.end), /^(n|\\x6e)um_ho$/);
    }
  });

  test('no completion for a word that spans two string literals', () => {
    const { offset, analysis } = at('"num_" "ho|"');
    assert.deepEqual(analysis.complete(offset), []);
  });

  test('an inserted snippet is escaped for the quotes around it', () => {
    const insert = (literal: string, field = 'table_descriptor') => {
      const { offset, analysis } = at(literal);
      return analysis.complete(offset).find(({ label }) => label === field)?.insert;
    };
    const long = insert('"""\n|\n"""')!;
    assert.match(long, /\n/);
    // It ends with a bracket, which may be next to the closing quotes; a quote may not.
    assert.equal(insert('"""|"""'), long);
    assert.equal(insert('r"""|"""'), long);
    assert.match(insert('"""\n|\n"""', 'profile_data_directory')!, /[^\\]"$/);
    assert.match(insert('"""|"""', 'profile_data_directory')!, /\\\\"$/);
    assert.equal(insert('r"""|"""', 'profile_data_directory'), undefined);
    assert.equal(insert('"|"'), long.replaceAll('\n', '\\\\n').replaceAll('"', '\\\\"'));
    assert.equal(insert("'|'"), long.replaceAll('\n', '\\\\n'));
    assert.equal(insert('r"|"'), undefined);
  });

  test('trigger characters of Python are ignored inside a text and those of text format outside', () => {
    const inside = at('"""mode:|"""');
    assert.ok(inside.analysis.complete(inside.offset, ':').length > 0);
    assert.deepEqual(inside.analysis.complete(inside.offset, '('), []);
    assert.deepEqual(inside.analysis.complete(0, ':'), []);
  });

  test('hover, definition and highlights have ranges of the Python source', () => {
    const { text, offset, analysis } = at('"\\tmo|de: TRAINING"');
    const written = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    assert.equal(written(analysis.hover(offset)!), 'mode');
    assert.equal(written(analysis.definition(offset)!), 'mode');
    assert.deepEqual(analysis.highlights(offset).map(written), ['mode']);
    assert.equal(analysis.signature(offset), undefined);
  });

  test('every fix leaves Python whose string decodes to the fixed text', () => {
    for (const [literal, title, expected] of [
      ['"""mode: TRAIN\nnum_hosts: 1\n"""', 'TRAINING', '"""mode: TRAINING\nnum_hosts: 1\n"""'],
      ['"mode TRAINING"', '":"', '"mode: TRAINING"'],
      ["'table_descriptor { name: \"a }'", 'quote', undefined],
      ['"num_hosts: 1"', 'Add mode', undefined],
    ] as const) {
      const text = IMPORTS + parse(literal);
      const analysis = read(text);
      const actions = analysis.actions(0, text.length);
      for (const action of actions) {
        const changed = applyTo(text, action.changes);
        assert.match(changed, /, pb2\.TPUEmbeddingConfiguration\(\)\)\n$/, action.title);
        assert.equal(
          parsePython(changed).calls.every(({ complete }) => complete),
          true,
          changed,
        );
      }
      if (expected === undefined) continue;
      const action = actions.find((a) => a.title.toLowerCase().includes(title.toLowerCase()));
      assert.ok(action, `${title} among ${actions.map((a) => a.title)}`);
      assert.equal(applyTo(text, action.changes), IMPORTS + parse(expected));
    }
  });
});

suite('silencing rules in embedded text format', () => {
  const text = (before: string, behind = '', within = '') =>
    `${before}config = text_format.Parse("""${within}\n  tabel: 1\n  mode: TRAINING\n"""${behind},\n    pb2.TPUEmbeddingConfiguration())\n`;
  const codes = (code: string) =>
    found(code).filter((problem) => /unknown-field|unused|wrong-type/.test(problem));
  const ignore = (codes: string) => `# tpu-embedding: ignore[${codes}]`;

  test('a comment above the statement silences a rule', () => {
    assert.deepEqual(codes(text('')), ['unknown-field: tabel']);
    assert.deepEqual(codes(text(`${ignore('unknown-field')}\n`)), []);
    assert.deepEqual(codes(text(`\n${ignore('unknown-field')}\n# why\n`)), []);
  });

  test('a comment on the line where the text or statement ends silences a rule', () => {
    assert.deepEqual(codes(text('', `,  ${ignore('unknown-field')}\n`).replace('\n,', '\n')), []);
    assert.deepEqual(codes(text('').replace(/\n$/, `  ${ignore('unknown-field')}\n`)), []);
  });

  test('a comment where the text is defined silences a rule', () => {
    const named = `TEXT = "tabel: 1"  ${ignore('unknown-field')}\n${parse('TEXT')}`;
    assert.deepEqual(codes(named), []);
    assert.deepEqual(codes(`${ignore('unknown-field')}\nx = 1\n${named.replace(/ {2}#.*/, '')}`), [
      'unused-suppression: unknown-field',
      'unknown-field: tabel',
    ]);
  });

  test('a comment for the whole file or within the text silences a rule', () => {
    assert.deepEqual(codes(text('# tpu-embedding: ignore-file[unknown-field]\n')), []);
    assert.deepEqual(codes(text('', '', `\n${ignore('unknown-field')}`)), []);
  });

  test('a comment that silences nothing is reported', () => {
    assert.deepEqual(codes(text(`${ignore('unknown-field, wrong-type')}\n`)), [
      'unused-suppression: wrong-type',
    ]);
  });

  test('no fix is offered for a silenced diagnostic', () => {
    const silenced = IMPORTS + text(`${ignore('unknown-field')}\n`);
    const titles = read(silenced)
      .actions(0, silenced.length)
      .map(({ title }) => title);
    assert.ok(!titles.some((title) => /unknown-field|table_descriptor/.test(title)), titles.join());
  });

  test('the fix that silences a rule inserts its comment where Python allows one', () => {
    const silence = (code: string, where: string) => {
      const written = IMPORTS + code;
      const action = read(written)
        .actions(0, written.length)
        .find(({ title }) => title === `Ignore unknown-field ${where}`);
      const changed = applyTo(written, action!.changes);
      const left = read(changed).diagnose();
      assert.ok(!left.some(({ code }) => /unknown-field|unused/.test(code)), changed);
      return changed;
    };
    assert.match(
      silence(text(''), 'on this line'),
      /"""\n {2}# tpu-embedding: ignore\[unknown-field\]\n {2}tabel/,
    );
    assert.match(
      silence(parse('"tabel: 1"'), 'on this line'),
      /\n# tpu-embedding: ignore\[unknown-field\]\nconfig = /,
    );
    assert.match(silence(text(''), 'in this file'), /^# tpu-embedding: ignore-file/);
  });
});

test('a comment for the whole file is inserted below a shebang, encoding and docstring', () => {
  const top = '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n';
  const text = `${top}import tensorflow as tf\ntf.raw_ops.RecvTPUEmbeddingActivations(num_output=1, config=b"")\n`;
  const action = read(text)
    .actions(0, text.length)
    .find(({ title }) => title === 'Ignore unknown-argument in this file');
  const comment = '# tpu-embedding: ignore-file[unknown-argument]\n';
  assert.equal(applyTo(text, action!.changes), text.replace(top, top + comment));
});

function applyTo(text: string, changes: readonly TextEdit[]): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text);
}

// ---------------------------------------------------------------- The map

/** Python source inside quotes, with its decoded text. */
const unit = fc.constantFrom<[string, string]>(
  ['a', 'a'],
  [' ', ' '],
  ['é', 'é'],
  ['😀', '😀'],
  ['\\n', '\n'],
  ['\\t', '\t'],
  ["\\'", "'"],
  ['\\"', '"'],
  ['\\\\', '\\'],
  ['\\x41', 'A'],
  ['\\101', 'A'],
  ['\\u00e9', 'é'],
  ['\\U0001F600', '😀'],
  ['\\d', '\\d'],
  ['\\\n', ''],
);
const piece = fc.tuple(fc.constantFrom("'", '"', "'''", '"""'), fc.array(unit, { maxLength: 8 }));
const source = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => ({
  text: pieces.map(([quote, units]) => quote + units.map(([written]) => written).join('') + quote).join(' '),
  value: pieces.flatMap(([, units]) => units.map(([, said]) => said)).join(''),
}));

function literalIn(text: string): LiteralText {
  const [statement] = parsePython(text).module.body;
  assert.ok(statement?.kind === 'expression' && statement.value.kind === 'string', text);
  const literal = LiteralText.read(text, [statement.value as StringLiteral]);
  assert.ok(literal, text);
  return literal;
}

suite('mapping between Python source and embedded text', () => {
  test('mapped offsets ascend, and each range covers exactly the source of its text', () => {
    fc.assert(
      fc.property(source, ({ text, value }) => {
        const literal = literalIn(text);
        assert.equal(literal.text, value);
        let last = 0;
        for (let i = 0; i < value.length; i++) {
          const { start, end } = literal.outer(i, i + 1);
          assert.ok(start >= last && end > start && end <= text.length);
          last = start;
          const said = literalIn(`"""${text.slice(start, end)} """`).text.slice(0, -1);
          assert.ok(
            said === value[i] || (said.length === 2 && said.includes(value[i]!)),
            `${said} says ${value[i]}`,
          );
          assert.equal(literal.outer(literal.inner(start)!, i + 1).start, start);
        }
      }),
      runs(100),
    );
  });

  test('an edit that can be mapped decodes to the edited text', () => {
    const change = fc.record({
      at: fc.nat(),
      length: fc.nat({ max: 6 }),
      newText: fc.string({ unit: fc.constantFrom('a', '"', "'", '\\', '\n', 'é', '1'), maxLength: 5 }),
    });
    let [all, written] = [0, 0];
    fc.assert(
      fc.property(source, change, ({ text, value }, { at, length, newText }) => {
        const start = at % (value.length + 1);
        const end = Math.min(start + length, value.length);
        all++;
        const changes = literalIn(text).write([{ start, end, newText }]);
        if (!changes) return;
        written++;
        const changed = applyTo(text, changes);
        assert.equal(literalIn(changed).text, value.slice(0, start) + newText + value.slice(end), changed);
      }),
      runs(500),
    );
    assert.ok(written > all / 2, `${written} of ${all}`);
  });
});
