// `tpu-embedding simulate`: output on both streams, and exit status.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import { runCli, startCli } from '../support/cli';
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

const CONFIGURATION = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
table_descriptor {
  name: "user" vocabulary_size: 9 dimension: 8
  optimization_parameters { adagrad {} learning_rate { dynamic {} } }
}
table_descriptor {
  name: "query"
  vocabulary_size: 9
  dimension: 8
  optimization_parameters {
    adagrad {} learning_rate { constant: 0.1 }
  }
}
table_descriptor {
  name: "odd" vocabulary_size: 9 dimension: 8
  optimization_parameters { adam {} learning_rate { constant: 0.1 } }
}
`;

const CELL = `import tensorflow as tf
optimizer = tf.tpu.experimental.embedding.Adagrad(0.1)
`;

const folder = folderOf({
  'spec.json': JSON.stringify(SPEC),
  'broken.json': '{"steps": [',
  'typo.textproto':
    'table_descriptor {\n  name: "typo" vocabulary_size: 9 dimension: 8\n  optimization_parameters { adamw {} }\n}\n',
  'a.textproto': CONFIGURATION,
  'model.py': `import tensorflow as tf
table = tf.tpu.experimental.embedding.TableConfig(
    9, 8, optimizer=tf.tpu.experimental.embedding.Adagrad(0.1), name="query")
`,
  'open.py': `import tensorflow as tf
import sys
beta = float(sys.argv[1])
tf.tpu.experimental.embedding.Adam(0.1, beta_1=beta)
tf.tpu.experimental.embedding.Adam(beta)
`,
  'model.ipynb': JSON.stringify({
    cells: [
      { cell_type: 'markdown', source: '# A model' },
      { cell_type: 'code', source: CELL },
    ],
    metadata: { language_info: { name: 'python' } },
  }),
  'two.textproto': `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
table_descriptor { name: "a" optimization_parameters { adam {} adagrad {} learning_rate { constant: 0.1 } } }
table_descriptor { name: "b" optimization_parameters { adam { beta1: 0.9 beta1: 0.8 } learning_rate { constant: 0.1 } } }
table_descriptor { name: "c" optimization_parameters { adam { beta1: "x" } learning_rate { constant: 0.1 } } }
`,
  'wrong.py': `import tensorflow as tf
