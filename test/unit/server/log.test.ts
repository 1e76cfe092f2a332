import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Log } from '../../../server/src/server/log';

const STACK = 'analyze@server.js:1:2';

/** What the log says of an error with this stack. */
function logged(stack: string): string {
  const lines: string[] = [];
  const log = new Log({ console: { error: (line: string) => lines.push(line) } } as never);
  const error = Object.assign(new Error('no such part'), { stack });
  log.attempt(
    'hover',
    () => {
      throw error;
    },
    undefined,
  );
  return lines.join('\n');
}

test('the log has the message of an error once, whether or not its stack has it', () => {
  assert.equal(logged(`Error: no such part\n${STACK}`), `hover failed: Error: no such part\n${STACK}`);
  assert.equal(logged(STACK), `hover failed: no such part\n${STACK}`);
});
