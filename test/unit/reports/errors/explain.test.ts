// What failed programs write leads to a rule or a cause, and to the place in the person's own program.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languageOf } from '../../../../server/src/languages';
import { Analyzer } from '../../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../../server/src/project/settings';
import { CAUSES } from '../../../../server/src/reports/errors/causes';
import { explainError } from '../../../../server/src/reports/errors/explain';
import { allRules } from '../../../../server/src/rules';
import { builtin } from '../../../../server/src/schema/builtin';

const read = (name: string) => readFileSync(`test/fixtures/${name}`, 'utf8');

const rulesFor = (text: string) => explainError(text).explanations.map(({ rule }) => rule ?? null);

test('each form of output leads to the rule and the place', () => {
  for (const part of read('errors/outputs.cases').split(/^=== /m).slice(1)) {
    const [, name, output, wanted] = /^(.*)\n([\s\S]*)^--- (.*)\s*$/m.exec(part)!;
    const { explanations } = explainError(output!.replaceAll('␛', '\u001b'));
    const [best] = explanations;
    const [place] = best?.places ?? [];
    const found = best ? `${best.rule ?? null}${place ? ` ${place.path}:${place.line}` : ''}` : 'nothing';
    assert.equal(found, wanted, name);
  }
});

interface Sample {
  readonly id: string;
  readonly text: string;
  readonly rule: string | null;
}

test('messages that people meet lead to their rule, or to a cause', () => {
  const samples = read('errors/messages.sample.jsonl').trim().split('\n');
  for (const { id, text, rule } of samples.map((line) => JSON.parse(line) as Sample)) {
    const found = rulesFor(text).slice(0, 2);
    assert.ok(rule === null ? found.length > 0 : found.includes(rule), `${id}: ${rule}, not ${found}`);
  }
});

/** Words that a placeholder of a kind stands for. */
const WORDS: Readonly<Record<string, string>> = {
  int: '3',
  positive: '3',
  'not-positive': '0',
  suffixed: '16d',
  initializer: 'Zeros',
  ours: 'TableConfig',
  message: 'TPUEmbeddingConfiguration',
  field: 'dimension',
  reserved: 'initial_accumulator',
  ended: 'AdagradParameters',
  known: 'TPUEmbeddingV2',
};

const example = (says: string) =>
  says.replaceAll(/…|\{\w+(?::([\w-]+))?\}/g, (_, kind?: string) => (kind ? WORDS[kind]! : 'x'));

test('each message that a rule states leads to the rule', () => {
  for (const { code, messages = {} } of allRules)
    for (const says of Object.keys(messages))
      assert.ok(
        rulesFor(`ValueError: ${example(says)} z`)
          .slice(0, 2)
          .includes(code),
        `${code}: ${says}`,
      );
});

test('each message of another cause leads to the cause', () => {
  for (const { says, cause } of CAUSES)
    for (const message of says)
      assert.ok(
        explainError(`RuntimeError: ${example(message)} z`).explanations.some(
          (found) => found.rule === undefined && found.cause.startsWith(cause.split('{')[0]!),
        ),
        message,
      );
});

test('every word of a cause is in its messages', () => {
  const texts = [
    ...allRules.flatMap(({ messages = {} }) => Object.entries(messages)),
    ...CAUSES.flatMap(({ says, cause }) => says.map((message) => [message, cause] as const)),
  ];
  for (const [says, cause] of texts)
    for (const [, name] of cause.matchAll(/\{(\w+)\}/g))
      assert.match(says, new RegExp(`\\{${name}[:}]`), cause);
});

test('an unknown message leads to nothing', () => {
  for (const text of ['', 'KeyError: 3', 'Segmentation fault', 'must be', '…', '{}', 'ValueError:'])
    assert.deepEqual(explainError(text).explanations, []);
});

test('what TensorFlow raises on a mistake leads to the rule that reports it', () => {
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
  const verdicts = read('python_verdicts.sample.jsonl').trim().split('\n');
  let judged = 0;
  for (const { id, code, raises } of verdicts.map((line) => JSON.parse(line))) {
    if (raises === null) continue;
    const problems = languageOf('python').analyze(code, { analyzer, path: 'a.py' }).diagnose();
    const reported = problems.filter(({ severity }) => severity === 'error').map((problem) => problem.code);
    if (reported.length === 0) continue;
    judged++;
    const found = rulesFor(`${raises.type}: ${raises.message}`).slice(0, 2);
    assert.ok(
      found.some((rule) => reported.includes(rule!)),
      `${id}: ${reported}, not ${found}`,
    );
  }
  assert.ok(judged > 90, `${judged} are judged`);
});
