import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { extract } from '../../../../server/src/reports/extraction/extract';
import { sourceOf } from '../../../../server/src/reports/extraction/source';
import { writeText } from '../../../../server/src/reports/forms/text-writer';

const BEGIN = 'Beginning log of TPUEmbeddingConfiguration.';
const END = 'Done with log of TPUEmbeddingConfiguration.';
const fields = (name: string) => [
  'table_descriptor {',
  `  name: "${name}"`,
  '  dimension: 8',
  '}',
  'num_hosts: 2',
];
const logged = (name: string) => [BEGIN, ...fields(name), END];

function read(log: string | Uint8Array) {
  const found: string[] = [];
  const problems: string[] = [];
  const source = sourceOf(typeof log === 'string' ? new TextEncoder().encode(log) : log);
  const kind = extract(
    source,
    ({ node, content }) => found.push(`${node}: ${/name: "(.*)"/.exec(writeText(content))?.[1]}`),
    (problem) => problems.push(problem),
  );
  assert.equal(kind, 'log');
  return { found, problems };
}

suite('a configuration in a log is found', () => {
  const found = (log: string | Uint8Array, ...expected: string[]) =>
    assert.deepEqual(read(log), { found: expected, problems: [] });
  const lines = (texts: readonly string[], prefix = '', suffix = '') =>
    texts.map((text) => `${prefix}${text}${suffix}`).join('\n');

  test('with any prefix and suffix on each line', () => {
    found(`x\n${lines(logged('a'), 'INFO:tensorflow:')}\ny`, 'line 2: a');
    found(lines(logged('a'), 'pod-7 | I1123 04:07:28.076623   41 utils.py:16] '), 'line 1: a');
    found(lines(logged('a'), '\u001b[32mINFO\u001b[0m ', '\u001b[0m'), 'line 1: a');
    found(lines(logged('a'), '(a+)+$ [1.5] ').replaceAll('\n', '\r\n'), 'line 1: a');
  });

  test('beside progress bars', () => {
    found(`${'\b'.repeat(40)} 1/10 [>....]\r\n${lines(logged('a'))}`, 'line 2: a');
  });

  test('with a value that only a newer TensorFlow has a name for', () => {
    const [begin, ...rest] = logged('a');
    found([begin, 'mode: 7', ...rest].join('\n'), 'line 1: a');
  });

  test('before columns of numbers', () => {
    const own = logged('a').map((line, i) => `${line} | ${String(98 + i).padEnd(6)}|`);
    found(own.join('\n'), 'line 1: a');
  });

  test('as strings of JSON', () => {
    const line = (message: string, i: number) => JSON.stringify({ time: 10.25 + i, message, n: i });
    found(logged('a').map(line).join('\n'), 'line 1: a');
  });

  test('when the line numbers before it change, even in width', () => {
    found(
      logged('a')
        .map((line, i) => `2026-11-23 04:07:${String(98 + i).padStart(6)},${i} ${line}`)
        .join('\n'),
      'line 1: a',
    );
  });

  test('interleaved with other lines', () => {
    const noise = ['WARNING:absl:x', 'INFO:absl:loss: 0.5', 'Traceback { }', 'INFO:absl:}}', ''];
    const own = logged('a').map((line) => `INFO:absl:${line}`);
    found(own.flatMap((line) => [...noise, line]).join('\n'), 'line 6: a');
  });

  test('of each of two processes logging at the same time', () => {
    const [a, b] = ['a', 'b'].map((name, process) =>
      logged(name).map((line, i) => `I1123 04:07:${10 + i} ${700 + process} u.py:16] ${line}`),
    ) as [string[], string[]];
    found(a.flatMap((line, i) => [line, b[i]]).join('\n'), 'line 1: a', 'line 2: b');
  });

  test('with Windows line endings', () => {
    const bytes = Buffer.from(`\ufeff${logged('ä').join('\r\n')}\r\n`, 'utf16le');
    found(bytes, 'line 1: ä');
    found(bytes.swap16(), 'line 1: ä');
  });

  test('after one that a program did not finish writing', () => {
    const result = read([...logged('a').slice(0, 4), ...logged('b')].join('\n'));
    assert.deepEqual(result, {
      found: ['line 5: b'],
      problems: ['The TPUEmbeddingConfiguration logged from line 1 on does not end.'],
    });
  });
});

test('a logged configuration with missing lines is reported', () => {
  const texts = logged('a');
  texts.splice(4, 1);
  assert.deepEqual(read(texts.join('\n')), {
    found: [],
    problems: ['What is logged from line 1 on is no TPUEmbeddingConfiguration as a whole.'],
  });
});

test('a log without a configuration has none', () => {
  for (const log of [
    'x',
    `${END}\n}`,
    `${'9 '.repeat(2000)}${BEGIN}\n${END}`,
    'table_descriptor { name: "a" }\nstep 1',
    'mode: fast',
    '{ "mode": "fast" }',
  ])
    assert.deepEqual(read(log), { found: [], problems: [] });
});
