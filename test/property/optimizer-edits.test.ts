// Edits of optimizers: written values read back, and the rest of the message and other optimizers do not change.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { float32Text, shortestFloat32 } from '../../server/src/configuration/float32';
import type { ValueChange } from '../../server/src/configuration/value-change';
import type { Analysis } from '../../server/src/languages/language';
import type { OptimizerPlace } from '../../server/src/languages/optimizer/place';
import { editOptimizer, parameterField } from '../../server/src/languages/optimizer/values';
import { settingsOf } from '../../server/src/optimizers';
import { caseFiles, readCases } from '../support/fixtures';
import { analyzeAs, isUnset, valuesOf } from '../support/optimizers';
import { takeCursor } from '../support/snapshots';
import { runs } from './runs';

interface Document {
  readonly language: string;
  readonly text: string;
  readonly offset: number;
}

// Documents

const fixture: fc.Arbitrary<Document> = fc.constantFrom(
  ...caseFiles('optimizer')
    .flatMap((file) => readCases(file))
    .map(({ text, flags }) => ({
      language: flags.includes('python') ? 'python' : 'textproto',
      ...takeCursor(text),
    })),
);

const FIELDS = [
  'learning_rate { constant: 0.1 }',
  'learning_rate <\n  constant: 1e-3f  # slow\n>',
  'learning_rate { dynamic { tag: 2 } }',
  'learning_rate {}',
  'clipping_limits { lower { value: -1 } }',
  'clipping_limits {\n  # open below\n  upper: {}\n}',
  'gradient_clipping_limits: { lower: { value: -0x2 }, upper: { value: inf }, }',
  'weight_decay_factor: .5',
  'multiply_weight_decay_factor_by_learning_rate: t',
  'gradient_accumulation_status: 2',
  'low_dimensional_packing_status: ENABLED',
  'simulated_quantization {\n\tenabled: true\n}',
  'adam {}',
  'adam { beta1: 0.9, beta2: 0.999; }',
  'ftrl {\n  l1: 1  # much\n}',
  'adagrad {}',
  'frequency_aware_adagrad { step_counter { tag: 1 } }',
  'rms_prop {\n}',
  'hot_id_replication_configuration { status: MIGRATION_ONLY }',
];

/** A message in text format, its fields in any layout. */
const message: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.constantFrom(...FIELDS),
      fc.constantFrom(' ', '\n', ', ', ';\n', '  # a comment\n', '\r\n', '\n\n    '),
    ),
    { maxLength: 6 },
  )
  .map((fields) => {
    const names = new Set<string>();
    return fields
      .filter(([field]) => {
        const name = /\w+/.exec(field)![0];
        const key =
          FIELDS.indexOf(field) >= FIELDS.indexOf('adam {}') && name.length < 25 ? 'parameters' : name;
        return !names.has(key) && names.add(key);
      })
      .map(([field, separator]) => field + separator)
      .join('');
  });

const configuration: fc.Arbitrary<string> = fc
  .tuple(
    message,
    fc.constantFrom('{|', '{|\n', '{ |', '{  # it\n|', '<|'),
    fc.constantFrom('', '\n', ' ', '\n  '),
  )
  .map(([inner, open, close]) => {
    const end = open.startsWith('<') ? '>' : '}';
    const table = `table_descriptor {\n  name: "a"\n  optimization_parameters ${open}${inner}${close}${end}\n}\n`;
    return `${table}table_descriptor { name: "b" optimization_parameters { adam { beta1: 0.5 } } }\n`;
  });

const textFormat: fc.Arbitrary<Document> = fc
  .oneof(
    configuration,
    message.map((text) => `# proto-message: tensorflow.tpu.OptimizationParameters\n|${text}`),
  )
  .map((text) => ({ language: 'textproto', ...takeCursor(text) }));

const IMPORTS = `from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
import tensorflow as tf
`;

