import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { frameCheck } from '../../../server/src/server/frames';

/** The problem that is told of a stream, in chunks of so many bytes. */
function problemIn(stream: string, size = stream.length): string | undefined {
  const problems: string[] = [];
  const check = frameCheck((problem) => problems.push(problem));
  const bytes = Buffer.from(stream);
  for (let at = 0; at < bytes.length && problems.length === 0; at += size)
    check(bytes.subarray(at, at + size));
  return problems[0];
}

const frame = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

suite('frames of the protocol', () => {
  test('are right in chunks of any size', () => {
    const stream = frame('{"é": 1}') + frame('') + frame('\r\n\r\nContent-Length: x\r\n\r\n');
    for (let size = 1; size <= stream.length; size++) assert.equal(problemIn(stream, size), undefined);
  });

  test('have a header with an end', () => {
    for (const size of [1, 1000, 100_000])
      assert.match(problemIn('x'.repeat(100_000), size) ?? '', /a header of more than 4096 bytes/);
  });

  test('have a length in bytes', () => {
    assert.match(problemIn('Content-Type: a\r\n\r\n') ?? '', /without Content-Length/);
    for (const length of ['-5', 'abc', '2x', '2.5', '', '99999999999'])
      for (const size of [1, 1000])
        assert.match(
          problemIn(`Content-Length: ${length}\r\n\r\n{}`, size) ?? '',
          new RegExp(`the Content-Length "${length}", which is not a number`),
        );
  });
});
