// An editor can open, check and edit any long repetitive text.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fixAll, quickFixes } from '../../server/src/languages/fixes';
import { Analyzer } from '../../server/src/languages/snapshot';
import { diagnose } from '../../server/src/languages/textproto/diagnostics';
import { folds } from '../../server/src/languages/textproto/folds';
import { outline } from '../../server/src/languages/textproto/outline';
import { selectionRanges } from '../../server/src/languages/textproto/selection-ranges';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';
import { flaw } from './shape';

const MB = 1 << 20;

/** Long enough to break recursion or large arrays; growth.test.ts measures the time. */
const LENGTH = MB / 32;

/** As many copies as the length holds. */
const fill = (unit: string, size = LENGTH) => unit.repeat(Math.ceil(size / unit.length));

/** Reproducible noise of characters below `limit`. */
function noise(limit: number): string {
  const units: number[] = [];
  for (let i = 0, x = 1; i < LENGTH; i++) {
    x = (Math.imul(x, 1103515245) + 12345) | 0;
    units.push(((x >>> 16) & 0xffff) % limit);
  }
  return units.map((unit) => String.fromCharCode(unit)).join('');
}

/** Blocks closed one column too far to the right, then all unclosed ones. */
function staircase(steps: number): string {
  const down = Array.from({ length: steps }, (_, i) => `${' '.repeat(i)}a {\n${' '.repeat(i + 1)}}\n`);
  const up = Array.from({ length: steps }, (_, i) => `${' '.repeat(steps - i)}}\n`);
  return [...down, ...up].join('');
}

