import { readFileSync } from 'node:fs';
import fc from 'fast-check';

/** Any sequence of UTF-16 units: lone surrogates, NUL, byte order marks. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 0x7f }) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(0, 0x0a, 0x0d, 0x22, 0x27, 0x5c, 0x7b, 0x7d, 0xfeff, 0x2028, 0xd800),
      },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
    ),
    { maxLength: 60 },
  )
  .map((units) => String.fromCharCode(...units));

/** Brackets, quotes and line breaks, which change the meaning of everything after them. */
export const structure: fc.Arbitrary<string> = fc.constantFrom(
  ...['{', '}', '<', '>', '[', ']', '"', "'", '#', '\n', '\r\n', '\r', ' ', '  ', '\t', ':', ',', ';', '\\'],
  ...[
    '{\n',
    '}\n',
    '\n}',
    '\n }',
    '\n  }',
    ' {',
    ' {}',
    '{}\n',
    ']\n',
    '[\n',
    '\n]',
    '>\n',
    '<<E',
    '<<E\n',
    '\nE\n',
  ],
  ...['E', '\nE  \t', '# c\n', '"\n', "'\n", 'a {\n', '\nb: 1', '\n  b: 1', 'a [', '-', '\ufeff', '\0', '/'],
);

/** Values of every kind, valid and invalid. */
export const literal: fc.Arbitrary<string> = fc.constantFrom(
  ...[
    '0',
    '1',
    '-1',
    '- 1',
    '-\n1',
    '010',
    '08',
    '0x1F',
    '0x',
    '1.',
    '.5',
    '.',
    '1e5',
    '1e',
    '1e+',
    '1.5f',
    '10bar',
  ],
  ...[
    '99999999999',
    '18446744073709551616',
    '1e39',
    '1e-50',
    'true',
    'True',
    't',
    'TRUE',
    'inf',
    '-inf',
    'nanf',
  ],
  ...[
    '"a"',
    "'b'",
    '"a" "b"',
    '"\\x41"',
    '"\\400"',
    '"\\?"',
    '"\\z"',
    '"\\u00e9"',
    '"\\ud800"',
    '"é😀"',
    '""',
    "'",
  ],
  ...['TRAINING', 'RED', 'mode: 9', '1_0', '+1', '%', '//', '/* */', '[1, 2]', '[1,]', '[{}]', '[[1]]', '[]'],
);

const names: fc.Arbitrary<string> = fc.constantFrom(
  ...[
    'a',
    'name',
    'mode',
    'table_descriptor',
    'feature_descriptor',
    'optimization_parameters',
    'adagrad',
    'adam',
  ],
  ...[
    'learning_rate',
    'constant',
    'dynamic',
    'num_hosts',
    'input_shape',
    'initial_accumulator',
    'output_layout',
  ],
  ...[
    '[a.b]',
    '[type.googleapis.com/a.B]',
    '[ a . b ]',
    '[',
    '5',
    'spmd_sharding',
    'num_features',
    'dimension',
  ],
  ...['# tpu-embedding: ignore\n', '# tpu-embedding: ignore-file[unknown-field]\n', '# proto-message: x.Y\n'],
);

const piece = fc.oneof(
  { weight: 4, arbitrary: structure },
  { weight: 2, arbitrary: literal },
  { weight: 2, arbitrary: names },
  {
    weight: 1,
    arbitrary: fc.constantFrom('name: "x"', 'num_hosts: 1', 'mode: TRAINING', 'a: 1', 'a {', 'a: ['),
  },
);

/** Legal and illegal tokens in any order. */
export const tokenSoup: fc.Arbitrary<string> = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ', ' ', '\n')), { maxLength: 40 })
  .map((parts) => parts.flat().join(''));

