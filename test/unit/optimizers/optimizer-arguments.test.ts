// Messages that TensorFlow 2.21 builds from optimizer arguments, made by scripts/fixtures/optimizer-arguments.py.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { allEntries } from '../../../server/src/catalogue';
import type { OptimizerPlace } from '../../../server/src/languages/optimizer/place';
import { optimizers, readSpec, Simulation, variables } from '../../../server/src/optimizers';
import { convertFile } from '../../../server/src/reports/forms/convert';
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

suite('a table in text and in Python takes the same first step', () => {
  for (const { name } of allEntries().filter(({ optimizer }) => optimizer)) {
    test(name, () => {
      const program = `import tensorflow as tf\ntf.tpu.experimental.embedding.${name}()\n`;
      const written = analyzeAs('python', program).optimizerAt(program.lastIndexOf(name))!;
      const text = inTextFormat(written);
      const read = analyzeAs('textproto', text).optimizerAt(text.indexOf('optimization_parameters'))!;
      assert.deepEqual(firstStep(read), firstStep(written));
    });
  }
});

const inTextFormat = ({ optimizationParameters }: OptimizerPlace): string => {
  const json = JSON.stringify({ tableDescriptor: [{ optimizationParameters }] });
  const converted = convertFile({ path: 'a.json', bytes: Buffer.from(json), to: 'textproto', strategy: {} });
  assert.ok('output' in converted);
  return Buffer.from(converted.output).toString();
};

/** The weight and the slots after a gradient, from where the slots start. */
const firstStep = ({ optimizationParameters, initial }: OptimizerPlace) => {
  const spec = readSpec({
    optimizationParameters,
    initial: { parameters: [[0.5]], ...initial },
    steps: [{ ids: [0], gradients: [[0.25]] }],
  });
  const simulation = new Simulation(spec.settings, spec.initial);
  simulation.step(spec.steps[0]!);
  return [...variables(simulation.state)].map(([slot, { data }]) => [slot, data[0]]);
};

test('every optimizer with slots says where their start values are from', () => {
  for (const { name, slots, slotsStart } of optimizers.values())
    assert.equal(slotsStart !== undefined, slots.length > 0, name);
});
