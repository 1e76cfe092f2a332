// The command line: output on both streams, and exit status.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { FORMAT_NAMES } from '../../server/src/cli/checking/reports/formats';
import { CLI, checkJson as checkIn, type Json, type JsonDiagnostic, runCli } from '../support/cli';
import { descriptorSet, folderOf, ITEM } from './descriptors';
import { NO_COLON, rangeOf, VALID } from './texts';

const DOCS = 'https://github.com/tpu-embedding-tools/tpu-embedding-tools/blob/main/docs/rules';

const GRAPH = '# proto-message: tensorflow.GraphDef\nnode { name "a" }\n';
const LOOP = 'loop.textproto';

const CALL = 'import tensorflow as tf\ntf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=config)\n';
const cell = (source: string, cell_type = 'code') => ({ cell_type, source: source.split(/(?<=\n)/) });
const notebook = (...cells: readonly object[]) =>
  JSON.stringify({ nbformat: 4, metadata: { language_info: { name: 'python' } }, cells });

const folder = folderOf({
  'calls.py': CALL,
  'python/calls.py': CALL,
  'python/other.py': 'import os\nos.path.join(num_output=1)\n',
  'python/other.ipynb': notebook(cell('import os\n')),
  'python/sub/nb.ipynb': notebook(
    cell('# Title', 'markdown'),
    cell('%load_ext tensorboard\nimport tensorflow as tf'),
    cell('x = 1\ntf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=config)'),
  ),
  'broken.ipynb': '{',
  'good.textproto': VALID,
  'bad.textproto': NO_COLON,
  'bom.textproto': `\ufeff${NO_COLON}`,
  'crlf.textproto': NO_COLON.replaceAll('\n', '\r\n'),
  // Without a lone CR, which ends no comment in protobuf.
  'cr.textproto': NO_COLON.replace(/^#.*/, '').replaceAll('\n', '\r'),
  'plain.textproto': 'num_hosts 1\nother: 2\n',
  'graph.pbtxt': GRAPH,
  'item.textproto': ITEM,
  'order.textproto': '# proto-message: shop.Order\ncounts: 1\n',
  'model.py': 'import tensorflow as tf\nnum_hosts 1\n',
  'odd names/a b#c.textproto': NO_COLON,
  'item.pb': descriptorSet('Item', 'price'),
  'order.pb': descriptorSet('Order', 'count'),
  'broken.pb': new Uint8Array([1, 2, 3]),
  'tree/a.textproto': NO_COLON,
  'tree/b/c.pbtxt': VALID,
  'tree/b/graph.pbtxt': GRAPH,
  'tree/b/notes.md': NO_COLON,
  'tree/b/plain.txtpb': 'num_hosts 1\nother: 2\n',
  'tree/node_modules/x.textproto': NO_COLON,
  'tree/.git/x.textproto': NO_COLON,
  'tree/z.textpb': VALID,
  'empty/notes.md': '',
});
symlinkSync(LOOP, join(folder, LOOP));
after(() => rmSync(folder, { recursive: true }));

/** Runs the command, by default in the folder of the files. */
const run = (args: readonly string[], input = '', cwd = folder) => runCli(args, { input, cwd });
const checkJson = (args: readonly string[], input = '') => checkIn(args, { input, cwd: folder });

/** The codes of a file's diagnostics. */
const codes = (json: Json, path: string) =>
  json.files.find((file) => file.path === path)?.diagnostics.map(({ code }) => code);

suite('check', { concurrency: true }, () => {
  test('--format json matches its documentation', async () => {
    const { stderr, ...report } = await checkJson(['bad.textproto', 'good.textproto']);
    const { message } = report.files[0]!.diagnostics[0]!;
    assert.match(message, /colon is missing/);
    assert.deepEqual(report, {
      status: 1,
      files: [
        {
          path: 'bad.textproto',
          diagnostics: [
            {
              range: rangeOf(NO_COLON, 'mode'),
              severity: 'error',
              code: 'missing-colon',
              message,
              href: `${DOCS}/missing-colon.md`,
            },
          ],
        },
        { path: 'good.textproto', diagnostics: [] },
      ],
      summary: { files: 2, errors: 1, warnings: 0 },
    });
    assert.equal(stderr, '');
  });

  test('a file without mistakes has status 0', async () => {
    const { status, stdout } = await run(['check', 'good.textproto']);
    assert.equal(status, 0);
    assert.equal(stdout, '0 errors, 0 warnings in 1 file\n');
  });

  test('text is the default format, with the line and a mark below it', async () => {
    const { status, stdout } = await run(['check', 'bad.textproto']);
    assert.equal(status, 1);
    const { line } = rangeOf(NO_COLON, 'mode').start;
    const [head, source, mark, fix, ...rest] = stdout.split('\n');
    assert.match(head!, new RegExp(`^bad\\.textproto:${line + 1}:1: error: .*colon.* \\[missing-colon\\]$`));
    assert.deepEqual([source, mark], ['    mode TRAINING', '    ^^^^']);
    assert.equal(fix, '    --fix: Insert ":"');
    assert.deepEqual(rest, ['1 error, 0 warnings in 1 file', '1 problem can be fixed with --fix', '']);
  });

  test('positions are right with any line ends', async () => {
    for (const path of ['crlf.textproto', 'cr.textproto']) {
      const report = await checkJson([path]);
      assert.deepEqual(report.files[0]!.diagnostics[0]!.range, rangeOf(NO_COLON, 'mode'), path);
      const { stdout } = await run(['check', path]);
      assert.match(stdout, /\n {4}mode TRAINING\n {4}\^\^\^\^\n/, path);
    }
  });

  test('a byte order mark does not shift positions', async () => {
    const report = await checkJson(['bom.textproto']);
    const missing = report.files[0]!.diagnostics.find(({ code }) => code === 'missing-colon');
    assert.deepEqual(missing?.range, rangeOf(NO_COLON, 'mode'));
  });

  test('--format github writes workflow commands', async () => {
    const { status, stdout } = await run([
      'check',
      '--format=github',
      'bad.textproto',
      'odd names/a b#c.textproto',
    ]);
    assert.equal(status, 1);
    const line = rangeOf(NO_COLON, 'mode').start.line + 1;
    const [first, second, ...rest] = stdout.split('\n');
    const place = `line=${line},endLine=${line},col=1,endColumn=5,title=missing-colon::`;
    assert.ok(first!.startsWith(`::error file=bad.textproto,${place}A colon is missing`), first);
    assert.ok(second!.startsWith(`::error file=odd names/a b#c.textproto,${place}`), second);
    assert.deepEqual(rest, ['']);
  });

  test('--format sarif has everything that the standard requires', async () => {
    const odd = 'odd names/a b#c.textproto';
    const absolute = join(folder, 'bad.textproto');
    const { status, stdout } = await run([
      'check',
      '--format=sarif',
      '--rule=missing-colon=hint',
      odd,
      absolute,
      'good.textproto',
    ]);
    assert.equal(status, 0);
    const log = JSON.parse(stdout);
    assert.equal(log.version, '2.1.0');
    assert.equal(log.runs.length, 1);
    const [{ tool, results, columnKind }] = log.runs;
    assert.equal(tool.driver.name, 'tpu-embedding');
    assert.equal(columnKind, 'utf16CodeUnits');
    assert.deepEqual(
      tool.driver.rules.map((rule: { id: string }) => rule.id),
      ['missing-colon'],
    );
    const [rule] = tool.driver.rules;
    for (const text of [rule.shortDescription.text, rule.fullDescription.text, rule.help.text]) {
      assert.ok(typeof text === 'string' && text.length > 0);
    }
    assert.equal(rule.helpUri, `${DOCS}/missing-colon.md`);
    const { line } = rangeOf(NO_COLON, 'mode').start;
    const region = { startLine: line + 1, startColumn: 1, endLine: line + 1, endColumn: 5 };
    const uris = ['odd%20names/a%20b%23c.textproto', 'bad.textproto'];
    assert.equal(results.length, 2);
    for (const [i, result] of results.entries()) {
      assert.match(result.message.text, /colon is missing/);
      assert.deepEqual(
        { ruleId: result.ruleId, level: result.level, locations: result.locations },
        {
          ruleId: 'missing-colon',
          level: 'note',
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uris[i], uriBaseId: '%SRCROOT%' },
                region,
              },
            },
          ],
        },
      );
    }
  });

  test('SARIF without diagnostics is a valid log', async () => {
    const { stdout } = await run(['check', '--format=sarif', 'good.textproto']);
    assert.deepEqual(JSON.parse(stdout).runs[0].results, []);
  });

  test('"-" reads standard input under the given name', async () => {
    const { status, files } = await checkJson(['--stdin-filename', 'dir/x.textproto', '-'], NO_COLON);
    assert.equal(status, 1);
    assert.deepEqual(
      files.map(({ path, diagnostics }) => [path, diagnostics.length]),
      [['dir/x.textproto', 1]],
    );
    assert.equal((await checkJson(['-'], VALID)).files[0]?.path, '<stdin>');
    assert.deepEqual((await checkJson(['--stdin-filename', 'x.py', '-'], NO_COLON)).files, [
      { path: 'x.py', diagnostics: [] },
    ]);
  });

  test('folders list only files that we check, in a stable order', async () => {
    const report = await checkJson(['tree']);
    assert.equal(report.status, 1);
    assert.deepEqual(
      report.files.map(({ path, diagnostics }) => [path, diagnostics.length]),
      [
        [join('tree', 'a.textproto'), 1],
        [join('tree', 'b', 'c.pbtxt'), 0],
        [join('tree', 'z.textpb'), 0],
      ],
    );
    assert.deepEqual(report.summary, { files: 3, errors: 1, warnings: 0 });
    const nothing = await checkJson(['empty']);
    assert.deepEqual([nothing.status, nothing.files], [0, []]);
  });

  test('a named file without a header is read as a configuration', async () => {
    const report = await checkJson(['plain.textproto']);
    assert.equal(report.status, 1);
    assert.ok(codes(report, 'plain.textproto')?.includes('missing-colon'));
    assert.ok(codes(report, 'plain.textproto')?.includes('unknown-field'));
  });

  test('a named file of another message is listed without diagnostics, with the reason in every format', async () => {
    const { status, files } = await checkJson(['graph.pbtxt']);
    const [{ note, ...file }] = files as [Json['files'][number]];
    assert.deepEqual([status, file], [0, { path: 'graph.pbtxt', diagnostics: [] }]);
    assert.equal(note?.code, 'unknown-message');
    for (const format of FORMAT_NAMES) {
      const { stdout } = await run(['check', `--format=${format}`, 'graph.pbtxt']);
      assert.match(stdout, /No schema describes tensorflow\.GraphDef.*--descriptor-set/, format);
    }
  });

  test('a named Python file is listed, without diagnostics', async () => {
    const { status, files } = await checkJson(['model.py']);
    assert.deepEqual([status, files], [0, [{ path: 'model.py', diagnostics: [] }]]);
  });

  test('--descriptor-set adds other messages, any number of sets', async () => {
    const report = await checkJson([
      '--descriptor-set=item.pb',
      '--descriptor-set',
      'order.pb',
      'item.textproto',
      'order.textproto',
      'good.textproto',
    ]);
    assert.equal(report.status, 1);
    assert.deepEqual(
      ['item.textproto', 'order.textproto', 'good.textproto'].map((path) => codes(report, path)),
      [['unknown-field'], ['unknown-field'], []],
    );
  });

  test('--rule changes a severity, or turns a rule off', async () => {
    const counts = async (...args: string[]) => {
      const { status, summary } = await checkJson([...args, 'bad.textproto']);
      return { status, errors: summary.errors, warnings: summary.warnings };
    };
    assert.deepEqual(await counts('--rule=missing-colon=warning'), { status: 0, errors: 0, warnings: 1 });
    assert.deepEqual(await counts('--rule', 'missing-colon=off'), { status: 0, errors: 0, warnings: 0 });
    assert.deepEqual(await counts('--rule=missing-colon=off', '--rule=missing-colon=error'), {
      status: 1,
      errors: 1,
      warnings: 0,
    });
  });

  test('--max-warnings fails if there are more warnings', async () => {
    const statusOf = async (...args: string[]) => {
      const { status, stderr } = await run([
        'check',
        '--rule=missing-colon=warning',
        ...args,
        'bad.textproto',
      ]);
      return [status, stderr];
    };
    assert.deepEqual(await statusOf('--max-warnings=1'), [0, '']);
    assert.deepEqual(await statusOf('--max-warnings', '0'), [
      1,
      'tpu-embedding: Found 1 warning, more than --max-warnings 0 allows.\n',
    ]);
    assert.equal((await statusOf('--max-warnings=-1'))[0], 2);
    assert.equal((await statusOf('--statistics', '--format=sarif'))[0], 2);
  });

  const unreadable: Record<string, string> = {
    missing: 'missing.textproto',
    'that leads in circles': LOOP,
  };
  for (const [what, path] of Object.entries(unreadable)) {
    test(`a file ${what} cannot be read, and does not hide mistakes in another`, async () => {
      const report = await checkJson([path, 'bad.textproto']);
      assert.equal(report.status, 2);
      assert.match(report.stderr, new RegExp(`^tpu-embedding: Cannot read ${path}: .+\n$`));
      assert.deepEqual(codes(report, 'bad.textproto'), ['missing-colon']);
    });
  }

  test('rules with an argument is rejected as wrong usage', async () => {
    const { status, stdout, stderr } = await run(['rules', 'missing-colon']);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^tpu-embedding: rules takes no "missing-colon"\.\n/);
  });

  const wrong: Record<string, string[]> = {
    'no file': [],
    'a format that does not exist': ['--format=xml', 'good.textproto'],
    'an option that does not exist': ['--fast', 'good.textproto'],
    'an option without its value': ['good.textproto', '--format'],
    'a rule that does not exist': ['--rule=missing-semicolon=off', 'good.textproto'],
    'a severity that does not exist': ['--rule=missing-colon=fatal', 'good.textproto'],
    'a severity with more behind it': ['--rule=missing-colon=off=x', 'good.textproto'],
    'a rule without a severity': ['--rule=missing-colon', 'good.textproto'],
    'a name for standard input that is not read': ['--stdin-filename=x.py', 'good.textproto'],
    'a descriptor set that is none': ['--descriptor-set=broken.pb', 'good.textproto'],
    'a descriptor set that is missing': ['--descriptor-set=missing.pb', 'good.textproto'],
  };
  for (const [what, args] of Object.entries(wrong)) {
    test(`${what} is rejected as wrong usage`, async () => {
      const { status, stdout, stderr } = await run(['check', ...args]);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^tpu-embedding: [^\n]+/);
      assert.doesNotMatch(stderr, /\n +at /, 'a sentence, not a stack');
    });
  }

  test('a closed output pipe is not a failure', async () => {
    // Far more than the buffer of a pipe.
    const input = 'num_host: 1\n'.repeat(1000);
    const child = spawn(process.execPath, [CLI, 'check', '-'], { cwd: folder });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    child.stdin.end(input);
    const status = await new Promise((done) => child.once('close', done));
    assert.deepEqual([status, stderr], [1, '']);
  });
});