/** The same inside strings, with line endings, quotes and backslashes escaped. */
const inStrings: fc.Arbitrary<Document> = fc
  .tuple(configuration, fc.constantFrom('"""', "'''", 'r"""', 'b"""', '"', "'"))
  .map(([text, open]) => {
    const quote = open.replace(/^[rb]/, '');
    const body =
      quote.length === 3
        ? text
        : text
            .replaceAll('\r\n', '\n')
            .replaceAll(quote, `\\${quote}`)
            .replaceAll('\t', '\\t')
            .replaceAll('\n', `\\n${quote}\n    ${quote}`);
    const source = `${IMPORTS}text_format.Parse(${open}${body}${quote}, pb2.TPUEmbeddingConfiguration())\n`;
    return { language: 'python', ...takeCursor(source) };
  });

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  SGD: [],
  Adagrad: ['initial_accumulator_value=0.5', 'initial_accumulator_value=START'],
  AdagradMomentum: ['momentum=MOMENTUM', 'use_nesterov=True', 'exponent=4'],
  FTRL: ['l1_regularization_strength=1e-3', 'learning_rate_power=-.5', 'initial_accumulator_value=1'],
  Adam: ['beta_1=0.8', 'lazy_adam=False', 'epsilon=10 ** -3', 'sum_inside_sqrt=1'],
};
const COMMON = [
  'learning_rate=0.1',
  'learning_rate=RATE',
  'learning_rate=lambda: 0.1',
  'learning_rate=unknown()',
  'clip_weight_min=-1',
  'clip_weight_max=None',
  'clipvalue=0.5',
  'clipvalue=(-1, None)',
  'clipvalue=(None, LIMIT)',
  'weight_decay_factor=0.1,\n    multiply_weight_decay_factor_by_learning_rate=True',
  'use_gradient_accumulation=False',
  'low_dimensional_packing_status=True',
];

/** Calls with any arguments in any layout, and a second optimizer that uses some of the names, too. */
const call: fc.Arbitrary<Document> = fc
  .tuple(fc.constantFrom(...Object.keys(ARGUMENTS)), fc.boolean(), fc.boolean())
  .chain(([name, isShared, isWindows]) =>
    fc
      .record({
        given: fc.subarray([...COMMON, ...ARGUMENTS[name]!]),
        separator: fc.constantFrom(', ', ',', ',\n    ', ',  # why\n    '),
        open: fc.constantFrom('(', '(\n    ', '(  # all\n    '),
        close: fc.constantFrom(')', ',)', ',\n)', '  # why\n)', ',  # why\n)', '\n)', '\n    ,\n)'),
      })
      .map(({ given, separator, open, close }) => {
        const names = given.map((argument) => argument.split('=')[0]);
        const own = given.filter((_, i) => names.indexOf(names[i]) === i);
        const end = own.length === 0 ? close.replace(',', '') : close;
        const lines = [
          `${IMPORTS}RATE = 0.25`,
          'START = 1',
          'MOMENTUM: float = -.9',
          'LIMIT = 3.',
          `opt = tf.tpu.experimental.embedding.${name}|${open}${own.join(separator)}${end}`,
          `other = tf.tpu.experimental.embedding.FTRL(${isShared ? 'RATE, beta=LIMIT' : '1'})`,
          '',
        ];
        return { language: 'python', ...takeCursor(lines.join(isWindows ? '\r\n' : '\n')) };
      }),
  );

/** With a piece missing or doubled, as while typing. */
const unfinished: fc.Arbitrary<Document> = fc
  .tuple(
    fc.oneof(fixture, textFormat, inStrings, call),
    fc.nat(),
    fc.integer({ min: 0, max: 12 }),
    fc.constantFrom('', '', '{', '}', '"', "'", '(', ')', ',', '\n', '#', 'x', '=', ':'),
  )
  .map(([{ language, text, offset }, from, length, added]) => {
    const at = from % (text.length + 1);
    return { language, text: text.slice(0, at) + added + text.slice(at + length), offset };
  });

// Changes

