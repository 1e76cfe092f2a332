// Messages that TensorFlow 2.21 builds from optimizer arguments, made by scripts/fixtures/optimizer-arguments.py.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { allEntries } from '../../../server/src/catalogue';
import type { OptimizerPlace } from '../../../server/src/languages/optimizer/place';
import { analyzeAs, valuesOf } from '../../support/optimizers';

interface Verdict extends Pick<OptimizerPlace, 'optimizationParameters' | 'initial'> {
  readonly arguments: string;
}

const verdicts = readFileSync('test/fixtures/optimizer-arguments.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Verdict);

suite('an optimizer becomes the message that TensorFlow builds', () => {
  for (const verdict of verdicts) {
    test(verdict.arguments, () => {
      const text = `import tensorflow as tf
embedding = tf.tpu.experimental.embedding
embedding.TableConfig(${verdict.arguments})
`;
      const place = analyzeAs('python', text).optimizerAt(text.indexOf('TableConfig'))!;
      assert.deepEqual(place.unknown, []);
      assert.deepEqual(Object.fromEntries(valuesOf(place)), Object.fromEntries(valuesOf(verdict)));
    });
  }
});

test("every argument that sets a field is covered by TensorFlow's results", () => {
  const optimizers = allEntries().filter(({ optimizer }) => optimizer);
  assert.equal(optimizers.length, 5);
  for (const { name, parameters } of optimizers) {
    const calls = verdicts.map((verdict) => verdict.arguments).filter((call) => call.includes(`.${name}(`));
    for (const parameter of parameters) {
      const judged = calls.some((call) => call.includes(`${parameter.name}=`));
      assert.ok(judged || parameter.name === 'slot_variable_creation_fn', `${name}.${parameter.name}`);
    }
  }
});