/** Table style and feature style, with all derived values. */
const DESCRIPTIONS: Record<string, [text: string, description: object]> = {
  'table style': [
    `table_descriptor {
  name: "t" vocabulary_size: 1000 dimension: 16 num_features: 2
  optimization_parameters { adagrad {} learning_rate { dynamic { tag: 0 } } }
}
mode: TRAINING
batch_size_per_tensor_core: 8
num_hosts: 1
num_tensor_cores: 8
`,
    {
      style: 'table',
      mode: 'TRAINING',
      cores: 1,
      batchSizePerTensorCore: 8,
      tables: [
        {
          name: 't',
          vocabularySize: 1000,
          dimension: 16,
          numFeatures: 2,
          optimizer: 'adagrad',
          slotVariables: ['accumulators'],
          gradientAccumulation: true,
          paddedDimension: 16,
          rowsPerHost: [1000],
          deviceBytes: 192000,
          hostBytes: 128000,
        },
      ],
      outputs: [{ name: 't', shape: [16, 16] }],
      learningRateTags: [0],
    },
  ],
  'feature style': [
    `table_descriptor {
  name: "t0" vocabulary_size: 1001 dimension: 20
  optimization_parameters { adagrad {} learning_rate { constant: 0.1 } }
}
feature_descriptor { name: "f0" table_id: 0 input_shape: [8] }
feature_descriptor { name: "f1" table_id: 0 input_shape: [8, 5] }
mode: INFERENCE
num_hosts: 2
num_tensor_cores: 16
`,
    {
      style: 'feature',
      mode: 'INFERENCE',
      cores: 1,
      batchSizePerTensorCore: 8,
      tables: [
        {
          name: 't0',
          vocabularySize: 1001,
          dimension: 20,
          numFeatures: 6,
          optimizer: 'adagrad',
          slotVariables: ['accumulators'],
          gradientAccumulation: true,
          paddedDimension: 24,
          rowsPerHost: [501, 500],
          deviceBytes: 1001 * 24 * 4 * 3,
          hostBytes: 1001 * 20 * 4 * 2,
        },
      ],
      outputs: [
        { name: 'f0', shape: [8, 20] },
        { name: 'f1', shape: [8, 5, 20] },
      ],
      learningRateTags: [],
    },
  ],
};

