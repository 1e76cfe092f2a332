// `tpu-embedding simulate`: what it prints, where, and with which exit status.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, suite, test } from 'node:test';
import { folderOf } from './descriptors';

const SPEC = {
  optimizationParameters: { adagrad: {}, learningRate: { dynamic: { tag: 0 } } },
  initial: {
    parameters: [
      [0.5, 0.5],
      [1, 2],
    ],
    accumulators: 0.1,
  },
  steps: [
    { ids: [0], gradients: [[0.1, -0.2]], learningRates: [0.1] },
    {
      ids: [0, 1],
      gradients: [
        [-0.2, 0],
        [1, 1],
      ],
      learningRates: [0.1],
    },
  ],
};

const folder = folderOf({ 'spec.json': JSON.stringify(SPEC), 'broken.json': '{"steps": [' });
after(() => rmSync(folder, { recursive: true }));

function run(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('dist/cli.js'), 'simulate', ...args],
    {
      cwd: folder,
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  return { status, stdout, stderr };
}

const piped = (spec: object, ...args: string[]) => run([...args, '-'], JSON.stringify(spec));

suite('simulate', () => {
  test('JSON is the default: the state after every step', () => {
    const { status, stdout, stderr } = run(['spec.json']);
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(JSON.parse(stdout), {
      steps: [
        {
          parameters: [
            [0.46984887, 0.55345225],
            [1, 2],
          ],
          accumulators: [
            [0.11, 0.14],
            [0.1, 0.1],
          ],
        },
        {
          parameters: [
            [0.52148867, 0.55345225],
            [0.9046537, 1.9046538],
          ],
          accumulators: [
            [0.15, 0.14],
            [1.1, 1.1],
          ],
        },
      ],
    });
  });

  test('the example of docs/numerics.md gives what is shown there', () => {
    const page = readFileSync('docs/numerics.md', 'utf8');
    const [spec, answer] = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, body]) => body!);
    assert.deepEqual(run(['-'], spec), { status: 0, stdout: answer, stderr: '' });
  });

  test('numbers read back to the same float32', () => {
    const numbers = [0.1, 1 / 3, 2 ** -149, 3.4028234663852886e38, -0, 16777217].map(Math.fround);
    const { stdout } = run(
      ['-'],
      `{"optimizationParameters": {"stochasticGradientDescent": {}, "learningRate": {"constant": 0}},
        "initial": {"parameters": [[${numbers.map((x) => (Object.is(x, -0) ? '-0' : x)).join()}]]},
        "steps": [{"ids": [], "gradients": []}]}`,
    );
    assert.equal(stdout, '{"steps":[{"parameters":[[0.1,0.33333334,1e-45,3.4028235e+38,-0,16777216]]}]}\n');
    assert.deepEqual(JSON.parse(stdout).steps[0].parameters[0].map(Math.fround), numbers);
  });

  test('NaN and infinity are strings in JSON and noted on standard error', () => {
    const { status, stdout, stderr } = piped({
      ...SPEC,
      initial: {
        parameters: [
          [1, 2],
          [3, '-Infinity'],
        ],
        accumulators: 0,
      },
      steps: [{ ids: [0], gradients: [[0, 1e-30]], learningRates: [1] }],
    });
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(stdout).steps[0].parameters, [
      ['NaN', '-Infinity'],
      [3, '-Infinity'],
    ]);
    assert.equal(stderr, '');
    const later = piped({
      ...SPEC,
      initial: { ...SPEC.initial, accumulators: 0 },
      steps: [SPEC.steps[0], { ids: [1], gradients: [[1, 0]], learningRates: [1] }],
    });
    assert.equal(later.stderr, 'note: steps[1] makes parameters[1][1] NaN.\n');
  });

  test('CSV has a line for every cell of every step, the start included', () => {
    const { status, stdout } = run(['--format', 'csv', 'spec.json']);
    const lines = stdout.split('\n');
    assert.equal(status, 0);
    assert.deepEqual(lines.slice(0, 2), ['step,row,column,parameters,accumulators', '0,0,0,0.5,0.1']);
    assert.equal(lines[5], '1,0,0,0.46984887,0.11');
    assert.deepEqual([lines.length, lines.at(-1)], [14, '']);
  });

  test('text shows the formula and tables', () => {
    const { status, stdout } = run(['--format=text', 'spec.json']);
    assert.equal(status, 0);
    assert.match(stdout, /^Adagrad, learning rate of tag 0, gradient accumulation on\n {2}accumulator = /);
    assert.match(
      stdout,
      /After step 2, with gradients for the rows 0, 1\n.*\n {2}0 +0\.521489 +0\.553452 +0\.15 +0\.14\n/,
    );
    const [, head, row] = stdout.split('After step 2')[1]!.split('\n');
    assert.equal(row!.indexOf('0.521489'), head!.indexOf('parameters'));
    assert.equal(row!.indexOf('0.15'), head!.indexOf('accumulators'));
  });

  test('a mistake is named by its path', () => {
    const steps = [SPEC.steps[0], { ids: [1], gradients: [[1, 2, 3]], learningRates: [1] }];
    const { status, stdout, stderr } = piped({ ...SPEC, steps });
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(stderr, 'standard input: error: steps[1].gradients[0]: 2 numbers expected, 3 found\n');
    const broken = run(['broken.json']);
    assert.equal(broken.status, 1);
    assert.match(broken.stderr, /^broken\.json: error: this is not JSON: /);
    const nan = run(['-'], '{"initial":{"parameters":[[NaN]]}}');
    assert.equal(nan.status, 1);
    assert.match(nan.stderr, /write "NaN"/);
    // What the parser quotes stays on the line.
    assert.match(run(['-'], '{"steps":\n\nx\n').stderr, /^standard input: error: this is not JSON: .*\n$/);
  });

  test('JSON that would take all memory is refused before it is read', () => {
    for (const part of ['{},', '[', '{"a":']) {
      const { status, stderr } = run(['-'], `[${part.repeat(5_000_001)}`);
      assert.equal(status, 1);
      assert.match(
        stderr,
        /^standard input: error: at most 5,000,000 arrays, objects and fields can be read; /,
      );
    }
  });

  test('an uncertain formula and an unknown order of updates are noted', () => {
    const { status, stderr } = piped({
      ...SPEC,
      optimizationParameters: { boundedAdagrad: {}, learningRate: { constant: 1 }, weightDecayFactor: 0.1 },
    });
    assert.equal(status, 0);
    assert.match(stderr, /^note: bounded_adagrad is an approximation\./);
    assert.match(stderr, /note: when weight decay is applied is not published/);
  });

  test('output that is too large is refused', () => {
    const { status, stderr } = piped({
      ...SPEC,
      initial: { parameters: Array(1000).fill(Array(100).fill(0)) },
      steps: Array(600).fill({ ids: [], gradients: [], learningRates: [1] }),
    });
    assert.equal(status, 1);
    assert.match(stderr, /steps: 120,000,000 numbers would be written, at most 100,000,000 can be/);
  });

  for (const [what, args] of [
    ['no file', []],
    ['two files', ['spec.json', 'spec.json']],
    ['a file that is not there', ['gone.json']],
    ['another format', ['--format', 'xml', 'spec.json']],
  ] as const) {
    test(`${what} is wrong usage`, () => {
      const { status, stdout, stderr } = run(args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^tpu-embedding: /);
    });
  }
});