const SUITES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'opened and never closed': {
    braces: () => '{'.repeat(20_000),
    blocks: () => 'a{'.repeat(20_000),
    'blocks, a line each': () => fill('a {\n'),
    'angle brackets': () => 'a<'.repeat(20_000),
    'square brackets': () => '['.repeat(20_000),
    'lists in lists': () => `a: ${'['.repeat(20_000)}`,
    lists: () => 'a: ['.repeat(20_000),
    'lists, a line each': () => fill('a: [\n'),
    'lists with an item, a line each': () => fill('a: [1,\n'),
    'lists of blocks': () => fill('a: [{\n'),
    'extension names': () => fill('[a\n'),
    'extension names in blocks': () => fill('a { [b\n'),
    'crooked blocks': () => fill('a {\n b {\n }\n'),
    'blocks with a closer of another kind': () => fill('a { ]\n'),
    'blocks with a closer of another kind, and as many closers': () => fill('a {\n') + fill(']', LENGTH / 2),
    'two, then complete blocks': () => `a {\na {\n${fill('b {\n c: 1\n}\n')}`,
    'blocks behind one, on one line': () => `x { ${fill('a{} ')}`,
    'blocks in blocks on one line': () => fill('a{b{ '),
    'blocks that another bracket closes': () => `x {${fill('a{b:1>')}`,
    'a list of a block and closers': () => `a: [{ ${fill(']', LENGTH / 2)}`,
    'a list of a block and closers, in a block': () => `x {\na: [{ ${fill(']', LENGTH / 2)}`,
    'a list and angle closers': () => `a: [ ${fill('>')}`,
  },
  'closed and never opened': {
    'closing braces': () => '}'.repeat(20_000),
    'closing braces, a line each': () => fill('}\n'),
    'behind blocks': () => fill('a{}}\n'),
    'behind blocks of two lines': () => fill('a{\n}\n}\n'),
    'behind crooked blocks': () => fill('a {\n }\n') + '}\n'.repeat(1000),
    'behind crooked blocks in blocks': () => fill('a {\n b {\n }\n') + fill('}\n'),
    'behind a row of blocks on one line': () => `${fill('a{} ')}}`,
    'behind a large block': () => `a {\n${fill(' b: 1\n')}}\n${'c: 1\n'.repeat(5)}${'}\n'.repeat(50_000)}`,
    'down a staircase': () => staircase(700),
    everywhere: () => fill('= ]\n'),
  },
  nested: {
    'to the limit': () => fill('a{'.repeat(99) + '}'.repeat(99)),
    'beyond the limit': () => fill(`${'a{'.repeat(120) + '}'.repeat(120)}\n`),
    'in lists beyond the limit': () => fill(`a:${'['.repeat(120) + ']'.repeat(120)}\n`),
  },
  strings: {
    'all double quotes': () => fill('"'),
    'all single quotes': () => `a: ${fill("'")}`,
    'unclosed, a line each': () => fill('"\n'),
    escapes: () => `table_descriptor { name: "${fill('\\n')}" }`,
    'wrong escapes': () => `table_descriptor { name: "${fill('\\z')}" }`,
    'empty parts': () => `table_descriptor { name: ${fill('""')} }`,
    'parts with escapes': () => `table_descriptor { name: ${fill('"\\n"')} }`,
    'heredocs on one line': () => fill('<<A'),
    'heredocs, a line each': () => fill('a: <<A\n'),
    'heredocs of no line': () => fill('<<A\nA\n'),
    'heredocs behind closers': () => fill('}<<A\n'),
    'heredocs behind names': () => fill('a\n<<A\n'),
    'a heredoc of almost ends': () => `a: <<A\n${fill('A x\n')}`,
    'a heredoc of blanks': () => `a: <<A\n${fill(' ')}\nA${fill(' ')}x\n`,
    'a heredoc with a long name': () => `a: <<${fill('A')}`,
  },
  'names and numbers': {
    'a long name': () => fill('a'),
    'a long number': () => `num_hosts: ${fill('9')}`,
    'a long number of many zeros': () => `num_hosts: 0x${fill('0')}1`,
    'a long fraction': () =>
      `table_descriptor { optimization_parameters { weight_decay_factor: ${fill('9')}.5 } }`,
    'a long extension name': () => `[${fill('a')}]: 1`,
    'a long qualified name': () => `[${fill('a.')}a]: 1`,
    'a long path': () => `[${fill('a/')}a]: 1`,
    'a long path of escapes': () => `[${fill('%2F')}/a]: 1`,
    minuses: () => `a: ${fill('-')}`,
    'minuses, a line each': () => fill('a: -\n'),
    'colons, a line each': () => fill('a:\n'),
    commas: () => fill(','),
    'equal signs': () => fill('= '),
    'equal signs, a line each': () => fill('=\n'),
  },
  comments: {
    'that silence nothing': () => fill('# tpu-embedding: ignore\n'),
    'that silence one line': () => `${fill('# tpu-embedding: ignore\n')}num_host: 1\n`,
    'that silence each line of a block': () =>
      `table_descriptor {\n${fill('x: 1 # tpu-embedding: ignore[unknown-field]\n')}}`,
    'that silence each line': () => fill('x: 1 # tpu-embedding: ignore[unknown-field]\n'),
    'above each line': () => fill('# tpu-embedding: ignore\nx: 1\n'),
    'above each line of a block': () => `table_descriptor {\n${fill('# tpu-embedding: ignore\nx: 1\n')}}`,
    'that silence the file': () => fill('x: 1 # tpu-embedding: ignore-file[unknown-field]\n'),
    'with many marks': () => `#${fill(' tpu-embedding: ignore')}\n`,
    'with many codes': () => `# tpu-embedding: ignore[${fill('a,')}]\n`,
    'behind blank lines': () => fill('#\n\n# tpu-embedding: ignore\n'),
    'at the end of a long line': () => `table_descriptor {${fill('x: 1 ')}# tpu-embedding: ignore\n}`,
    'that are none': () => `name: "${fill('tpu-embedding: ignore ')}"\n`,
    'before any field': () => fill('# x\n'),
    'with a far header': () => `# proto-message:${fill(' ')}x`,
  },
  noise: {
    ascii: () => noise(128),
    bytes: () => noise(256),
    'any unit': () => noise(65_536),
    blanks: () => fill(' '),
    'line breaks': () => fill('\n'),
    'carriage returns': () => fill('\r'),
    'no characters': () => fill('\0'),
  },
  'many mistakes and many fields': {
    fields: () => fill('a: 1\n'),
    'unknown fields': () => fill('nope: 1\n'),
    'unknown fields on one line': () => fill('nope: 1 '),
    'unknown long fields': () => fill(`n${'o'.repeat(60)}: 1\n`),
    'one field again and again': () => fill('num_hosts: 1\n'),
    tables: () => fill('table_descriptor {}\n'),
    features: () => fill('feature_descriptor { table_id: 1 }\n'),
    'tags without others': () =>
      fill(
        'table_descriptor { optimization_parameters { adagrad {} learning_rate { dynamic { tag: 9 } } } }\n',
      ),
    'a long list': () => `feature_descriptor { input_shape: [${fill('1,')}1] }`,
    'a long list without commas': () => `feature_descriptor { input_shape: [${fill('1 ')}1] }`,
    'a large block': () => `table_descriptor {\n${fill('  name: "x"\n')}}\n`,
  },
};