suite('describe', { concurrency: true }, () => {
  for (const [style, [text, expected]] of Object.entries(DESCRIPTIONS)) {
    test(`${style} as JSON matches its documentation`, async () => {
      const { status, stdout, stderr } = await run(['describe', '--format', 'json', '-'], text);
      assert.deepEqual([status, stderr], [0, '']);
      assert.deepEqual(JSON.parse(stdout), expected);
    });
  }

  test('describe prints text for people by default', async () => {
    const { status, stdout } = await run(['describe', 'good.textproto']);
    assert.equal(status, 0);
    for (const fact of ['table style, TRAINING', 'movie  [16, 16]', 'accumulators', 'rows per host: 1,000']) {
      assert.ok(stdout.includes(fact), `${fact} in\n${stdout}`);
    }
  });

  test('describe marks unknown values as unknown', async () => {
    const { stdout } = await run(
      ['describe', '-'],
      'table_descriptor { name: "t" vocabulary_size: x dimension: 8 } batch_size_per_tensor_core: x',
    );
    const facts = [
      'unknown samples per TensorCore',
      't: ? × 8',
      't  [?, 8]',
      'memory and rows per host: unknown',
      'Total: unknown',
    ];
    for (const fact of facts) {
      assert.ok(stdout.includes(fact), `${fact} in\n${stdout}`);
    }
  });

  test('describe reports mistakes on standard error and still describes the rest', async () => {
    const { status, stdout, stderr } = await run(['describe', '--format=json', 'bad.textproto']);
    assert.equal(status, 1);
    const { line } = rangeOf(NO_COLON, 'mode').start;
    assert.match(stderr, new RegExp(`^bad\\.textproto:${line + 1}:1: error: .*\\[missing-colon\\]\n$`));
    assert.equal(JSON.parse(stdout).style, 'table');
  });

  test('describe rejects another message', async () => {
    const { status, stdout, stderr } = await run(['describe', 'graph.pbtxt']);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /graph\.pbtxt: not a tensorflow\.tpu\.TPUEmbeddingConfiguration.*GraphDef/);
  });

  const wrong: Record<string, string[]> = {
    'no file': [],
    'two files': ['good.textproto', 'bad.textproto'],
    'a missing file': ['missing.textproto'],
    'a folder': ['tree'],
    'a format that does not exist': ['--format=sarif', 'good.textproto'],
    Python: ['calls.py'],
    'a notebook': ['python/sub/nb.ipynb'],
  };
  for (const [what, args] of Object.entries(wrong)) {
    test(`${what} is rejected as wrong usage`, async () => {
      const { status, stdout, stderr } = await run(['describe', ...args]);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^tpu-embedding: [^\n]+/);
    });
  }
});

