// A rule that throws only loses its own diagnostics: everything else is reported, and the failure names the rule.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, mock, test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS, type Settings } from '../../../server/src/project/settings';
import { allRules, findingRules } from '../../../server/src/rules';
import { fileTooLarge } from '../../../server/src/rules/checker/file-too-large';
import { dimensionNotPositive } from '../../../server/src/rules/configuration/dimension-not-positive';
import type { Failure } from '../../../server/src/rules/guard';
import { callRules } from '../../../server/src/rules/python';
import type { RuleInfo } from '../../../server/src/rules/rule';
import { notUtf8 } from '../../../server/src/rules/syntax/not-utf8';
import { schema } from '../../support/example-schema';

const PATH = 'a.textproto';

function read(language: string, text: string, settings: Settings = DEFAULT_SETTINGS) {
  const failures: Failure[] = [];
  const analyzer = new Analyzer(schema, settings, (failure) => failures.push(failure));
  return { analysis: languageOf(language).analyze(text, { analyzer, path: PATH, named: true }), failures };
}

const problemsOf = ({ analysis }: ReturnType<typeof read>) =>
  analysis.diagnose().map(({ code, start, end, message }) => ({ code, start, end, message }));

const namesOf = (failures: readonly Failure[]) => failures.map(({ path, rule }) => ({ path, rule }));

type Part = (...args: readonly unknown[]) => unknown;

const PARTS = ['explain', 'check', 'checkTable', 'checkCall', 'checkFile', 'find'];

/** Replaces a rule's function until the test ends. */
function change(rule: RuleInfo, changed: (part: Part) => Part): void {
  const parts = rule as unknown as Record<string, Part>;
  const own = PARTS.filter((name) => parts[name]);
  assert.ok(own.length > 0, `${rule.code} does nothing`);
  for (const name of own) mock.method(parts, name, changed(parts[name]!));
}

const fail = () => {
  throw new Error('a mistake of ours');
};

afterEach(() => mock.restoreAll());

const EXAMPLES = [
  ['textproto', readFileSync('examples/mistakes.textproto', 'utf8')],
  ['python', readFileSync('examples/ranking_mistakes.py', 'utf8')],
  ['python', readFileSync('examples/sparsecore_mistakes.py', 'utf8')],
] as const;

// Bytes that are not UTF-8 are found before there is a text to check.
for (const rule of allRules.filter((one) => one !== notUtf8)) {
  test(`if ${rule.code} throws, all other rules still report, and the failure names it`, () => {
    const settings = { ...DEFAULT_SETTINGS, ...(rule === fileTooLarge && { maxFileSize: 1e-6 }) };
    const own = [rule.language ?? 'textproto', rule.bad] as const;
    const expected = [own, ...EXAMPLES].map(([language, text]) =>
      problemsOf(read(language, text, settings)).filter(({ code }) => code !== rule.code),
    );
    change(rule, () => fail);
    for (const [i, [language, text]] of [own, ...EXAMPLES].entries()) {
      const broken = read(language, text, settings);
      assert.deepEqual(problemsOf(broken), expected[i]);
      if (text === rule.bad) assert.deepEqual(namesOf(broken.failures), [{ path: PATH, rule: rule.code }]);
    }
  });
}

const CALL = 'tf.tpu.experimental.embedding.SGD(lr=0.1)\n';
const WITH_FIXES = [
  ['textproto', findingRules['unknown-field'], 'num_host: 1\nmodes: TRAINING\nmode: TRAIN\n'],
  [
    'python',
    callRules.find(({ code }) => code === 'unknown-argument')!,
    `import tensorflow as tf\n${CALL}${CALL}tf.raw_ops.SendTPUEmbeddingGradients("")\n`,
  ],
] as const;

for (const [language, rule, text] of WITH_FIXES) {
  test(`if fixes of ${rule.code} throw, its diagnostics and the other fixes are kept`, () => {
    const before = read(language, text);
    const broken = (problem: unknown) => ({ ...(problem as object), fixes: fail });
    change(rule, (part) => (...args) => {
      const report = args.at(-1);
      return typeof report === 'function'
        ? part(...args.slice(0, -1), (problem: unknown) => report(broken(problem)))
        : broken(part(...args));
    });
    const { analysis, failures } = read(language, text);
    assert.deepEqual(problemsOf({ analysis, failures }), problemsOf(before));
    const fixesOf = (diagnostics: ReturnType<typeof analysis.diagnose>) =>
      diagnostics.map(({ code, fixes }) => (code === rule.code ? [] : fixes()));
    assert.ok(fixesOf(before.analysis.diagnose()).flat().length > 0);
    assert.deepEqual(fixesOf(analysis.diagnose()), fixesOf(before.analysis.diagnose()));
    assert.deepEqual(failures, []);
    assert.ok(
      analysis.actions(0, text.length).some(({ title }) => title === `Ignore ${rule.code} on this line`),
    );
    assert.deepEqual(namesOf(failures), [{ path: PATH, rule: rule.code }]);
  });
}

test('a rule that throws for one table still checks the others', () => {
  const text = ['a', 'b', 'c'].map((name) => `table_descriptor { name: "${name}" dimension: 0 }\n`).join('');
  const found = () =>
    problemsOf(read('textproto', text)).filter(({ code }) => code === dimensionNotPositive.code).length;
  assert.equal(found(), 3);
  change(dimensionNotPositive, (part) => (...args) => {
    if ((args[0] as { name?: string }).name === 'b') fail();
    part(...args);
  });
  assert.equal(found(), 2);
});

test('a rule that throws does not stop other rules on a configuration built in Python', () => {
  const module = 'tensorflow.core.protobuf.tpu.tpu_embedding_configuration_pb2';
  const text = `import tensorflow as tf, ${module} as pb2
c = pb2.TPUEmbeddingConfiguration(mode=1, num_hosts=1, num_tensor_cores=1)
c.table_descriptor.add(name='t', vocabulary_size=100, dimension=0, num_features=1)
tf.raw_ops.ConfigureTPUEmbedding(config=c.SerializeToString())
`;
  const isOfDimension = ({ message }: { readonly message: string }) => message.startsWith('dimension');
  const before = problemsOf(read('python', text));
  assert.ok(before.some(isOfDimension));
  change(dimensionNotPositive, () => fail);
  const broken = read('python', text);
  const left = problemsOf(broken);
  assert.ok(left.length > 0);
  assert.deepEqual(
    left,
    before.filter((problem) => !isOfDimension(problem)),
  );
  assert.deepEqual(namesOf(broken.failures), [{ path: PATH, rule: dimensionNotPositive.code }]);
});

test('without a listener for failures, they are thrown', () => {
  change(findingRules['unknown-field'], () => fail);
  const analyzer = new Analyzer(schema, DEFAULT_SETTINGS);
  const analysis = languageOf('textproto').analyze('num_host: 1', { analyzer, path: PATH, named: true });
  assert.throws(() => analysis.diagnose(), /a mistake of ours/);
});
