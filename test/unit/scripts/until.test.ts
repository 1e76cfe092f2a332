import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HANGS, until } from '../../../scripts/vscode-host/until.mjs';

suite('waiting for what must happen', () => {
  test('looks once more after the timeout, for a machine that stood still between two looks', async (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    let looks = 0;
    const answer = await until('it is there', () => {
      if (looks++ > 0) return 'there';
      t.mock.timers.tick(2 * HANGS);
      return undefined;
    });
    assert.equal(answer, 'there');
  });

  test('ends with the words for what did not happen', async (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    const nothing = () => {
      t.mock.timers.tick(HANGS + 1);
      return undefined;
    };
    await assert.rejects(until('it is there', nothing), /in vain until it is there$/);
  });
});