suite('rules', { concurrency: true }, () => {
  test('rules as JSON have a code, a severity and a summary', async () => {
    const { status, stdout } = await run(['rules', '--format', 'json']);
    assert.equal(status, 0);
    const rules = JSON.parse(stdout) as { code: string; severity: string; summary: string }[];
    assert.ok(rules.length >= 7);
    for (const { code, severity, summary } of rules) {
      assert.match(code, /^[a-z]+(-[a-z0-9]+)*$/);
      assert.match(severity, /^(error|warning|information|hint)$/);
      assert.match(summary, /^[^\n]+\.$/);
    }
    assert.equal(new Set(rules.map(({ code }) => code)).size, rules.length);
    assert.equal(rules.find(({ code }) => code === 'missing-colon')?.severity, 'error');
  });

  test('rules as text have one line each', async () => {
    const { status, stdout } = await run(['rules']);
    assert.equal(status, 0);
    assert.match(stdout, /^missing-colon +error +A colon is missing/m);
  });
});

suite('explain', { concurrency: true }, () => {
  test("a rule's page is shown unchanged, without dead links", async () => {
    const { status, stdout } = await run(['explain', 'missing-colon']);
    const page = readFileSync('docs/rules/missing-colon.md', 'utf8');
    assert.equal(status, 0);
    assert.equal(stdout, page.replace('[Syntax](README.md#syntax)', 'Syntax'));
  });

  test('a message in quotes is explained', async () => {
    const { status, stdout } = await run([
      'explain',
      'Traceback (most recent call last):\nValueError: Tables must have a unique name. Multiple tables with name items found.',
    ]);
    assert.equal(status, 0);
    assert.match(stdout, /the name items\.\n {2}Rule table-name-twice: /);
    const unknown = await run(['explain', 'Segmentation fault (core dumped)']);
    assert.deepEqual([unknown.status, unknown.stdout], [1, '']);
    assert.match(unknown.stderr, /Nothing is known about this/);
  });

  test('a trace leads to the mistake in the file that it names, and a log to a cause without a rule', async () => {
    const trace = `Traceback (most recent call last):
  File "calls.py", line 2, in <module>
    tf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=config)
TypeError: recv_tpu_embedding_activations() got an unexpected keyword argument 'num_output'
`;
    const { status, stdout } = await runCli(['explain', '--error', '--format', 'json', '-'], {
      cwd: folder,
      input: trace,
    });
    assert.equal(status, 0);
    const [{ problem, ...first }] = JSON.parse(stdout).explanations;
    assert.deepEqual(first, {
      rule: 'unknown-argument',
      cause:
        '`recv_tpu_embedding_activations` takes no argument `num_output`. It may have another name here, as libraries name the same things differently, or another release has it.',
      at: { path: 'calls.py', line: 2 },
      href: `${DOCS}/unknown-argument.md`,
    });
    assert.deepEqual([problem.path, problem.line, problem.code], ['calls.py', 2, 'unknown-argument']);
    const text = await runCli(['explain', '--error', '-'], { cwd: folder, input: trace });
    assert.match(text.stdout, /^calls\.py:2: .*\n {2}calls\.py:2:\d+: error: .*num_output.*\n {2}Rule /);
    const log = await runCli(['explain', '--error', '--format', 'json', '-'], {
      cwd: folder,
      input: 'RuntimeError: RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 21G of 15G hbm.',
    });
    const [cause] = JSON.parse(log.stdout).explanations;
    assert.equal(cause.rule, null);
    assert.match(cause.cause, /HBM/);
    assert.match(cause.advice, /tpu-embedding plan/);
  });

  test('an exception that no message explains is explained by an error on its line', async () => {
    const input = 'Traceback (most recent call last):\n  File "calls.py", line 2, in <module>\nBoom: x\n';
    const { stdout } = await runCli(['explain', '--error', '--format', 'json', '-'], { cwd: folder, input });
    assert.equal(JSON.parse(stdout).explanations[0].rule, 'unknown-argument');
    const elsewhere = await runCli(['explain', '--error', '--format', 'json', '-'], {
      cwd: folder,
      input: input.replace('line 2', 'line 1'),
    });
    assert.deepEqual([elsewhere.status, JSON.parse(elsewhere.stdout)], [1, { explanations: [] }]);
  });

  test('the output of a notebook is explained', async () => {
    const outputs = [
      {
        output_type: 'error',
        traceback: [
          '\u001b[0;31mValueError\u001b[0m Traceback (most recent call last)',
          'Cell \u001b[0;32mIn[3], line 2\u001b[0m\n\u001b[0;32m----> 2\u001b[0m f()',
          '\u001b[0;31mValueError\u001b[0m: epsilon must be positive; got 0.0.',
        ],
      },
    ];
    const input = JSON.stringify({ cells: [{ cell_type: 'code', source: 'f()', outputs }] });
    const { stdout } = await runCli(['explain', '--error', '--format', 'json', '-'], { cwd: folder, input });
    const [{ rule, at }] = JSON.parse(stdout).explanations;
    assert.deepEqual([rule, at], ['argument-range', { path: 'In[3]', line: 2 }]);
  });

  test('an unknown code is wrong usage, answered with the nearest code', async () => {
    const { status, stdout, stderr } = await run(['explain', 'mising-colon']);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /There is no rule "mising-colon"\. Did you mean missing-colon\?/);
    assert.equal((await run(['explain'])).status, 2);
    assert.equal((await run(['explain', '../README'])).status, 2);
  });
});