function valueFor(path: string, language: string): fc.Arbitrary<ValueChange['value']> {
  const field = path.startsWith('initial.') ? undefined : parameterField(path.slice(path.indexOf('.') + 1))!;
  const number = fc
    .oneof(fc.float({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0.05, 1, -3, 0, 1e-7, 1e21))
    .map((value) => shortestFloat32(value) || 0)
    // In Python, the multiplier has no effect without a factor.
    .filter((value) => value !== 0 || language !== 'python' || !path.endsWith('weightDecayFactor'));
  if (field?.kind === 'bool') return fc.boolean();
  if (field?.enum) return fc.constantFrom(...field.enum.values.map(({ name }) => name));
  if (field?.kind === 'int32') return fc.integer();
  return number;
}

const changesFor = (paths: readonly string[], language: string): fc.Arbitrary<ValueChange[]> =>
  fc
    .subarray([...paths], { minLength: Math.min(1, paths.length) })
    .chain((own) =>
      fc.tuple(...own.map((path) => valueFor(path, language).map((value) => ({ path, value })))),
    );

const edit: fc.Arbitrary<Document & { changes: ValueChange[] }> = fc
  .oneof(fixture, textFormat, inStrings, call, unfinished)
  .chain((document) => {
    const { language, text } = document;
    const analysis = analyzeAs(language, text);
    // At its own start, the same optimizer is found regardless of others nearby.
    const offset = analysis.optimizerAt(document.offset)?.start ?? document.offset;
    const editable = [...(analysis.optimizerAt(offset)?.editable.keys() ?? [])];
    return changesFor(editable, language).map((changes) => ({ language, text, offset, changes }));
  });

// The property

/** The text after an edit; undefined if Python, or these quotes, cannot express it. */
function after(analysis: Analysis, offset: number, changes: readonly ValueChange[]): string | undefined {
  const found = editOptimizer(analysis.optimizerAt(offset), changes);
  if ('reason' in found) {
    assert.match(
      found.reason,
      /cannot say (UNSPECIFIED|DISABLED)|use_nesterov cannot say \S+\.$|quotes cannot hold/,
    );
    return undefined;
  }
  const sorted = found.changes.toSorted((a, b) => a.start - b.start);
  sorted.reduce((end, change) => {
    assert.ok(end <= change.start, 'edits overlap');
    return change.end;
  }, 0);
  return sorted.reduceRight(
    (text, { start, end, newText }) => text.slice(0, start) + newText + text.slice(end),
    analysis.text,
  );
}

const others = (analysis: Analysis, around: number) =>
  analysis
    .optimizers()
    .map(({ start }) => analysis.optimizerAt(start)!)
    .map(({ optimizationParameters, initial, unknown }) => ({ optimizationParameters, initial, unknown }))
    .filter((_, i) => i !== around);

/** The numeric core can read it, unless there is nothing to simulate. */
function assertSimulable({ optimizationParameters }: OptimizerPlace): void {
  try {
    settingsOf(optimizationParameters);
  } catch (error) {
    assert.match(String(error), /no optimizer is chosen|DISABLED expected, 9 found|a tag is 0 or more/);
  }
}

/** The largest float32 with its shortest digits; answers have all digits. */
const LARGEST = 3.4028235e38;

const FACTOR = 'optimizationParameters.weightDecayFactor';
const MULTIPLIED = 'optimizationParameters.multiplyWeightDecayFactorByLearningRate';

const comments = (text: string) => [...text.matchAll(/#[^\\\r\n]*/g)].map(([comment]) => comment);

suite('edits of an optimizer', () => {
  test('written values read back, and nothing else changes', () => {
    let written = 0;
    fc.assert(
      fc.property(edit, ({ language, text, offset, changes }) => {
        const analysis = analyzeAs(language, text);
        const before = analysis.optimizerAt(offset);
        if (!before) return;
        const edited = after(analysis, offset, changes);
        if (edited === undefined) return;
        const again = analyzeAs(language, edited);
        const index = analysis.optimizers().findIndex(({ start }) => start === before.start);
        const place = again.optimizerAt(again.optimizers()[index]!.start)!;
        const expected = valuesOf(before);
        for (const { path, value } of changes) {
          if (isUnset(path, value)) expected.delete(path);
          else expected.set(path, Math.abs(Number(value)) === LARGEST ? Math.fround(Number(value)) : value);
        }
        const found = valuesOf(place);
        // In Python, the value counts from the moment on that a factor exists.
        if (language === 'python' && !valuesOf(before).has(FACTOR))
          for (const values of [found, expected]) values.delete(MULTIPLIED);
        assert.deepEqual(sorted(found), sorted(expected), edited);
        assertSimulable(place);
        assert.deepEqual(
          place.unknown,
          before.unknown.filter((path) => changes.every((change) => change.path !== path)),
        );
        assert.equal(place.title, before.title);
        assert.deepEqual(others(again, index), others(analysis, index), edited);
        assert.deepEqual(comments(edited), comments(text), edited);
        written++;
      }),
      runs(1500),
    );
    assert.ok(written > 500, `only ${written} edits were made`);
  });

  test('numbers are written with as few digits as possible', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = float32Text(value);
        assert.equal(Math.fround(Number(text)), value);
        assert.ok(text.length <= String(value).length || value === 0);
      }),
      runs(1000),
    );
    for (const [value, text] of [
      [0.05, '0.05'],
      [Math.fround(0.1), '0.1'],
      [1e-7, '1e-7'],
      [2, '2'],
      [1e21, '1e21'],
    ] as const)
      assert.equal(float32Text(value), text);
  });
});

const sorted = (values: ReadonlyMap<string, unknown>) => [...values].sort(([a], [b]) => (a < b ? -1 : 1));
