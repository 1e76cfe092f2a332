import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { PassedOver } from '../../../client/src/passed-over';

const [a, b] = [{ uri: 'file:///a.py' }, { uri: 'file:///b.py' }];

suite('reports that the client library drops', () => {
  test('a document that a report mentions during a request about it is requested again', async () => {
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

  test('a report before the library has the answer counts as dropped, a later one does not', async () => {
    const passedOver = new PassedOver();
    await passedOver.during(a.uri, () => setImmediate());
    passedOver.reported([a]);
    assert.deepEqual(passedOver.known([a]), []);
    await setTimeout(1);
    await setTimeout(1);
    passedOver.reported([a]);
    assert.deepEqual(passedOver.known([a]), [a]);
  });

  test('after a failed request, no report counts as dropped', async () => {
    const passedOver = new PassedOver();
    await assert.rejects(passedOver.during(a.uri, () => Promise.reject(new Error('cancelled'))));
    await setTimeout(1);
    await setTimeout(1);
    passedOver.reported([a]);
    assert.deepEqual(passedOver.known([a]), [a]);
  });
});