suite('the command without a subcommand', { concurrency: true }, () => {
  test('--help lists the commands', async () => {
    for (const args of [['--help'], ['-h'], ['help']]) {
      const { status, stdout, stderr } = await run(args);
      assert.deepEqual([status, stderr], [0, '']);
      for (const command of ['check', 'describe', 'rules', 'explain', 'lsp']) {
        assert.match(stdout, new RegExp(`^ +${command}\\b`, 'm'));
      }
    }
  });

  test('every command has its own --help', async () => {
    for (const command of ['check', 'explain', 'lsp']) {
      const { status, stdout } = await run([command, '--help']);
      assert.equal(status, 0);
      assert.ok(stdout.startsWith(`Usage: tpu-embedding ${command}`));
      assert.equal((await run(['help', command])).stdout, stdout);
    }
  });

  test('a misspelled command or option is answered with the nearest one', async () => {
    assert.match((await run(['chekc'])).stderr, /There is no command "chekc"\. Did you mean check\?/);
    assert.match(
      (await run(['check', '--fromat', 'json', '.'])).stderr,
      /There is no option "--fromat"\. Did you mean --format\?\n/,
    );
    assert.match((await run(['rules', '--fast'])).stderr, /There is no option "--fast"\.\n/);
  });

  test('--version prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    assert.deepEqual(await run(['--version']), { status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('a missing command is wrong usage and prints help', async () => {
    const { status, stdout, stderr } = await run([]);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^Usage: tpu-embedding/);
  });

  test('unknown commands and options are wrong usage', async () => {
    for (const args of [['chekc'], ['toString'], ['--fast'], ['rules', '--fast'], ['lsp', '--fast']]) {
      const { status, stdout, stderr } = await run(args);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /^tpu-embedding: /);
    }
  });
});