/** Well-formed blocks in every layout: indented, flat, badly indented, on one line. */
export const blocks: fc.Arbitrary<string> = fc.letrec<{ block: string; line: string }>((tie) => ({
  line: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('a: 1', 'name: "x"', 'b: [1, 2]', '# note', 'c: "s" "t",', '', 'd: -1;'),
    tie('block'),
  ),
  block: fc
    .record({
      head: fc.constantFrom('a {', 'table_descriptor {', 'b: <', 'c: [{', 'd {  # note', 'e: {'),
      lines: fc.array(tie('line'), { maxLength: 4 }),
      indent: fc.constantFrom('  ', '  ', '', ' ', '\t'),
      glue: fc.constantFrom('\n', '\n', ' ', '\r\n'),
    })
    .map(({ head, lines, indent, glue }) => {
      const closer = head.includes('[{') ? '}]' : head.includes('<') ? '>' : '}';
      const open = head.includes('#') ? '\n' : glue;
      const body = lines.map((line) => line.replaceAll(/^(?=.)/gm, indent));
      const inner = body.map((line) => (line.includes('#') ? `${line}\n` : line + glue)).join('');
      return head + open + inner + closer;
    }),
})).block;

/** Lines of brackets with any indentation, where only the indentation gives structure. */
export const crookedLines: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.constantFrom('', ' ', '  ', '   ', '    '),
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('a {', 'b {', '}', '}', 'c: 1') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'a { b {',
            '} }',
            'a <',
            '>',
            'a [',
            ']',
            'a: [{',
            '}]',
            '# x',
            'a {}',
            '{',
          ),
        },
      ),
    ),
    { maxLength: 24 },
  )
  .map((lines) => lines.map((line) => `${line.join('')}\n`).join(''));

const configurations: readonly string[] = [
  readFileSync('examples/ads_ranking.textproto', 'utf8'),
  readFileSync('examples/mistakes.textproto', 'utf8'),
  `table_descriptor {
  name: "users"
  vocabulary_size: 1000
  dimension: 16
  num_features: 2
  optimization_parameters {
    adagrad { initial_accumulator: 0.1 }
    clipping_limits { lower { value: -1 } upper { value: 1.5 } }
    learning_rate { dynamic { tag: 0 } }
  }
}
mode: TRAINING
batch_size_per_tensor_core: 128
num_hosts: 1
`,
  'table_descriptor{name:"t" dimension:8 optimization_parameters<ftrl<l1:.1>>}feature_descriptor:[{table_id:0},{}]mode:1',
  `# tpu-embedding: ignore-file[learning-rate-missing]\r
table_descriptor {\r
name: 't' 'u'\r
vocabulary_size: 0x10,\r
dimension: 010;\r
}\r
feature_descriptor { table_id: 0 input_shape: [ 4, # four\r
  8 ] }\r
spmd_sharding < enabled: true >\r
`,
];

/** Realistic texts. */
export const configuration: fc.Arbitrary<string> = fc.constantFrom(...configurations);

export interface Edit {
  /** Taken modulo the length of the text; -1 is its end. */
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** Small edits, most of which break or fix the structure. */
export const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.oneof(
    { weight: 8, arbitrary: fc.nat({ max: 5000 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, -1) },
  ),
  remove: fc.oneof(
    { weight: 5, arbitrary: fc.nat({ max: 3 }) },
    { weight: 1, arbitrary: fc.nat({ max: 200 }) },
  ),
  insert: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 6, arbitrary: piece }),
});

interface AppliedEdit {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly newLength: number;
}

export function applyEdit(text: string, { at, remove, insert }: Edit): AppliedEdit {
  const start = at < 0 ? text.length : at % (text.length + 1);
  const end = Math.min(text.length, start + remove);
  return { text: text.slice(0, start) + insert + text.slice(end), start, end, newLength: insert.length };
}

/** A text with a few edits. */
export function mutated(text: fc.Arbitrary<string>, maxLength = 6): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.array(edit, { maxLength }))
    .map(([start, edits]) => edits.reduce((result, change) => applyEdit(result, change).text, start));
}

/** Any text that an editor may contain. */
export const document: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: anyText },
  { weight: 4, arbitrary: tokenSoup },
  { weight: 2, arbitrary: mutated(blocks) },
  { weight: 3, arbitrary: mutated(configuration) },
);
