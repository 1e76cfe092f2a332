// Semantic tokens through the protocol: full, range and delta. Contents are tested elsewhere.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver-protocol';
import { endServers, LanguageClient } from '../support/client';
import { rangeOf, VALID } from './texts';

const URI = 'file:///w/a.textproto';

after(endServers);

suite('semantic tokens', () => {
  test('deltas lead from each answer to the next', async () => {
    const client = await LanguageClient.start();
    await client.open(URI, VALID);
    let { data, resultId } = await client.request<SemanticTokens>('semanticTokens/full', URI);
    assert.ok(data.length > 0);
    const versions = [VALID.replace('mode: TRAINING', ''), `num_hosts: 2\n${VALID}`, VALID, ''];
    for (const [i, text] of versions.entries()) {
      await client.change(URI, i + 2, [{ text }]);
      const delta = await client.request<SemanticTokensDelta>('semanticTokens/full/delta', URI, {
        previousResultId: resultId,
      });
      for (const { start, deleteCount, data: added = [] } of delta.edits.toReversed())
        data = data.toSpliced(start, deleteCount, ...added);
      const fresh = await LanguageClient.start();
      await fresh.open(URI, text);
      assert.deepEqual(data, (await fresh.request<SemanticTokens>('semanticTokens/full', URI)).data);
      await fresh.stop();
      resultId = delta.resultId!;
    }
    await client.stop();
  });

  test('an unknown result id is answered in full', async () => {
    const client = await LanguageClient.start();
    await client.open(URI, VALID);
    const whole = await client.request<SemanticTokens>('semanticTokens/full', URI);
    const again = await client.request<SemanticTokens>('semanticTokens/full/delta', URI, {
      previousResultId: 'another',
    });
    assert.deepEqual(again.data, whole.data);
    await client.stop();
  });

  test('a range gets only its own tokens', async () => {
    const client = await LanguageClient.start();
    await client.open(URI, VALID);
    const range = rangeOf(VALID, 'um_hosts');
    const { data } = await client.request<SemanticTokens>('semanticTokens/range', URI, { range });
    assert.deepEqual(data, [range.start.line, 0, 'num_hosts'.length, 1, 0]);
    await client.stop();
  });

  test('Python gets no semantic tokens', async () => {
    const client = await LanguageClient.start();
    const uri = 'file:///w/a.py';
    await client.open(uri, 'import tensorflow as tf\n', 'python');
    assert.deepEqual((await client.request<SemanticTokens>('semanticTokens/full', uri)).data, []);
    await client.stop();
  });
});