suite('an argument of any length gives a short message', { concurrency: true }, () => {
  const long = 'x'.repeat(100_000);
  const wrong = [
    [long],
    [`--${long}`],
    ['check', `--${long}`],
    ['check', `--format=${long}`],
    ['check', `--rule=${long}=off`],
    ['check', `--rule=missing-colon=${long}`],
    ['check', `--descriptor-set=${long}`, 'good.textproto'],
    ['check', long],
    ['describe', long],
    ['simulate', long],
    ['rules', long],
  ];
  for (const args of wrong) {
    test(args.join(' ').replaceAll(long, 'x…'), async () => {
      const { status, stderr } = await run(args);
      assert.equal(status, 2);
      assert.ok(stderr.length < 1_000, `${stderr.length} characters: ${stderr.slice(0, 300)}…`);
    });
  }
});

suite('check of Python', { concurrency: true }, () => {
  test('calls in Python files are checked', async () => {
    const { status, stdout } = await run(['check', 'calls.py']);
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^calls\.py:2:40: error: .*num_output.* \[unknown-argument\]\n {4}tf\.raw_ops.*\n {43}\^{10}\n/,
    );
    const { stdout: fromInput } = await run(['check', '--stdin-filename', 'calls.py', '-'], CALL);
    assert.equal(fromInput, stdout);
  });

  test('folders are searched for Python and notebooks that use TPU embedding', async () => {
    const json = await checkJson(['python']);
    assert.deepEqual(
      json.files.map(({ path }) => path),
      [join('python', 'calls.py'), join('python', 'sub', 'nb.ipynb')],
    );
    assert.deepEqual([json.status, json.summary], [1, { files: 2, errors: 2, warnings: 0 }]);
  });

  test('mistakes in notebooks are located by cell', async () => {
    const path = 'python/sub/nb.ipynb';
    const { stdout } = await run(['check', path]);
    assert.match(stdout, /^python\/sub\/nb\.ipynb:cell 3:2:40: error: .*\n {4}tf\.raw_ops/);
    const [diagnostic] = (await checkJson([path])).files[0]!.diagnostics as (JsonDiagnostic & {
      cell: number;
    })[];
    const start = { line: 1, character: 39 };
    assert.deepEqual([diagnostic!.cell, diagnostic!.range], [2, { start, end: { line: 1, character: 49 } }]);
    const { stdout: github } = await run(['check', '--format', 'github', path]);
    assert.match(github, /^::error file=.*nb\.ipynb,line=1,.*::Cell 3, line 2: /);
    const { stdout: sarif } = await run(['check', '--format', 'sarif', path]);
    assert.match(sarif, /Cell 3, line 2: /);
  });

  test('a broken notebook does not stop the check of other files', async () => {
    const { status, stdout } = await run(['check', 'broken.ipynb', 'calls.py']);
    assert.equal(status, 1);
    assert.match(stdout, /^broken\.ipynb: .*not a notebook.*\ncalls\.py:2/);
  });
});

suite('the pages for beginners', { concurrency: true }, () => {
  const pages = ['README.md', 'docs/guide.md'].map((page) => readFileSync(page, 'utf8'));
  const commands = [...pages.join('\n').matchAll(/^node dist\/cli\.js (.*?) +#/gm)];
  assert.ok(commands.length > 0);
  for (const [, args] of commands) {
    // It waits for a client; tested in mcp.test.ts.
    if (args === 'mcp') continue;
    test(`${args} produces output`, async () => {
      const { status, stdout, stderr } = await run(args!.split(' '), '', '.');
      // The examples contain mistakes.
      assert.deepEqual(
        [status, stderr.replace(/^Would fix .*\n/, '')],
        [args!.startsWith('check') ? 1 : 0, ''],
      );
      assert.notEqual(stdout, '');
    });
  }
});
