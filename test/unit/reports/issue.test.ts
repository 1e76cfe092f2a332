import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { languageOf } from '../../../server/src/languages';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { issueText, smallestText, withoutPersons } from '../../../server/src/reports/issue';
import { builtin } from '../../../server/src/schema/builtin';

suite('persons and paths', () => {
  const SHORTENED: readonly (readonly [text: string, shown: string])[] = [
    ['/home/ann/secret/model.py:3', '…/model.py:3'],
    ['file:///home/ann/secret/model.py', '…/model.py'],
    ['at C:\\Users\\Ann Lee\\secret\\model.py', 'at …/model.py'],
    ['"/Users/ann lee/work/a.binpb"', '"…/a.binpb"'],
    ['/srv/projects/ann/uv.lock', '…/uv.lock'],
    ['~/work/ann/x', '…/x'],
    ['written by ann.lee@example.org today', 'written by … today'],
  ];
  for (const [text, shown] of SHORTENED) test(text, () => assert.equal(withoutPersons(text), shown));

  for (const text of [
    'tensorflow 2.21.0 (requirements.txt)',
    'src/train/model.py:3: and/or',
    '**/*tpu_embedding*.{textproto,txtpb}',
    'textDocument/hover took 3/4 s',
  ])
    test(`kept: ${text}`, () => assert.equal(withoutPersons(text), text));
});

suite('the smallest text', () => {
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS, ({ error }) => {
    throw error;
  });
  const rulesIn = (language: string) => (text: string) =>
    languageOf(language)
      .analyze(text, { analyzer, path: 'file', named: true })
      .diagnose()
      .map(({ code }) => code);

  test('of a configuration', () => {
    const text = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
table_descriptor {
  name: "items"
  vocabulary_size: 1000
  dimension: 64
  num_features: 1
  optimization_parameters {
    adagrad {}
    learning_rate { constant: 0.1 }
  }
}
num_host: 4
batch_size_per_tensor_core: 128
`;
    const found = smallestText(text, 'unknown-field', rulesIn('textproto'));
    assert.equal(found, 'num_host: 4');
  });

  test('of a program keeps what the problem follows from, and brings no other problem', () => {
    const text = `import tensorflow as tf

def helper(x):
    return x + 1

size = 64
table = tf.tpu.experimental.embedding.TableConfig(
    vocabulary_size=1000,
    dim=-size,
    combiner='mean',
)
print(helper(3))
`;
    const rules = rulesIn('python');
    const rule = rules(text)[0]!;
    const found = smallestText(text, rule, rules)!;
    assert.ok(found.length < text.length / 1.5, found);
    assert.match(found, /^size = 64$/m);
    assert.doesNotMatch(found, /helper/);
    assert.deepEqual(new Set(rules(found)), new Set([rule]));
  });

  test('is none where the rule is silent', () => {
    assert.equal(smallestText('num_hosts: 4\n', 'unknown-field', rulesIn('textproto')), undefined);
  });
});

test('a report names versions, settings and the end of the log, and only an example keeps its paths', () => {
  const log = Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n');
  const text = issueText({
    versions: [{ package: 'tensorflow', version: '2.21.0', source: '/home/ann/uv.lock' }],
    settings: { maxFileSize: 20, descriptorSets: ['/home/ann/own.binpb'] },
    log: `${log}\n`,
    example: { rule: 'unknown-field', text: '# ```\npath: "/home/ann/x"\n' },
  });
  assert.match(text, /^- tensorflow 2\.21\.0 \(…\/uv\.lock\)$/m);
  assert.match(text, /^- maxFileSize: 20\n- descriptorSets: \["…\/own\.binpb"\]$/m);
  assert.match(text, /^```\nline 40\n/m);
  assert.match(text, /^line 99\n```$/m);
  assert.ok(
    text.endsWith('## Smallest text that shows unknown-field\n\n````\n# ```\npath: "/home/ann/x"\n````\n'),
  );
});

test('a report says that nothing differs, and has no log where there is none', () => {
  const text = issueText({ versions: [], settings: {} });
  assert.match(text, /## Settings that differ from their defaults\n\nNone\.\n$/);
  assert.doesNotMatch(text, /## End of the log|## Smallest/);
});