/** Each thousands of times in one block, after a long line, so that looking at neighbours must be cheap. */
const MISTAKES: readonly string[] = [
  ...[
    'nope: 1 ',
    'name = "x" ',
    'name: +1 ',
    'name; ',
    'name: ',
    'name 5 ',
    'name: { ',
    'dimension: [1] ',
    '"name": 1 ',
  ],
  ...[
    'dimension: [[1]] ',
    'input_shape: [[1], [2]] ',
    'name: ["a" "b"] ',
    'name: "\\z" ',
    'name: "\\?" ',
    'name: "x\n',
  ],
  ...[
    'name: "x \\\n',
    'dimension: (1, 2) ',
    'dimension: 08 ',
    'dimension: 010 ',
    'dimension: - 1 ',
    'dimension: 1e5 ',
  ],
  ...[
    'dimension: “1” ',
    '\u00a0',
    '/* x */\n',
    '/* x */ ',
    '// x\n',
    '[a.b]: 1 ',
    '[ a . b ]: 1 ',
    '5: 1 ',
    '( ',
    ') ',
  ],
  ...[
    '] ',
    '> ',
    '} ',
    ', ',
    '{ ',
    'name: "a" name: "b" ',
    'constant: 0.1 ',
    'adagrad {} adam {} ',
    '# x\n',
    '<<A\nA\n',
  ],
];

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

/** All requests about a text that is opened and edited twice. */
function edit(text: string): void {
  const snapshot = analyzer.open(text, { path: 'tpu_embedding.textproto' });
  const diagnostics = diagnose(snapshot);
  void snapshot.derived;
  quickFixes(text, diagnostics, 0, text.length);
  fixAll(diagnostics);
  outline(snapshot);
  folds(snapshot);
  selectionRanges(snapshot, text.length >> 1);
  const near = { start: 3, end: 3, newLength: 1 };
  const second = analyzer.change(snapshot, `${text.slice(0, 3)} ${text.slice(3)}`, near);
  const far = { start: text.length + 1, end: text.length + 1, newLength: 1 };
  const third = analyzer.change(second, `${second.text} `, far);
  assert.equal(flaw(third.tree), undefined);
}

for (const [name, texts] of Object.entries(SUITES)) {
  suite(name, () => {
    for (const [title, text] of Object.entries(texts)) {
      test(title, () => {
        edit(text());
      });
    }
  });
}

suite('mistakes in a large block', () => {
  for (const mistake of MISTAKES) {
    test(JSON.stringify(mistake), () => {
      const text = `table_descriptor { ${fill('name: "x" ', LENGTH / 4)}\n}\ntable_descriptor {\n  ${fill('name: "x" ', LENGTH / 4)}${fill(mistake, LENGTH / 4)}\n}\n`;
      edit(text);
    });
  }
});

test('a string that ends in spaces and commas', () => {
  edit(`name: "${fill(' ')}${fill(', ')}a\n`);
});

test('a line of ten million characters is read', () => {
  edit('a'.repeat(10_000_000));
});

test('a text above the size limit is not read', () => {
  const text = fill('num_host: 1\n', 50 * MB);
  const snapshot = analyzer.open(text, { path: 'tpu_embedding.textproto' });
  assert.deepEqual(
    diagnose(snapshot).map(({ code }) => code),
    ['file-too-large'],
  );
  assert.equal(snapshot.tree.sections.length, 1);
});
