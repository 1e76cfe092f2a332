import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { PassedOver } from '../../../client/src/passed-over';

const [a, b] = [{ uri: 'file:///a.py' }, { uri: 'file:///b.py' }];

suite('results that the client library passes over', () => {
  test('what a report says of a document that is being asked about is asked for once more', async () => {
    const passedOver = new PassedOver();
    let answer = (): void => undefined;
    const asked = passedOver.during(
      a.uri,
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    passedOver.reported([a, b]);
    answer();
    await asked;
    assert.deepEqual(passedOver.known([a, b]), [b]);
    assert.deepEqual(passedOver.known([a, b]), [a, b]);
  });

  test('a report that comes before the library has heard of the answer counts as passed over, a later one does not', async () => {
    const passedOver = new PassedOver();
    await passedOver.during(a.uri, () => setImmediate());
    passedOver.reported([a]);
    assert.deepEqual(passedOver.known([a]), []);
    await setTimeout(1);
    await setTimeout(1);
    passedOver.reported([a]);
    assert.deepEqual(passedOver.known([a]), [a]);
  });

  test('a question that fails passes nothing over afterwards', async () => {
    const passedOver = new PassedOver();
    await assert.rejects(passedOver.during(a.uri, () => Promise.reject(new Error('cancelled'))));
    await setTimeout(1);
    await setTimeout(1);
    passedOver.reported([a]);
    assert.deepEqual(passedOver.known([a]), [a]);
  });
});
