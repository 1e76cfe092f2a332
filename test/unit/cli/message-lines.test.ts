import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MessageLines } from '../../../server/src/cli/mcp/message-lines';
import { runs } from '../../property/runs';

/** The messages read from some bytes, and the log. */
async function through(pieces: readonly Uint8Array[], maxMessage?: number) {
  const logged: string[] = [];
  const lines = new MessageLines((text) => logged.push(text), maxMessage);
  for (const piece of pieces) lines.write(piece);
  lines.end();
  const messages: string[] = [];
  for await (const message of lines) messages.push(String(message));
  return { messages, logged };
}

test('messages are read in any chunks, and incomplete ones are not returned', async () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r') }));
  await fc.assert(
    fc.asyncProperty(pieces, async (texts) => {
      const { messages, logged } = await through(texts.map((text) => Buffer.from(text)));
      assert.deepEqual(
        messages,
        texts
          .join('')
          .split('\n')
          .slice(0, -1)
          .map((line) => `${line}\n`),
      );
      assert.deepEqual(logged, []);
    }),
    runs(100),
  );
});

test('a message that is too long is skipped, and those around it are read', async () => {
  const { messages, logged } = await through(
    ['a\nbb', 'bbbb', 'b\nc\n'].map((text) => Buffer.from(text)),
    5,
  );
  assert.deepEqual(messages, ['a\n', 'c\n']);
  assert.deepEqual(logged, ['A message of more than 5 bytes was ignored.']);
});