tf.tpu.experimental.embedding.Adam(0.1, beta=0.9)
`,
  'counts.csv': 'page,visits\nnews,20\nhome,900\nold,1\ngone,0\n',
});
after(() => rmSync(folder, { recursive: true }));

const run = (args: readonly string[], input = '') => runCli(['simulate', ...args], { cwd: folder, input });

const piped = (spec: object, ...args: string[]) => run([...args, '-'], JSON.stringify(spec));

suite('simulate', () => {
  test('the process gives the same answer, errors and exit status, from a file and from standard input', async () => {
    const spec = JSON.stringify(SPEC);
    for (const [args, input] of [
      [['spec.json'], ''],
      [['-'], spec],
      [['broken.json'], ''],
      [['--rows', 'x', '--table', 'query', 'a.textproto'], ''],
    ] as const)
      assert.deepEqual(await startCli(['simulate', ...args], { cwd: folder, input }), await run(args, input));
  });

  test('JSON is the default: the state after every step', async () => {
    const { status, stdout, stderr } = await run(['spec.json']);
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

  test('--sparsecore ignores what TPUEmbeddingV2 ignores and says so, and rejects what it rejects', async () => {
    const { optimizationParameters, ...rest } = SPEC;
    const given = {
      ...rest,
      optimizationParameters: { ...optimizationParameters, clipping_limits: { upper: 0.5 } },
    };
    const { stdout, stderr } = await piped(given, '--sparsecore');
    assert.equal(stdout, (await piped(SPEC)).stdout);
    assert.match(stderr, /^note: TPUEmbeddingV2 ignores clippingLimits: it does not limit weights\.$/m);
    const refused = await piped(
      { ...rest, optimizationParameters: { ...optimizationParameters, weightDecayFactor: 0.1 } },
      '--sparsecore',
    );
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /optimizationParameters\.weightDecayFactor: TPUEmbeddingV2 refuses it/);
  });

  test('the examples of docs/numbers.md give the documented output', async () => {
    const [, page = ''] = readFileSync('docs/numbers.md', 'utf8').split('## Simulation');
    const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, body]) => body!);
    assert.equal(blocks.length, 4);
    assert.deepEqual(await run(['-'], blocks[0]), { status: 0, stdout: blocks[1], stderr: '' });
    const { status, stdout, stderr } = await run(['-'], blocks[2]);
    assert.deepEqual([status, stderr, JSON.parse(stdout)], [0, '', JSON.parse(blocks[3]!)]);
  });

  test('a scenario and a table of different sizes are rejected, and a table alone sets the size', async () => {
    const optimizationParameters = { adagrad: {}, learningRate: { constant: 0.1 } };
    const initial = {
      parameters: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    };
    const size = { rows: 2, columns: 3 };
    for (const name of ['zipf', 'target'])
      for (const [member, args, words] of [
        [{ rows: 3 }, [], 'the scenario has 3 rows, but here are 2'],
        [{}, ['--columns', '8'], 'the scenario has 8 columns, but here are 3'],
        [size, ['--rows', '8'], 'the scenario has 8 rows, but here are 2'],
        [size, [], undefined],
        [{}, ['--rows', '2'], undefined],
        [{}, [], undefined],
      ] as const) {
        const scenario = { name, steps: 2, ...member };
        const { status, stderr } = await piped({ optimizationParameters, initial, scenario }, ...args);
        assert.deepEqual(
          [status, stderr],
          words === undefined
            ? [0, '']
            : [1, `standard input: error: initial.parameters: ${words}; leave out one of the two\n`],
        );
      }
  });

  test('with --sparsecore, rows train with the SparseCore optimizer', async () => {
    const scenario = { name: 'zipf', rows: 30, columns: 2, steps: 20, lookups: 64 };
    const adagrad = { adagrad: {}, learningRate: { constant: 0.1 } };
    const trained = async (parameters: object, ...args: string[]) =>
      (await piped({ optimizationParameters: { ...adagrad, ...parameters }, scenario }, ...args)).stdout;
    const ignored = { gradientAccumulationStatus: 'DISABLED', clippingLimits: { lower: -0.01, upper: 0.01 } };
    assert.equal(await trained(ignored, '--sparsecore'), await trained({}));
    assert.notEqual(await trained(ignored), await trained({}));
    const refused = await piped(
      { optimizationParameters: { lion: {}, learningRate: { constant: 1 } }, scenario },
      '--sparsecore',
    );
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /TPUEmbeddingV2 has no Lion/);
  });

  test('--last, --every and --touched select states and rows, and states are then numbered', async () => {
    const whole = JSON.parse((await run(['spec.json'])).stdout).steps;
    const steps = async (...args: string[]) => JSON.parse((await run([...args, 'spec.json'])).stdout).steps;
    assert.deepEqual(await steps('--last'), [{ step: 2, ...whole[1] }]);
    assert.deepEqual(await steps('--every', '2'), await steps('--last'));
    assert.deepEqual((await steps('--touched'))[0], {
      step: 1,
      rows: [0],
      parameters: [whole[0].parameters[0]],
      accumulators: [whole[0].accumulators[0]],
    });
    assert.deepEqual(await steps('--touched', '--last'), [{ step: 2, rows: [0, 1], ...whole[1] }]);
    const csv = (await run(['--format', 'csv', '--touched', '--every', '1', 'spec.json'])).stdout.split('\n');
    assert.deepEqual(csv.slice(1, 3), ['1,0,0,0.46984887,0.11', '1,0,1,0.55345225,0.14']);
    assert.equal(csv.length, 2 + 2 * 1 + 2 * 2);
  });

  test('text only shows the updated rows of a large table', async () => {
    const parameters = Array.from({ length: 50 }, () => [1]);
    const step = { ids: [44], gradients: [[0.1]], learningRates: [0.1] };
    const { stdout } = await piped({ ...SPEC, initial: { parameters }, steps: [step] }, '--format', 'text');
    assert.match(
      stdout.split('After step 1')[1]!,
      /^, with gradients for row 44\n.*\n {2}44 +0\.\d+ +0\.11\n$/,
    );
  });

  test('text shows all digits of whole numbers, and large ones as powers of ten', async () => {
    const spec = {
      optimizationParameters: { stochasticGradientDescent: {}, learningRate: { constant: 0.1 } },
      initial: { parameters: [[12345678, 1e20, -3e-7, 0.1, 1 / 3]] },
      steps: [],
    };
    assert.match(
      (await piped(spec, '--format', 'text')).stdout,
      /\n {2}0 +12345678 +1e20 +-3e-7 +0\.1 +0\.333333\n/,
    );
  });

  test('only warnings of check about the same settings are on standard error', async () => {
    const warned = async (optimizationParameters: object) => {
      const initial = { parameters: [[1, 2]] };
      const { status, stderr } = await piped({ optimizationParameters, initial, steps: [] });
      assert.equal(status, 0);
      return [...stderr.matchAll(/^standard input: warning: .* \[([\w-]+)\]$/gm)].map(([, code]) => code);
    };
    const rate = { constant: 0.1 };
    assert.deepEqual(await warned({ adam: {}, learningRate: rate }), ['zero-hyperparameter']);
    assert.deepEqual(await warned({ adagrad: {}, learning_rate: { constant: -1 } }), [
      'learning-rate-negative',
    ]);
    const inverted = { lower: 'Infinity', upper: -1 };
    assert.ok(
      (await warned({ adagrad: {}, learningRate: rate, clippingLimits: inverted })).includes(
        'clipping-limits-inverted',
      ),
    );
    // Other tables decide which tags exist.
    assert.deepEqual(await warned({ adagrad: {}, learningRate: { dynamic: { tag: 3 } } }), []);
  });

  test('the effect of simulated quantization is described, and text shows the looked-up values', async () => {
    const simulatedQuantization = { enabled: true, clippingLimits: { lower: -1, upper: 1 }, numBuckets: 3 };
    const optimizationParameters = { ...SPEC.optimizationParameters, simulatedQuantization };
    const { stdout, stderr } = await piped({ ...SPEC, optimizationParameters }, '--format', 'text');
    assert.match(
      stderr,
      /^note: simulated quantization rounds what look-ups return to 3 values from -1 to 1; the table /,
    );
    assert.match(stdout, /parameters +accumulators +looked up\n {2}0 +0\.469849 .* 0 +1\n/);
  });

  test('numbers read back to the same float32', async () => {
    const numbers = [0.1, 1 / 3, 2 ** -149, 3.4028234663852886e38, -0, 16777217].map(Math.fround);
    const { stdout } = await run(
      ['-'],
      `{"optimizationParameters": {"stochasticGradientDescent": {}, "learningRate": {"constant": 0}},
        "initial": {"parameters": [[${numbers.map((x) => (Object.is(x, -0) ? '-0' : x)).join()}]]},
        "steps": [{"ids": [], "gradients": []}]}`,
    );
    assert.equal(stdout, '{"steps":[{"parameters":[[0.1,0.33333334,1e-45,3.4028235e+38,-0,16777216]]}]}\n');
    assert.deepEqual(JSON.parse(stdout).steps[0].parameters[0].map(Math.fround), numbers);
  });

  test('NaN and infinity are strings in JSON, with a note on standard error', async () => {
    const { status, stdout, stderr } = await piped({
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
    const later = await piped({
      ...SPEC,
      initial: { ...SPEC.initial, accumulators: 0 },
      steps: [SPEC.steps[0], { ids: [1], gradients: [[1, 0]], learningRates: [1] }],
    });
    assert.equal(later.stderr, 'note: steps[1] makes parameters[1][1] NaN.\n');
  });

  test('CSV has a line for every cell of every step and the start', async () => {
    const { status, stdout } = await run(['--format', 'csv', 'spec.json']);
    const lines = stdout.split('\n');
    assert.equal(status, 0);
    assert.deepEqual(lines.slice(0, 2), ['step,row,column,parameters,accumulators', '0,0,0,0.5,0.1']);
    assert.equal(lines[5], '1,0,0,0.46984887,0.11');
    assert.deepEqual([lines.length, lines.at(-1)], [14, '']);
  });

  test('text shows the formula and tables', async () => {
    const { status, stdout } = await run(['--format=text', 'spec.json']);
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

  test('a mistake is reported with its path', async () => {
    const steps = [SPEC.steps[0], { ids: [1], gradients: [[1, 2, 3]], learningRates: [1] }];
    const { status, stdout, stderr } = await piped({ ...SPEC, steps });
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(stderr, 'standard input: error: steps[1].gradients[0]: 2 numbers expected, 3 found\n');
    const broken = await run(['broken.json']);
    assert.equal(broken.status, 1);
    assert.match(broken.stderr, /^broken\.json: error: this is not JSON: /);
    const nan = await run(['-'], '{"initial":{"parameters":[[NaN]]}}');
    assert.equal(nan.status, 1);
    assert.match(nan.stderr, /write "NaN"/);
    // The text that the parser quotes stays on one line.
    assert.equal(
      (await run(['-'], '{"steps":\n\n  x\n')).stderr.split('.')[0],
      'standard input: error: this is not JSON: unexpected x in line 3, column 3',
    );
  });

  for (const [what, input, words] of [
    ['null', 'null', /an object expected, null found/],
    ['a list', '[]', /an object expected, an array found/],
    [
      'nested arrays',
      `{"initial":{"parameters":${'['.repeat(9999)}${']'.repeat(9999)}}}`,
      /more than 100 deep/,
    ],
    ['nested objects', `${'{"a":'.repeat(9999)}1${'}'.repeat(9999)}`, /more than 100 deep/],
    [
      'one number as the table',
      '{"optimizationParameters":{"adagrad":{},"learningRate":{"constant":1}},"initial":{"parameters":1},"steps":[]}',
      /initial\.parameters: an array expected, 1 found; write \[\[1\]\]/,
    ],
    [
      'counts that are none',
      '{"scenario":{"counts":[1,{"a":2}]}}',
      /scenario\.counts\[1\]: a number from 0 to .* expected/,
    ],
    [
      'counts and a law',
      '{"scenario":{"counts":[1,2],"exponent":1}}',
      /scenario: exponent is for Zipf's law/,
    ],
  ] as const)
    test(`${what} in place of a specification is rejected with a message`, async () => {
      const { status, stdout, stderr } = await run(['-'], input);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, words);
    });

  test('JSON that would take all memory is rejected before it is read', async () => {
    for (const part of ['{},', '[', '{"a":']) {
      const { status, stderr } = await run(['-'], `[${part.repeat(5_000_001)}`);
      assert.equal(status, 1);
      assert.match(
        stderr,
        /^standard input: error: at most 5,000,000 arrays, objects and fields can be read; /,
      );
    }
  });

  test('an assumed formula and an unknown order of updates are noted', async () => {
    const { status, stderr } = await piped({
      ...SPEC,
      optimizationParameters: { boundedAdagrad: {}, learningRate: { constant: 1 }, weightDecayFactor: 0.1 },
    });
    assert.equal(status, 0);
    assert.match(stderr, /^note: bounded_adagrad is an approximation\./);
    assert.match(stderr, /note: when weight decay is applied is not published/);
  });

  test('output that is too large is rejected', async () => {
    const { status, stderr } = await piped({
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
    ['a scenario that there is not', ['--scenario', 'zip', 'a.textproto', '--table', 'query']],
    [
      'an option of another scenario',
      ['--scenario', 'target', '--noise', '1', 'a.textproto', '--table', 'query'],
    ],
    ['a law and counts', ['--exponent', '1', '--counts', 'counts.csv', 'a.textproto', '--table', 'query']],
    ['counts that are none', ['--counts', 'a.textproto', 'a.textproto', '--table', 'query']],
    ['several optimizers without a table', ['a.textproto']],
    ['a table that there is not', ['--table', 'users', 'a.textproto']],
    ['a line without an optimizer', ['model.py:1']],
    ['a line behind the end', ['a.textproto:999']],
    ['more steps than there may be', ['--steps', '1e9', 'a.textproto', '--table', 'query']],
    ['fewer steps than one', ['--steps', '-1', 'a.textproto', '--table', 'query']],
    ...['0x10', '0b11', '1,000', '1_0', 'Infinity', ''].map(
      (text) =>
        [`"${text}" in place of a number`, ['--steps', text, 'a.textproto', '--table', 'query']] as const,
    ),
    ['a slot that starts from a number of base 16', ['--initial', 'accumulators=0x10', 'a.textproto:10']],
    ...[
      ['--scenario', 'random', '--rows', '100000', '--columns', '40', '--steps', '100000', '--last'],
      ['--lookups', '100000', '--steps', '100000'],
      ['--rows', '100000', '--lookups', '1', '--steps', '100000', '--columns', '1'],
    ].map((args) => ['what would take hours', [...args, 'a.textproto', '--table', 'query']] as const),
    ['rows of states that are not written', ['--touched', 'a.textproto', '--table', 'query']],
  ] as const) {
    test(`${what} is rejected as wrong usage`, async () => {
      const { status, stdout, stderr } = await run(args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^tpu-embedding: /);
    });
  }
});

test('an unknown table is answered with the nearest one, or with all', async () => {
  assert.match(
    (await run(['--table', 'qeury', 'a.textproto'])).stderr,
    /no table "qeury"\. Did you mean "query"\?$/m,
  );
  assert.match(
    (await run(['--table', 'x', 'a.textproto'])).stderr,
    /no table "x"\. Its tables are user, query, odd\.$/m,
  );
});

test('if an optimizer cannot be simulated, the diagnostics of check come first', async () => {
  const { status, stderr } = await run(['--table', 'typo', 'typo.textproto']);
  assert.equal(status, 1);
  assert.match(stderr, /did you mean "adam"\?.*\n.*no optimizer is chosen/);
});

test('a hexadecimal number is answered with the decimal one', async () => {
  const { stderr } = await run(['--rows', '0x10', '--table', 'query', 'a.textproto']);
  assert.match(stderr, /takes a whole number .*, not "0x10"\. Numbers are decimal: write 16\.$/m);
});

test('an optimizer that TensorFlow rejects is not simulated, and the mistake is reported first', async () => {
  for (const [args, code] of [
    [['two.textproto:2'], 'oneof-conflict'],
    [['two.textproto:3'], 'duplicate-field'],
    [['two.textproto:4'], 'wrong-type'],
    [['wrong.py'], 'unknown-argument'],
  ] as const) {
    const { status, stdout, stderr } = await run([...args, '--steps', '2']);
    assert.deepEqual([status, stdout], [1, ''], code);
    assert.match(
      stderr,
      new RegExp(`error: .* \\[${code}\\]\n(.*\n)*.*TensorFlow refuses it because of the errors above`),
    );
  }
});

test('a negative number is read as the value of the option before it', async () => {
  const said = ['--table', 'query', '--steps', '3', 'a.textproto'];
  const { status, stdout } = await run(['--learning-rate', '-0.5', ...said]);
  assert.deepEqual([status, stdout], [0, (await run(['--learning-rate=-0.5', ...said])).stdout]);
});

suite('simulate reads an optimizer from a file', () => {
  const SMALL = ['--rows', '30', '--columns', '2', '--steps', '20', '--lookups', '16'];
  const answer = async (...args: string[]) => {
    const { status, stdout, stderr } = await run([...args, ...SMALL]);
    assert.equal(status, 0, stderr);
    return { stderr, ...JSON.parse(stdout) };
  };

  test('in a configuration by table name or line, in a program and in a notebook, with equal results', async () => {
    const { stderr, ...expected } = await answer('--table', 'query', 'a.textproto');
    assert.equal(stderr, '');
    assert.equal(expected.steps.length, 20);
    for (const args of [
      ['a.textproto:10'],
      ['model.py:3'],
      ['model.py'],
      ['model.ipynb:cell 2:2'],
      ['--table', 'query', 'model.py'],
    ])
      assert.deepEqual(await answer(...args), { stderr, ...expected }, args.join(' '));
  });

  test('options and a specification with the same settings give the same result', async () => {
    const { stderr: _, ...expected } = await answer('--table', 'query', 'a.textproto');
    const optimizationParameters = { adagrad: {}, learningRate: { constant: 0.1 } };
    const given = await piped(
      { optimizationParameters, initial: { accumulators: 0.1 } },
      '--scenario',
      'zipf',
      ...SMALL,
    );
    assert.deepEqual(JSON.parse(given.stdout), expected);
    const scenario = { name: 'zipf', rows: 30, columns: 2, steps: 20, lookups: 16 };
    assert.deepEqual(JSON.parse((await piped({ optimizationParameters, scenario })).stdout), expected);
    const both = await piped({ optimizationParameters, scenario, steps: [] });
    assert.deepEqual(
      [both.status, both.stderr],
      [1, 'standard input: error: steps: a scenario makes them; leave out one of the two\n'],
    );
    const wrong = await piped({ optimizationParameters, scenario: { ...scenario, lookups: 0 } });
    assert.match(
      wrong.stderr,
      /error: scenario\.lookups: a whole number from 1 to 100,000 expected, 0 found/,
    );
  });

  test('a fed learning rate is required, and --learning-rate and --initial override the file', async () => {
    const fed = await run(['--table', 'user', 'a.textproto']);
    assert.equal(fed.status, 1);
    assert.match(
      fed.stderr,
      /^a\.textproto: error: the optimizer in line 4: .*learningRate: .* --learning-rate\n$/,
    );
    const slow = (await answer('--table', 'user', '--learning-rate', '0.1', 'a.textproto')).summary.loss;
    const fast = await answer(
      '--table',
      'user',
      '--learning-rate',
      '0.1',
      '--initial',
      'accumulators=1e-8',
      'a.textproto',
    );
    assert.ok(fast.summary.loss < slow);
  });

  test('a diverging run is reported', async () => {
    const { summary, steps } = await answer('--table', 'query', '--learning-rate', '1e38', 'a.textproto');
    assert.equal(summary.diverges, true);
    assert.match(summary.sentences[0], new RegExp(`^It diverges at step ${summary.divergesAt}:`));
    assert.ok(['NaN', 'Infinity'].includes(steps.at(-1).loss));
  });

  test("counts in a file replace Zipf's law, and their ids name the rows", async () => {
    const { status, stdout } = await run([
      '--counts',
      'counts.csv',
      '--steps',
      '50',
      '--table',
      'query',
      'a.textproto',
    ]);
    const { scenario, rows, summary } = JSON.parse(stdout);
    assert.deepEqual([status, scenario.counts, scenario.rows], [0, 'counts.csv', 4]);
    assert.deepEqual(
      rows.map(({ id, row }: { id: string; row: number }) => [id, row]),
      [
        ['home', 1],
        ['news', 0],
        ['old', 2],
      ],
    );
    assert.equal(summary.neverSeen, 1);
  });

  test('diagnostics and computed values are on standard error', async () => {
    const { stderr } = await answer('--table', 'odd', 'a.textproto');
    assert.match(stderr, /^a\.textproto:16:\d+: warning: adam leaves .* \[zero-hyperparameter\]\n$/);
    const open = await answer('open.py:4');
    assert.match(
      open.stderr,
      /^open\.py:4:\d+: note: optimizationParameters\.adam\.beta1 is computed at run time; here it is 0\.9\.\n$/,
    );
    const rate = await run(['open.py:5']);
    assert.match(
      rate.stderr,
      /^tpu-embedding: open\.py:5:\d+: the learning rate is computed at run time\. Give it with --learning-rate\.\n$/,
    );
  });

  test('text has the steps 1, 10, 100 … and then sentences', async () => {
    const { stdout } = await run(['--format', 'text', '--table', 'query', 'a.textproto']);
    assert.deepEqual(
      [...stdout.matchAll(/^ +([\d,]+) {2}/gm)].map(([, step]) => step),
      ['0', '1', '10', '100', '1,000'],
    );
    assert.match(stdout, /\n\nThe initial accumulator \(0\.1\) dominates: .*\n/);
  });

  test("the preview's gradients give states as a specification does", async () => {
    const { steps } = await answerOf(
      '--scenario',
      'target',
      '--table',
      'query',
      '--steps',
      '500',
      '--last',
      'a.textproto',
    );
    assert.deepEqual([steps.length, steps[0].step, steps[0].parameters.length], [1, 500, 8]);
  });

  const answerOf = async (...args: string[]) => JSON.parse((await run(args)).stdout);
});
